import Foundation

/// The desktop files of several directories; for each id, the first readable one counts.
struct DesktopEntryFiles {
    /// Each id with its file's text, in the order of discovery; nil if the file hides the app.
    private(set) var found: [(id: String, text: DesktopEntryText?)] = []
    private var ids: Set<String> = []
    private var files = 0
    private var directories = 0

    /// More files than any menu shows. The limit keeps an accidentally huge directory from delaying
    /// a page.
    private static let mostFiles = 2000
    /// The largest size of a file in bytes; translated into every language, one has some 30,000.
    private static let fileSize = 64 << 10
    private static let mostDirectories = 500
    /// Deeper than any vendor's directory; the limit ends loops of links.
    private static let depth = 4

    mutating func look(in directory: String) { look(in: directory, prefix: "", depth: 0) }

    /// Looks for files; the id of one in a subdirectory is prefixed with that directory and a dash.
    private mutating func look(in directory: String, prefix: String, depth: Int) {
        guard depth <= Self.depth, directories < Self.mostDirectories else { return }
        directories += 1
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
        for name in (names ?? []).sorted() {
            guard files < Self.mostFiles else { return }
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".desktop"), name.utf8.count > 8 {
                add(path, id: prefix + name.dropLast(8))
            } else if !name.hasPrefix("."), Self.isDirectory(path) {
                look(in: path, prefix: "\(prefix)\(name)-", depth: depth + 1)
            }
        }
    }

    private mutating func add(_ path: String, id: String) {
        files += 1
        guard !ids.contains(id), let bytes = Self.bytes(of: path),
            let text = String(validating: bytes, as: UTF8.self),
            let entry = DesktopEntryText(text)
        else { return }
        ids.insert(id)
        found.append((id, entry.isTrue("Hidden") ? nil : entry))
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A file's bytes; nil if the file is too large or not a regular file.
    private static func bytes(of path: String) -> [UInt8]? {
        // Without O_NONBLOCK the opening of a pipe would wait for its writer for ever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: fileSize + 1)
        var size = 0
        while size < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress.map { $0 + size }, buffer.count - size)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return Array(bytes[..<size]) }
            size += count
        }
        return nil
    }
}
