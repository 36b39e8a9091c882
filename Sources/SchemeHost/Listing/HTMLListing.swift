#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A listing as a page: works without scripts, follows the reader's light or dark preference.
enum HTMLListing {
    static func head(title: String, hasParent: Bool) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escape(title))</title>
        <style>
        :root { color-scheme: light dark }
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
        h1 { font-size: 1.25rem; overflow-wrap: anywhere }
        table { border-collapse: collapse; width: 100% }
        th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .25rem .5rem; text-align: left }
        th { font-weight: 600 }
        .size, .time { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap }
        .name { overflow-wrap: anywhere; width: 100% }
        .refused { opacity: .6 }
        a { text-decoration: none }
        a:hover { text-decoration: underline }
        </style>
        <h1>\(escape(title))</h1>
        <table>
        <thead><tr><th class="name">Name</th><th class="size">Size</th><th class="time">Modified</th></tr></thead>
        <tbody>
        \(hasParent ? "<tr><td class=\"name\"><a href=\"../\">../</a></td><td class=\"size\"></td><td class=\"time\"></td></tr>\n" : "")
        """
    }

    static let tail = "</tbody>\n</table>\n</html>\n"

    static func row(_ entry: ListingEntry) -> String {
        let slash = entry.kind == .directory ? "/" : ""
        let label = escape(entry.name) + slash
        let name =
            entry.kind == .refused
            ? "<span class=\"refused\" title=\"never served: the name is no safe path, or it is no file\">\(label)</span>"
            : "<a href=\"./\(escape(href(entry.name)))\(slash)\">\(label)</a>"
        let size = entry.size.map(humanSize) ?? ""
        let time = entry.modified.map { String($0.formatted(.iso8601).prefix(16)).replacing("T", with: " ") } ?? ""
        return
            "<tr><td class=\"name\">\(name)</td><td class=\"size\">\(size)</td><td class=\"time\">\(time)</td></tr>\n"
    }

    private static func href(_ name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(component: $0) }.joined(separator: "/")
    }

    private static func humanSize(_ bytes: Int64) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = 0
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    static func escape(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
