/// The embedded files: templates, texts, and the files that pages refer to.
enum PageFiles {
    static let templates = named(".mustache")

    static let english = named(".json")

    private static let files: [String: (type: String, body: [UInt8])] = [
        "style.css": (
            "text/css; charset=utf-8",
            ["Look/tokens.css", "Look/page.css", "Look/components.css"].flatMap { bytes($0) }
        ),
        "page.js": ("text/javascript; charset=utf-8", bytes("Look/page.js")),
        "icon.svg": ("image/svg+xml", bytes("Look/icon.svg")),
    ]

    /// A file that pages refer to; nil if the path names none.
    static func file(_ path: [String]) -> PageResponse? {
        guard path.count == 1, let name = path.first, let file = files[name] else { return nil }
        return .file(contentType: file.type, body: file.body)
    }

    private static func named(_ ending: String) -> [String: [UInt8]] {
        let files = EmbeddedFiles.all.filter { $0.key.hasSuffix(ending) }.map { path, bytes in
            (String(path.split(separator: "/").last?.dropLast(ending.count) ?? ""), bytes)
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    private static func bytes(_ path: String) -> [UInt8] {
        guard let bytes = EmbeddedFiles.all[path] else {
            preconditionFailure("there is no \(path)")
        }
        return bytes
    }
}
