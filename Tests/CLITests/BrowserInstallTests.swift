import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria browser install` and `uninstall`.
@Suite struct BrowserInstallTests {
    private let home: BrowserHome

    init() throws { home = try BrowserHome() }

    private static let chromium =
        ".config/chromium/NativeMessagingHosts/org.soteria.browser.json"
    private static let chrome =
        ".config/google-chrome/NativeMessagingHosts/org.soteria.browser.json"
    private static let firefox = ".mozilla/native-messaging-hosts/org.soteria.browser.json"
    private static let unpacked = ".local/share/soteria/browser-extension"

    @Test func everythingIsPutInPlace() throws {
        let run = home.browser(
            "install", "--browser", "chromium", "--browser", "chrome", "--browser", "firefox")
        #expect(run.status == 0, "\(run.error)")
        let expected =
            [Self.chromium, Self.chrome, Self.firefox, Self.unpacked + ".installed"]
            + ExtensionFiles.all.map { "\(Self.unpacked)/\($0.path)" }
        #expect(home.files == expected.sorted())
        for name in expected where !name.hasSuffix(".installed") {
            #expect(try home.mode(name) == 0o644, "\(name)")
        }
        for file in ExtensionFiles.all {
            let data = FileManager.default.contents(
                atPath: "\(home.path)/\(Self.unpacked)/\(file.path)")
            let isSame = data.map(Array.init) == file.bytes
            #expect(isSame, "\(file.path)")
        }
        for directory in [
            Self.unpacked, Self.unpacked + "/_locales", Self.unpacked + "/_locales/en",
            ".config/chromium/NativeMessagingHosts",
        ] {
            #expect(try home.mode(directory) == 0o755)
        }
        // Directories that only lead there keep the person's mode.
        #expect(try home.mode(".config/chromium") == 0o700)
    }

    @Test func eachFamilyHasItsManifest() throws {
        #expect(
            home.browser("install", "--browser", "chromium", "--browser", "firefox").status == 0)
        let chromium = try JSON(parsing: home.read(Self.chromium).utf8)
        #expect(chromium["name"]?.stringValue == "org.soteria.browser")
        #expect(chromium["type"]?.stringValue == "stdio")
        #expect(chromium["path"]?.stringValue == home.host)
        #expect(
            chromium["allowed_origins"]?[0]?.stringValue
                == "chrome-extension://\(BrowserExtension.chromiumID)/")
        #expect(chromium["allowed_extensions"] == nil)
        let firefox = try JSON(parsing: home.read(Self.firefox).utf8)
        #expect(firefox["allowed_extensions"]?[0]?.stringValue == "soteria@soteria.org")
        #expect(firefox["allowed_origins"] == nil)
    }

    @Test func whatIsLeftToDoIsSaid() throws {
        let run = home.browser("install", "--browser", "chromium", "--browser", "firefox")
        #expect(run.output.contains("written  \(home.path)/\(Self.firefox)\n"))
        let count = ExtensionFiles.all.count
        #expect(run.output.hasPrefix("written  \(count) files in \(home.path)/\(Self.unpacked)\n"))
        let removal = home.browser("uninstall").output
        #expect(removal.contains("removed  \(count) files in \(home.path)/\(Self.unpacked)\n"))
        #expect(home.browser("install", "--browser", "chromium").status == 0)
        #expect(run.output.contains("\"Load unpacked\" and select \(home.path)/\(Self.unpacked)."))
        #expect(run.output.contains("about:debugging#/runtime/this-firefox"))
        #expect(
            run.output.contains("sudo \(home.path)/bin/soteria browser install --system.\n"))
        let json = try JSON(
            parsing: home.browser("install", "--browser", "chromium", "--json").output.utf8)
        #expect(json["files"]?[0]?["deed"]?.stringValue == "unchanged")
        #expect(json["steps"]?[0]?.stringValue?.hasPrefix("Chromium:") == true)
    }

    @Test func aSecondTimeChangesNothing() throws {
        #expect(home.browser("install", "--browser", "firefox").status == 0)
        let before = home.files
        let run = home.browser("install", "--browser", "firefox")
        #expect(run.status == 0 && home.files == before)
        #expect(!run.output.contains("written"))
        #expect(run.output.contains("unchanged  \(ExtensionFiles.all.count + 1) files\n"))
    }

    @Test func whatIsDamagedIsReplaced() throws {
        #expect(home.browser("install", "--browser", "firefox").status == 0)
        try home.write("{}", Self.firefox)
        try home.write("", "\(Self.unpacked)/manifest.json")
        #expect(chmod("\(home.path)/\(Self.unpacked)/background.js", 0o600) == 0)
        let run = home.browser("install", "--browser", "firefox")
        #expect(run.output.components(separatedBy: "written").count == 4)
        #expect(try home.mode("\(Self.unpacked)/background.js") == 0o644)
        #expect(home.browser("status", "--browser", "firefox").status == 0)
    }

    @Test func onlyBrowsersThatAreThereAreMeant() throws {
        #expect(home.browser("install").status == 1)
        #expect(home.browser("install").error.contains("no Chromium, Chrome or Firefox was found"))
        #expect(home.files == [])
        try home.makeDirectory(".mozilla")
        #expect(home.browser("install").status == 0)
        #expect(home.exists(Self.firefox) && !home.exists(Self.chromium))
        try home.write("#!/bin/sh\n", "bin/chromium")
        #expect(chmod(home.path + "/bin/chromium", 0o755) == 0)
        #expect(home.browser("install").status == 0)
        #expect(home.exists(Self.chromium) && !home.exists(Self.chrome))
    }

    @Test func theEnvironmentMovesThePlaces() throws {
        let run = home.browser(
            "install", "--browser", "chromium", "--browser", "firefox",
            environment: [
                "XDG_CONFIG_HOME": home.path + "/conf", "XDG_DATA_HOME": home.path + "/data",
            ])
        #expect(run.status == 0)
        #expect(home.exists("conf/chromium/NativeMessagingHosts/org.soteria.browser.json"))
        #expect(home.exists("data/soteria/browser-extension/manifest.json"))
        #expect(home.exists(Self.firefox) && !home.exists(".config"))
        #expect(
            home.browser(
                "install", "--browser", "chrome",
                environment: [
                    "XDG_CONFIG_HOME": "relative", "CHROME_CONFIG_HOME": home.path + "/c",
                ]
            ).status == 0)
        #expect(home.exists("c/google-chrome/NativeMessagingHosts/org.soteria.browser.json"))
    }

    @Test func withoutAHostNothingIsDone() throws {
        try home.writeHost(version: "0.0.1")
        var run = home.browser("install", "--browser", "firefox")
        #expect(run.status == 1 && run.error.contains("is version 0.0.1, but this program is"))
        try FileManager.default.removeItem(atPath: home.host)
        run = home.browser("install", "--browser", "firefox")
        #expect(run.status == 1 && run.error.contains("is missing"))
        #expect(home.files == [])
    }

    @Test func whatAnEarlierVersionHadGoes() throws {
        #expect(home.browser("install", "--browser", "firefox").status == 0)
        try home.write("old", "\(Self.unpacked)/lib/old.js")
        try home.write("mine", "\(Self.unpacked)/lib/mine.js")
        try home.write("safe", "safe.js")
        try home.write(
            "manifest.json\nlib/old.js\n../../../../safe.js\n/etc/hostname\n\n",
            Self.unpacked + ".installed")
        #expect(home.browser("install", "--browser", "firefox").status == 0)
        #expect(!home.exists("\(Self.unpacked)/lib/old.js") && home.exists("safe.js"))
        // Nobody asked for that.
        #expect(home.exists("\(Self.unpacked)/lib/mine.js"))
    }

    @Test func uninstallRemovesWhatIsOurs() throws {
        try home.write("{}", ".mozilla/native-messaging-hosts/other.json")
        #expect(
            home.browser("install", "--browser", "chromium", "--browser", "firefox").status == 0)
        var run = home.browser("uninstall", "--browser", "chromium")
        #expect(run.status == 0 && run.output.contains("removed  \(home.path)/\(Self.chromium)"))
        // Firefox still needs it.
        #expect(home.exists(Self.unpacked + "/manifest.json"))
        run = home.browser("uninstall")
        #expect(run.status == 0)
        #expect(home.files == [".mozilla/native-messaging-hosts/other.json"])
        #expect(!home.exists(Self.unpacked))
        #expect(home.browser("uninstall").output == "Nothing was installed.\n")
    }

    @Test func whatAPersonPutThereStays() throws {
        #expect(home.browser("install", "--browser", "firefox").status == 0)
        try home.write("mine", "\(Self.unpacked)/mine.txt")
        #expect(home.browser("uninstall").status == 0)
        #expect(home.files == ["\(Self.unpacked)/mine.txt"])
    }

    @Test func aPlaceThatCannotBeWrittenIsNamed() throws {
        try home.write("a file", ".mozilla")
        let run = home.browser("install", "--browser", "firefox")
        #expect(run.status == 1 && run.error.contains(".mozilla"))
        #expect(home.browser("uninstall").status == 0)
    }

    @Test(arguments: [
        ["install", "--browser", "lynx"], ["install", "--root", "/x"],
        ["install", "--system", "--root", "x"], ["install", "--host", "x"], ["uninstall", "x"],
    ])
    func mistakesAreRefused(arguments: [String]) {
        #expect(home.run(["browser"] + arguments).status == 64)
        #expect(home.files == [])
    }

    @Test func withoutAHomeNothingIsKnown() {
        let run = CommandRun("browser", "status", environment: ["HOME": "relative"])
        #expect(
            run.status == 1
                && run.error == "soteria: the variable HOME must be set to an absolute path\n")
    }
}
