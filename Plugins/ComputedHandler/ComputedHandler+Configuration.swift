public import SchemeHost

extension ComputedHandler {
    /// What to answer with.
    public enum Content: Sendable {
        /// A Mustache template.
        case template(String)
        /// Text.
        case text(String)
        /// A JSON value.
        case json(JSONValue)
        /// Bytes in base64.
        case base64(String)
        /// The request as JSON.
        case echo
        /// The closure registered under a name.
        case closure(String)

        /// The media type where none is configured; nil leaves it to the core: by extension, or by the first bytes.
        ///
        /// Text is never guessed at: what a request puts into a template must not turn it into HTML.
        var defaultType: String? {
            switch self {
            case .template, .text: "text/plain; charset=utf-8"
            case .json, .echo: "application/json"
            case .base64, .closure: nil
            }
        }

    }

    /// The keys of `{"computed": { … }}`.
    public struct Configuration: Decodable, Sendable {
        /// What to answer with.
        public var content: Content
        /// The media type; nil for the usual one of the content.
        public var type: String?
        /// The status, 200…599.
        public var status = 200

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case template, text, json, base64, echo, closure, type, status

            static let contents: [Self] = [.template, .text, .json, .base64, .echo, .closure]
        }

        /// Creates a configuration.
        public init(_ content: Content, type: String? = nil, status: Int = 200) {
            self.content = content
            self.type = type
            self.status = status
        }

        /// Reads a configuration, and checks it where the positions of its parts are known.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var contents: [(key: CodingKeys, content: Content)] = []
            func add(_ key: CodingKeys, _ content: Content?) { if let content { contents.append((key, content)) } }
            add(.template, try container.decodeIfPresent(String.self, forKey: .template).map(Content.template))
            add(.text, try container.decodeIfPresent(String.self, forKey: .text).map(Content.text))
            // Here null is a value.
            if container.contains(.json) { add(.json, .json(try container.decode(JSONValue.self, forKey: .json))) }
            add(.base64, try container.decodeIfPresent(String.self, forKey: .base64).map(Content.base64))
            let echo = try container.decodeIfPresent(Bool.self, forKey: .echo)
            add(.echo, echo.map { _ in .echo })
            add(.closure, try container.decodeIfPresent(String.self, forKey: .closure).map(Content.closure))
            type = try container.decodeIfPresent(String.self, forKey: .type)
            status = try container.decodeIfPresent(Int.self, forKey: .status) ?? status

            guard contents.count == 1, let only = contents.first else {
                let names = CodingKeys.contents.map(\.rawValue).joined(separator: ", ")
                let found = contents.map { "\"\($0.key.rawValue)\"" }.joined(separator: " and ")
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: contents.isEmpty
                            ? "nothing to answer with: write one of \(names)"
                            : "\(found) cannot stand together: write exactly one of \(names)"
                    )
                )
            }
            content = only.content
            let problem = echo == false ? (.echo, "write true, or remove the key") : problem()
            if let (key, message) = problem {
                throw DecodingError.dataCorruptedError(
                    forKey: key ?? only.key,
                    in: container,
                    debugDescription: message
                )
            }
            guard case .template(let text) = content, let key = CodingUserInfoKey.captureNames,
                let captured = decoder.userInfo[key] as? Set<String>,
                let name = try Template(text, type: "").unknownNames(captured: captured).first
            else { return }
            let known = captured.union(TemplateValues.names).sorted().joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .template,
                in: container,
                debugDescription: "no pattern of the route captures {{\(name)}}; known: \(known)"
            )
        }

        /// Checks what a type cannot.
        /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
        func validate() throws {
            if let (_, message) = problem() { throw SchemeHostError(.invalidConfiguration, message) }
        }

        /// What is wrong, and under which key; nil for that of the content.
        private func problem() -> (CodingKeys?, String)? {
            guard (200...599).contains(status) else { return (.status, "a status is a number from 200 to 599") }
            if let type, MediaType(type) == nil {
                return (.type, "\"\(type)\" is no media type; write one as text/html")
            }
            do {
                switch content {
                case .closure where type != nil: return (.type, "a closure sets the type itself; remove \"type\"")
                case .closure where status != 200: return (.status, "a closure sets the status itself; remove it")
                case .template(let text): _ = try Template(text, type: "")
                case .base64(let text): _ = try Base64.decode(configured: text)
                case .text, .json, .echo, .closure: break
                }
                return nil
            } catch {
                return (nil, String(describing: error))
            }
        }
    }
}
