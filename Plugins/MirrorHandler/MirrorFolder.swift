import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open folder, whose entries are read when its listing is.
final class MirrorFolder: Sendable {
    /// The folder's path below the root.
    let components: [String]
    let root: RootFolder
    private let descriptor: Int32
    private let hidden: HidePatterns
    private let clock: HostClock

    /// Takes over a folder's descriptor.
    init(
        _ descriptor: Int32,
        _ components: [String],
        _ root: RootFolder,
        _ hidden: HidePatterns,
        _ clock: HostClock
    ) {
        self.descriptor = descriptor
        self.components = components
        self.root = root
        self.hidden = hidden
        self.clock = clock
    }

    deinit { Self.close(descriptor) }

    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    /// The visible entries, sorted by the bytes of their names, which is the order of their code points.
    var listing: Listing {
        Listing { [self] in
            var names: ArraySlice<[UInt8]>?
            return {
                if names == nil { names = try await offload { try self.names() }[...] }
                while let name = names?.popFirst() {
                    if let entry = self.entry(name) { return entry }
                }
                return nil
            }
        }
    }

    /// Reads the folder once.
    private func names() throws -> [[UInt8]] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let error = errno
            if copy >= 0 { Self.close(copy) }
            throw unreadable(error)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw unreadable(errno) }
                break
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func unreadable(_ code: Int32) -> SchemeHostError {
        let name = components.last ?? root.path
        return SchemeHostError(.sourceUnavailable, "cannot read the folder \(name): \(String(errno: code))")
    }

    /// An entry as the listing shows it; nil where it is hidden, or gone by now.
    private func entry(_ bytes: [UInt8]) -> ListingEntry? {
        let name = String(decoding: bytes, as: UTF8.self)
        let path = components + [name]
        guard !hidden.hides(path, from: components.count), var status = FileStatus(entry: bytes, in: descriptor) else {
            return nil
        }
        let isName = name.utf8.elementsEqual(bytes) && !bytes.contains(UInt8(ascii: "\\"))
        guard isName else { return ListingEntry(name: name, kind: .refused) }
        if status.kind == .link {
            var leadsToHidden = false
            let target = try? root.status(of: path) { path in
                leadsToHidden = self.hidden.hides(path)
                return !leadsToHidden
            }
            if leadsToHidden { return nil }
            guard let target else { return ListingEntry(name: name, kind: .refused) }
            status = target
        }
        switch status.kind {
        case .file:
            return ListingEntry(
                name: name,
                kind: .file,
                size: status.size,
                modified: status.modified,
                entityTag: status.entityTag(now: clock.now()).description
            )
        case .directory:
            return ListingEntry(name: name, kind: .directory, modified: status.modified)
        case .link, .other:
            return ListingEntry(name: name, kind: .refused)
        }
    }
}
