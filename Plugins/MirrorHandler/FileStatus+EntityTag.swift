import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FileStatus {
    /// The entity tag of this version of the file.
    ///
    /// File systems keep times in steps, from some nanoseconds to the two seconds of FAT: a file that was written just
    /// now may be written again without a change to any number here. Its tag is weak until that is past, so that no
    /// client puts pieces of two versions together. The change time decides, since programs set the modification time
    /// as they like (`cp -p`, `touch -d`).
    func entityTag(now: Date) -> EntityTag {
        var fingerprint = Fingerprint()
        versionNumbers.forEach { fingerprint.add($0) }
        return EntityTag(
            fingerprint.value,
            UInt64(truncatingIfNeeded: size),
            isWeak: now.timeIntervalSince(changed) < Self.settlingTime
        )
    }

    /// Seconds after which a further write is sure to show in a file's times.
    private static let settlingTime: TimeInterval = 2
}
