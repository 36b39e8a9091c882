#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValuePattern: Decodable {
    private struct Operators: Decodable {
        var equals: String?
        var contains: String?
        var prefix: String?
        var suffix: String?
        var regex: RegexPattern?
        var `in`: [String]?
        var present: Bool?
    }

    /// Reads a glob, or an object with one operator.
    /// - Throws: ``SchemeHostError`` with code `invalidManifest`, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        guard (decoder as? NodeDecoder)?.members != nil else {
            self = .glob(try decoder.singleValueContainer().decode(String.self))
            return
        }
        let keys = try Operators(from: decoder)
        let patterns: [ValuePattern] = [
            keys.equals.map { .equals($0) }, keys.contains.map { .contains($0) }, keys.prefix.map { .prefix($0) },
            keys.suffix.map { .suffix($0) }, keys.regex.map { .regex($0) }, keys.in.map { .in($0) },
            keys.present.map { .present($0) },
        ].compactMap { $0 }
        guard patterns.count == 1 else {
            let known = "equals, contains, prefix, suffix, regex, in, present"
            throw SchemeHostError(.invalidManifest, "write a text, or exactly one of: \(known)")
        }
        self = patterns[0]
    }
}

extension BodyMatcher: Decodable {
    private struct Forms: Decodable {
        var json: JSONValue?
        var form: [String: ValuePattern]?
        var text: ValuePattern?
    }

    /// Reads an object with one of `json`, `form` and `text`.
    /// - Throws: ``SchemeHostError`` with code `invalidManifest`, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let forms = try Forms(from: decoder)
        switch (forms.json, forms.form, forms.text) {
        case (let json?, nil, nil): self = .json(json)
        case (nil, let form?, nil): self = .form(form)
        case (nil, nil, let text?): self = .text(text)
        default: throw SchemeHostError(.invalidManifest, "write exactly one of: json, form, text")
        }
    }
}

extension DomainSet: Decodable {
    private struct File: Decodable {
        var file: String
    }

    /// Reads a list of domains, or `{"file": …}`: a file with one on each line.
    /// - Throws: ``SchemeHostError``: `invalidConfiguration` for what is no domain, `sourceUnavailable` for a file that
    ///   cannot be read, `invalidManifest` for one without any domain.
    public init(from decoder: any Decoder) throws {
        guard (decoder as? NodeDecoder)?.members != nil else {
            try self.init([String](from: decoder))
            return
        }
        let name = try File(from: decoder).file
        let folder = CodingUserInfoKey.baseFolder.flatMap { decoder.userInfo[$0] as? String } ?? "."
        let file = try FileSource(path: name.hasPrefix("/") ? name : folder + "/" + name)
        let data = try Data(capacity: Int(clamping: file.size)) { try file.read(into: $0, at: 0) }
        let (domains, rejected) = DomainSet.parse(String(decoding: data, as: UTF8.self))
        let lines = rejected.prefix(3).map { "line \($0.line): \($0.message)" }.joined(separator: "; ")
        guard domains.count > 0 || rejected.isEmpty else {
            throw SchemeHostError(.invalidManifest, "\(name) holds no domain that can be read; \(lines)")
        }
        if !rejected.isEmpty {
            (decoder as? NodeDecoder)?.warn("\(name): \(rejected.count) lines are passed over; \(lines)")
        }
        self = domains
    }
}
