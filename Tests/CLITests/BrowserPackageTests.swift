import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// The files of packages, and the extension itself.
@Suite struct BrowserPackageTests {
    @Test func aPackageHasDebiansPlaces() throws {
        let home = try BrowserHome()
        let root = home.path + "/package"
        let run = home.browser(
            "install", "--system", "--root", root + "/", "--host", "/usr/bin/soteria-browser-host")
        #expect(run.status == 0, "\(run.error)")
        let files = home.files.filter { !$0.hasSuffix(".installed") }
        let expected =
            [
                "etc/chromium/native-messaging-hosts/org.soteria.browser.json",
                "etc/opt/chrome/native-messaging-hosts/org.soteria.browser.json",
                "usr/lib/mozilla/native-messaging-hosts/org.soteria.browser.json",
                "usr/share/chromium/extensions/soteria",
                "usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/"
                    + "soteria@soteria.org",
            ] + ExtensionFiles.all.map { "usr/share/webext/soteria/" + $0.path }
        #expect(files == expected.map { "package/" + $0 }.sorted())
        let manifest = try JSON(
            parsing: home.read(
                "package/etc/chromium/native-messaging-hosts/org.soteria.browser.json"
            ).utf8)
        #expect(manifest["path"]?.stringValue == "/usr/bin/soteria-browser-host")
        // Links lead to the extension wherever the package is unpacked.
        for link in expected[3...4] {
            #expect(home.exists("package/\(link)/manifest.json"))
        }
        for directory in ["package/usr", "package/etc/chromium", "package/usr/share/webext"] {
            #expect(try home.mode(directory) == 0o755)
        }
    }

    @Test func aPackageIsMadeAndUnmadeAgain() throws {
        let home = try BrowserHome()
        let package = ["--system", "--root", home.path + "/p"]
        let install = ["browser", "install", "--host", "/usr/bin/x"] + package
        #expect(home.run(install).status == 0)
        let before = home.files
        #expect(!home.run(install).output.contains("written") && home.files == before)
        #expect(home.run(["browser", "uninstall"] + package).status == 0)
        #expect(home.files == [])
    }

    @Test func aPackageIsMadeWithoutAHome() throws {
        let home = try BrowserHome()
        let run = home.run(
            [
                "browser", "install", "--system", "--root", home.path + "/p", "--host",
                "/usr/bin/x",
            ], environment: ["HOME": ""])
        #expect(run.status == 0, "\(run.error)")
        #expect(home.exists("p/etc/chromium/native-messaging-hosts/org.soteria.browser.json"))
    }

    @Test func whatLiesWhereALinkShouldBeIsNotTornDown() throws {
        let home = try BrowserHome()
        try home.write("mine", "p/usr/share/chromium/extensions/soteria/mine.js")
        let run = home.browser(
            "install", "--system", "--root", home.path + "/p", "--host", "/usr/bin/x")
        #expect(run.status == 1 && run.error.contains("extensions/soteria could not be created"))
        #expect(home.exists("p/usr/share/chromium/extensions/soteria/mine.js"))
    }

    // MARK: The extension

    /// The folder of the extension in the sources.
    private var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/soteria/Extension")
    }

    @Test func everyFileOfTheFolderIsEmbedded() throws {
        let path = folder.resolvingSymlinksInPath().path
        let names = try #require(FileManager.default.enumerator(atPath: path)?.allObjects)
        let files = names.compactMap { $0 as? String }.filter { name in
            var isDirectory: ObjCBool = false
            let there = FileManager.default.fileExists(
                atPath: "\(path)/\(name)", isDirectory: &isDirectory)
            return there && !isDirectory.boolValue
        }
        #expect(files.sorted() == ExtensionFiles.all.map(\.path).sorted())
        for file in ExtensionFiles.all {
            let data = FileManager.default.contents(atPath: "\(path)/\(file.path)")
            let isSame = data.map(Array.init) == file.bytes
            #expect(isSame, "\(file.path)")
        }
    }

    @Test func theIdsAreThoseOfTheManifest() throws {
        let bytes = try #require(ExtensionFiles.all.first { $0.path == "manifest.json" }?.bytes)
        let manifest = try JSON(parsing: bytes)
        let gecko = manifest["browser_specific_settings"]?["gecko"]
        #expect(gecko?["id"]?.stringValue == BrowserExtension.firefoxID)
        // Chromium makes the id of the key: the first half of its SHA-256, in letters from a on.
        let key = try #require(manifest["key"]?.stringValue.flatMap { Data(base64Encoded: $0) })
        let file = NSTemporaryDirectory() + "soteria-key-\(UUID().uuidString.prefix(8))"
        try key.write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let sum = ProgramResult.running("sha256sum", [file])
        try #require(sum.status == 0)
        let letters = try sum.output.prefix(32).map { digit in
            let value = try #require(digit.hexDigitValue)
            return String(UnicodeScalar(UInt8(ascii: "a") + UInt8(value)))
        }
        #expect(letters.joined() == BrowserExtension.chromiumID)
    }

    @Test func theVersionsAreThoseOfTheManifestAndTheScripts() throws {
        let all = ExtensionFiles.all
        let manifest = try JSON(
            parsing: #require(all.first { $0.path == "manifest.json" }?.bytes))
        #expect(manifest["version"]?.stringValue == Version.text)
        let host = try #require(all.first { $0.path == "lib/host.js" }?.bytes)
        let script = String(decoding: host, as: UTF8.self)
        #expect(
            script.contains("export const PROTOCOL = \(BrowserExtension.protocolVersion);"))
        #expect(
            script.contains("export const HOST_NAME = \"\(BrowserExtension.hostName)\";"))
    }

    @Test func noNameLeadsOutOfTheDirectory() {
        for file in ExtensionFiles.all {
            #expect(!file.path.hasPrefix("/") && !file.path.contains(".."))
            #expect(!file.bytes.isEmpty)
        }
        #expect(Set(ExtensionFiles.all.map(\.path)).count == ExtensionFiles.all.count)
    }
}
