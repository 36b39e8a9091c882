import SchemeHost

/// The folder that a mirror serves: one, or one for each value of a placeholder.
final class MirrorRoot: Sendable {
    private let template: RequestTemplate
    private let path: String
    private let held: Lock<(folder: RootFolder, status: FileStatus)>

    /// Opens the folder, or the one that holds the folders for all values.
    init(_ template: RequestTemplate, context: HandlerContext) throws {
        self.template = template
        path = context.resolve(path: template.constant ?? template.literalFolder)
        let folder = try RootFolder(path: path)
        held = Lock((folder, try folder.status))
    }

    /// The folder for a request. Values that `hidden` names lead nowhere.
    func folder(for request: SchemeRequest, _ hidden: HidePatterns) throws -> RootFolder {
        let outer = try current()
        guard template.constant == nil else { return outer }
        let components = try template.components(for: request) { value in
            guard !hidden.hides([value]) else {
                throw SchemeHostError(.notFound, "there is no folder for \"\(value)\"")
            }
        }
        return try RootFolder(components, beneath: outer)
    }

    /// The folder that has the path now: a new version may have been moved to where the one held was.
    private func current() throws -> RootFolder {
        let status = FileStatus(path: path)
        return try held.withLock { held in
            if let status, held.status.isSameFile(as: status) { return held.folder }
            let folder = try RootFolder(path: path)
            held = (folder, try folder.status)
            return folder
        }
    }
}
