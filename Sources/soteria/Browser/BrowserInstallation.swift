import Foundation
import Localization

/// Installs the files of the extension and its host, for one person or for the machine.
struct BrowserInstallation {
    let places: BrowserPaths
    let isForMachine: Bool
    /// The prefix of the machine's paths: empty, or the directory of a package that is being built.
    var root = ""

    /// The mode of created parent directories: private in a person's home, else public.
    private var parents: mode_t { isForMachine ? 0o755 : 0o700 }

    var extensionDirectory: String {
        isForMachine
            ? root + BrowserPaths.systemExtensionDirectory : places.extensionDirectory
    }

    func manifest(_ browser: Browser) -> String {
        isForMachine ? root + BrowserPaths.systemManifest(browser) : places.manifest(browser)
    }

    /// The list of unpacked files. A later version removes those that it no longer has.
    private var list: String { extensionDirectory + ".installed" }

    /// Installs for these browsers; `host` is the absolute path in the manifests.
    func install(_ browsers: [Browser], host: String) throws -> [PlacedFile] {
        var done = try unpack()
        for browser in browsers {
            let bytes = try NativeManifest(browser, host: host).bytes
            done.append(try PlacedFile.put(bytes, at: manifest(browser), parents: parents))
            if isForMachine, let link = BrowserPaths.systemLink(browser) {
                done.append(
                    try PlacedFile.link(
                        root + link.path, to: link.destination, parents: parents))
            }
        }
        return done
    }

    /// Removes the files of these browsers, and the extension once no browser needs it.
    func uninstall(_ browsers: [Browser]) throws -> [PlacedFile] {
        var done: [PlacedFile] = []
        for browser in browsers {
            done += [try PlacedFile.remove(manifest(browser))].compactMap { $0 }
            if isForMachine, let link = BrowserPaths.systemLink(browser) {
                done += [try PlacedFile.remove(root + link.path)].compactMap { $0 }
            }
        }
        let isNeeded = Browser.allCases.contains { access(manifest($0), F_OK) == 0 }
        if !isNeeded { done += try removeExtension() }
        return done
    }

    private func unpack() throws -> [PlacedFile] {
        var done: [PlacedFile] = []
        let names = ExtensionFiles.all.map(\.path)
        for name in listed where !names.contains(name) {
            done += [try PlacedFile.remove("\(extensionDirectory)/\(name)")].compactMap { $0 }
        }
        let text = Array((names.sorted().joined(separator: "\n") + "\n").utf8)
        // Listed first, so that a failure leaves only known files.
        _ = try PlacedFile.put(text, at: list, parents: parents)
        try PlacedFile.makeDirectory(
            URL(fileURLWithPath: extensionDirectory), mode: 0o755, parents: parents)
        for file in ExtensionFiles.all {
            let path = "\(extensionDirectory)/\(file.path)"
            done.append(try PlacedFile.put(file.bytes, at: path, parents: 0o755))
        }
        return done
    }

    private func removeExtension() throws -> [PlacedFile] {
        let names = Set(listed + ExtensionFiles.all.map(\.path))
        var done: [PlacedFile] = []
        for name in names.sorted() {
            done += [try PlacedFile.remove("\(extensionDirectory)/\(name)")].compactMap { $0 }
        }
        _ = try PlacedFile.remove(list)
        // Only directories without other files are removed.
        let directories = Set(names.flatMap(Self.directories(of:))).sorted { $0 > $1 }
        for directory in directories { rmdir("\(extensionDirectory)/\(directory)") }
        rmdir(extensionDirectory)
        return done
    }

    /// The names in the list, without any that lead outside the extension's directory.
    private var listed: [String] {
        let data = FileManager.default.contents(atPath: list) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { name in
                let parts = name.split(separator: "/", omittingEmptySubsequences: false)
                return parts.allSatisfy { !["", ".", ".."].contains($0) }
            }
    }

    private static func directories(of name: String) -> [String] {
        let parts = name.split(separator: "/").dropLast()
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
}

/// The browser extension's files, embedded in the program byte for byte.
enum ExtensionFiles {
    struct File: Sendable {
        let path: String
        let bytes: [UInt8]
    }

    static let all = EmbeddedFiles.all.compactMap { path, bytes in
        path.hasPrefix(directory)
            ? File(path: String(path.dropFirst(directory.count)), bytes: bytes) : nil
    }.sorted { $0.path < $1.path }

    private static let directory = "Extension/"
}

struct PlacedFile: Codable, Hashable, Sendable {
    enum Deed: String, Codable, Hashable, Sendable {
        case written
        case unchanged
        case removed
    }

    let path: String
    let deed: Deed
}

extension PlacedFile {
    /// Writes a file atomically; every user can read it.
    ///
    /// Creates missing directories. Every user can read the last one; its parents get the given
    /// mode, which is private in a person's home.
    static func put(_ bytes: [UInt8], at path: String, parents mode: mode_t) throws -> PlacedFile {
        let place = URL(fileURLWithPath: path)
        try makeDirectory(place.deletingLastPathComponent(), mode: 0o755, parents: mode)
        if isThere(path, bytes) { return PlacedFile(path: path, deed: .unchanged) }
        let file = try AtomicFile(path, replaces: true, mode: 0o644)
        try file.write(bytes)
        try file.finish()
        return PlacedFile(path: path, deed: .written)
    }

    static func link(_ path: String, to destination: String, parents mode: mode_t) throws
        -> PlacedFile
    {
        let place = URL(fileURLWithPath: path)
        try makeDirectory(place.deletingLastPathComponent(), mode: 0o755, parents: mode)
        let files = FileManager.default
        if (try? files.destinationOfSymbolicLink(atPath: path)) == destination {
            return PlacedFile(path: path, deed: .unchanged)
        }
        // Only a link or a file is replaced: a directory may hold the person's own files.
        unlink(path)
        guard symlink(destination, path) == 0 else {
            throw Failure(path, couldNotBe: localized("created"), errno)
        }
        return PlacedFile(path: path, deed: .written)
    }

    /// Removes a file or a link; nil if there was none.
    static func remove(_ path: String) throws -> PlacedFile? {
        if unlink(path) == 0 { return PlacedFile(path: path, deed: .removed) }
        guard [ENOENT, ENOTDIR].contains(errno) else {
            throw Failure(path, couldNotBe: localized("removed"), errno)
        }
        return nil
    }

    private static func isThere(_ path: String, _ bytes: [UInt8]) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode == S_IFREG | 0o644,
            let data = FileManager.default.contents(atPath: path)
        else { return false }
        return Array(data) == bytes
    }

    fileprivate static func makeDirectory(_ directory: URL, mode: mode_t, parents: mode_t) throws {
        let path = directory.path
        if access(path, F_OK) == 0 { return }
        if path != "/" {
            try makeDirectory(
                directory.deletingLastPathComponent(), mode: parents, parents: parents)
        }
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw Failure(path, couldNotBe: localized("created"), errno)
        }
        // Independent of the process's umask.
        guard chmod(path, mode) == 0 else {
            throw Failure(path, couldNotBe: localized("created"), errno)
        }
    }
}
