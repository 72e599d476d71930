import Foundation

/// A file of the repository: its path from the top, and its text.
struct SourceFile: Sendable {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The number of lines as an editor counts them: a newline at the end begins no further line.
    var lineCount: Int { text.isEmpty ? 0 : lines.count - (text.hasSuffix("\n") ? 1 : 0) }
}

/// A finding of a check, in the form of a compiler's message.
struct Finding: CustomStringConvertible, Equatable {
    let path: String
    let line: Int?
    let message: String

    init(_ file: SourceFile, line: Int? = nil, _ message: String) {
        self.init(path: file.path, line: line, message)
    }

    init(path: String, line: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(message)" }
}

/// The repository that these tests were compiled from.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// True if a file or folder is at the path, counted from the top.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The text of one file; throws if there is none.
    static func file(_ path: String) throws -> SourceFile {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return SourceFile(path: path, text: text)
    }

    /// The names in a directory, sorted; empty if there is no directory.
    static func names(in directory: String) -> [String] {
        let path = root.appending(path: directory).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The directories right below one, sorted.
    static func folders(in directory: String) -> [String] {
        names(in: directory).filter { isFolder("\(directory)/\($0)") }
    }

    /// Every text file below a directory, by path. A file that is not UTF-8 is not text.
    static func files(below directory: String) -> [SourceFile] {
        names(in: directory).filter { $0 != "__pycache__" && $0 != ".build" }
            .flatMap { name -> [SourceFile] in
                let path = directory.isEmpty ? name : "\(directory)/\(name)"
                guard !isFolder(path) else { return files(below: path) }
                return (try? file(path)).map { [$0] } ?? []
            }
    }

    /// Every Swift file below a directory, by path.
    static func swiftFiles(below directory: String) -> [SourceFile] {
        files(below: directory).filter { $0.path.hasSuffix(".swift") }
    }

    private static func isFolder(_ path: String) -> Bool {
        var folder: ObjCBool = false
        let full = root.appending(path: path).path
        return FileManager.default.fileExists(atPath: full, isDirectory: &folder)
            && folder.boolValue
    }
}
