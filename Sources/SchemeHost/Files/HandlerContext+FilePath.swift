#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension HandlerContext {
    /// The absolute path of a file that a library opens by itself, where no request is needed to know it.
    /// - Returns: nil where the reference has placeholders.
    /// - Throws: ``SchemeHostError`` with code `unsupported` where the reference is a URL.
    public func filePath(_ reference: RequestTemplate) throws -> String? {
        guard !Self.isURL(reference.description) else {
            throw SchemeHostError(
                .unsupported,
                "\(reference) is a URL, and what is read here must be a file; save it first and name its path"
            )
        }
        return reference.constant.map { resolve(path: $0) }
    }

    /// The absolute path of a file that a library opens by itself, filled from a request.
    ///
    /// Where the template has placeholders, links are resolved here, and the file must lie beneath the folder that the
    /// literal start of the template names. Prefer ``openSource(_:for:)``, which holds that promise against renames too.
    /// - Throws: ``SchemeHostError`` with code `unsupported` where the reference is a URL, `notFound` where the request's
    ///   values name nothing, `forbidden` where a link leads out, or `sourceUnavailable`.
    public func filePath(_ reference: RequestTemplate, for request: SchemeRequest) throws -> String {
        if let path = try filePath(reference) { return path }
        let path = resolve(path: try reference.expand(for: request, transform: RequestTemplate.component))
        let folder = resolve(path: reference.literalFolder)
        guard let root = Self.realPath(folder) else {
            throw SchemeHostError(.sourceUnavailable, "cannot open the folder \(folder): \(String(errno: errno))")
        }
        guard let real = Self.realPath(path) else {
            switch errno {
            case ENOENT, ENOTDIR, ENAMETOOLONG: throw SchemeHostError(.notFound, "there is no \(path)")
            default: throw SchemeHostError(.forbidden, "cannot reach \(path): \(String(errno: errno))")
            }
        }
        guard real.utf8.starts(with: (root == "/" ? root : root + "/").utf8) else {
            throw SchemeHostError(.forbidden, "\(path) leads out of the folder \(folder)")
        }
        return real
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
