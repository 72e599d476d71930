import Foundation

/// Puts in place what the extension and its program need, for one person or for the machine.
struct BrowserInstallation {
    let places: BrowserPlaces
    /// For the machine instead of the person.
    let isForMachine: Bool
    /// What the machine's places lie below: empty, or the directory of a package in the making.
    var root = ""

    /// The mode of directories on the way: a person's own in their home, everybody's elsewhere.
    private var parents: mode_t { isForMachine ? 0o755 : 0o700 }

    /// The directory of the extension's files.
    var extensionDirectory: String {
        isForMachine
            ? root + BrowserPlaces.systemExtensionDirectory : places.extensionDirectory
    }

    func manifest(_ browser: Browser) -> String {
        isForMachine ? root + BrowserPlaces.systemManifest(browser) : places.manifest(browser)
    }

    /// The list of what was unpacked, by which a later version removes what it no longer has.
    private var list: String { extensionDirectory + ".installed" }

    /// Installs for these browsers; `host` is the absolute path that the manifests name.
    func install(_ browsers: [Browser], host: String) throws -> [PlacedFile] {
        var done = try unpack()
        for browser in browsers {
            let bytes = try NativeManifest(browser, host: host).bytes
            done.append(try PlacedFile.put(bytes, at: manifest(browser), parents: parents))
            if isForMachine, let link = BrowserPlaces.systemLink(browser) {
                done.append(
                    try PlacedFile.link(
                        root + link.path, to: link.destination, parents: parents))
            }
        }
        return done
    }

    /// Removes what belongs to these browsers, and the extension once none needs it.
    func uninstall(_ browsers: [Browser]) throws -> [PlacedFile] {
        var done: [PlacedFile] = []
        for browser in browsers {
            done += [try PlacedFile.remove(manifest(browser))].compactMap { $0 }
            if isForMachine, let link = BrowserPlaces.systemLink(browser) {
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
        // Listed first: what a failure leaves behind is known.
        _ = try PlacedFile.put(text, at: list, parents: parents)
        for file in ExtensionFiles.all {
            let path = "\(extensionDirectory)/\(file.path)"
            done.append(try PlacedFile.put(file.bytes, at: path, parents: parents))
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
        // Directories go where nobody put anything else into them.
        let directories = Set(names.flatMap(Self.directories(of:))).sorted { $0 > $1 }
        for directory in directories { rmdir("\(extensionDirectory)/\(directory)") }
        rmdir(extensionDirectory)
        return done
    }

    /// The names in the list, as far as they lead to no place but the extension's directory.
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
