/// The browser extension's files, embedded in the program byte for byte.
enum ExtensionFiles {
    /// A file by its path in the extension's directory.
    struct File: Sendable {
        let path: String
        let bytes: [UInt8]
    }

    /// All of them, by path.
    static let all = EmbeddedFiles.all.map { path, bytes in
        File(path: String(path.dropFirst("Extension/".count)), bytes: bytes)
    }.sorted { $0.path < $1.path }
}
