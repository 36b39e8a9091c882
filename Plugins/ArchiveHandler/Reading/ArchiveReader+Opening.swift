import CArchive
import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ArchiveReader {
    static func enable(_ format: ArchiveFormat, _ handle: OpaquePointer) {
        switch format {
        case .zip: archive_read_support_format_zip(handle)
        case .tar: archive_read_support_format_tar(handle)
        case .sevenZip: archive_read_support_format_7zip(handle)
        case .ar: archive_read_support_format_ar(handle)
        case .cpio: archive_read_support_format_cpio(handle)
        case .rar:
            archive_read_support_format_rar(handle)
            archive_read_support_format_rar5(handle)
        case .cab: archive_read_support_format_cab(handle)
        case .lha: archive_read_support_format_lha(handle)
        case .iso: archive_read_support_format_iso9660(handle)
        case .xar: archive_read_support_format_xar(handle)
        case .warc: archive_read_support_format_warc(handle)
        case .mtree: archive_read_support_format_mtree(handle)
        }
    }

    func setOptions() {
        // On Apple platforms resource forks would be merged into other entries: the same listing everywhere.
        archive_read_set_option(handle, nil, "mac-ext", nil)
        // Formats that name their encoding themselves do not know the option, and need none.
        if let encoding = settings.nameEncoding {
            UTF8Locale.use { _ = archive_read_set_option(handle, nil, "hdrcharset", encoding) }
        }
        if let password = settings.password, !password.isEmpty {
            archive_read_add_passphrase(handle, password)
        }
    }

    /// Whether names in an encoding can be converted.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    static func checkNameEncoding(_ name: String) throws {
        guard let probe = archive_read_new() else { return }
        defer { archive_read_free(probe) }
        enable(.zip, probe)
        let status = UTF8Locale.use { archive_read_set_option(probe, nil, "hdrcharset", name) }
        guard status == ARCHIVE_OK else {
            throw SchemeHostError(
                .invalidConfiguration,
                "\"nameEncoding\": names in \"\(name)\" cannot be converted; known are names as CP866 or SHIFT_JIS"
            )
        }
    }
}

extension ArchiveInput {
    /// Makes a handle read from here. The handle does not keep this object alive.
    func attach(to handle: OpaquePointer) {
        archive_read_set_read_callback(handle) { _, data, buffer in
            guard let bytes = ArchiveInput.from(data)?.read() else { return la_ssize_t(ARCHIVE_FATAL) }
            buffer?.pointee = bytes.baseAddress
            return bytes.count
        }
        archive_read_set_skip_callback(handle) { _, data, count in
            ArchiveInput.from(data)?.skip(count) ?? 0
        }
        archive_read_set_seek_callback(handle) { _, data, offset, whence in
            ArchiveInput.from(data)?.seek(offset, from: whence) ?? la_int64_t(ARCHIVE_FATAL)
        }
        archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> ArchiveInput? {
        data.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// libarchive converts names through the locale, and loses those that the locale cannot write. A program that never
/// calls `setlocale` is in the locale "C"; this changes it for one call on one thread, and for nobody else.
enum UTF8Locale {
    // Made once, never freed and never changed.
    nonisolated(unsafe) private static let locale: locale_t? = {
        for name in ["C.UTF-8", "UTF-8", "en_US.UTF-8"] {
            if let locale = newlocale(mask, name, nil) { return locale }
        }
        return nil
    }()

    #if canImport(Darwin)
    private static let mask = LC_CTYPE_MASK
    #else
    private static let mask: Int32 = 1 << LC_CTYPE
    #endif

    static func use<Result>(_ work: () throws -> Result) rethrows -> Result {
        guard let locale else { return try work() }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        return try work()
    }
}
