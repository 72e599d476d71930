import Foundation
import Glibc
import Testing

@testable import RuleEditing

/// A machine's directories of desktop files, removed with the test.
final class MadeUpMachine {
    /// The root of the made-up machine.
    let root: String

    init() throws {
        root =
            FileManager.default.temporaryDirectory
            .appending(path: "soteria-apps-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Writes a file of any bytes, with the directories above it.
    func write(_ bytes: [UInt8], to path: String) throws {
        let file = URL(filePath: root + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// Writes a desktop file: the lines of its group, upon `Type=Application`.
    func install(_ lines: String, at path: String) throws {
        try write(Array("[Desktop Entry]\nType=Application\n\(lines)\n".utf8), to: path)
    }

    /// The apps found, by id.
    func found(_ environment: [String: String] = ["HOME": "/home/p"], locale: String? = nil)
        -> [DesktopEntry]
    {
        DesktopEntries.installed(environment: environment, locale: locale, root: root)
    }
}

/// The apps that are installed, from the directories of the specification.
@Suite struct DesktopEntriesTests {
    private let machine: MadeUpMachine
    private let system = "/usr/share/applications/"
    private let local = "/usr/local/share/applications/"
    private let own = "/home/p/.local/share/applications/"

    init() throws { machine = try MadeUpMachine() }

    private func ids(_ environment: [String: String] = ["HOME": "/home/p"]) -> [String] {
        machine.found(environment).map(\.id)
    }

    @Test func anAppAsMenusShowIt() throws {
        try machine.install(
            "Name=Steam\nComment=Play games\nCategories=Network;Game;\nExec=steam %U\nIcon=steam",
            at: system + "com.valvesoftware.Steam.desktop")
        #expect(
            machine.found() == [
                DesktopEntry(
                    id: "com.valvesoftware.Steam", name: "Steam", comment: "Play games",
                    categories: ["Network", "Game"])
            ])
    }

    @Test func nothingInstalledIsNothing() {
        #expect(machine.found() == [] && machine.found([:]) == [])
    }

    @Test func theDirectoriesOfTheSpecification() throws {
        try machine.install("Name=A", at: own + "a.desktop")
        try machine.install("Name=B", at: local + "b.desktop")
        try machine.install("Name=C", at: system + "c.desktop")
        try machine.install("Name=D", at: "/data/applications/d.desktop")
        try machine.install("Name=E", at: "/one/applications/e.desktop")
        try machine.install("Name=F", at: "/var/lib/flatpak/exports/share/applications/f.desktop")
        #expect(ids() == ["a", "b", "c"])
        #expect(ids([:]) == ["b", "c"])
        #expect(ids(["XDG_DATA_HOME": "/data", "HOME": "/home/p"]) == ["b", "c", "d"])
        #expect(ids(["XDG_DATA_HOME": "", "HOME": "/home/p"]) == ["a", "b", "c"])
        // Relative paths are to be ignored, one that stands twice is looked at once.
        #expect(ids(["XDG_DATA_HOME": "data", "HOME": "/home/p"]) == ["a", "b", "c"])
        #expect(
            ids([
                "XDG_DATA_DIRS": "/one/:relative::/var/lib/flatpak/exports/share:/one:/usr/share",
                "HOME": "/home/p",
            ]) == ["a", "c", "e", "f"])
        #expect(ids(["XDG_DATA_DIRS": ""]) == ["b", "c"])
    }

    @Test func theFirstOfAnIDCounts() throws {
        try machine.install("Name=Mine", at: own + "x.desktop")
        try machine.install("Name=Local", at: local + "x.desktop")
        try machine.install("Name=System", at: system + "x.desktop")
        #expect(machine.found().map(\.name) == ["Mine"])
        #expect(machine.found(["HOME": "/home/q"]).map(\.name) == ["Local"])
    }

    @Test(arguments: ["Hidden=true", "Name=X\nNoDisplay=true", "Name=X\nHidden=true", "Name="])
    func whatHidesTheOthersOfItsID(lines: String) throws {
        try machine.install("Name=Shown", at: system + "x.desktop")
        try machine.install(lines, at: own + "x.desktop")
        #expect(ids() == [])
        #expect(ids(["HOME": "/home/q"]) == ["x"])
    }

    @Test func directoriesBelowStandInTheID() throws {
        try machine.install("Name=A", at: system + "kde/a.desktop")
        try machine.install("Name=B", at: system + "kde/four/b.desktop")
        try machine.install("Name=Second", at: local + "kde-a.desktop")
        try machine.install("Name=Dotted", at: system + ".hidden/c.desktop")
        let found = machine.found()
        #expect(found.map(\.id) == ["kde-four-b", "kde-a"])
        #expect(found.map(\.name) == ["B", "Second"])
    }

    @Test func idsThatNoRuleCouldNameAreLeftOut() throws {
        for name in [
            "fine", "org.telegram.desktop", "a b", "x;y", ".hidden", "-dash", "ü", "snap_snap",
            "foo.desktop", "{}",
        ] {
            try machine.install("Name=\(name)", at: "\(system)\(name).desktop")
        }
        try machine.install("Name=No id", at: system + ".desktop")
        try machine.install("Name=Other", at: system + "other.txt")
        #expect(Set(ids()) == ["fine", "org.telegram.desktop", "snap_snap", "ü"])
    }

    @Test func whatIsNoAppIsLeftOut() throws {
        try machine.install("Name=App", at: system + "app.desktop")
        for (name, text) in [
            ("link", "[Desktop Entry]\nType=Link\nName=Link\nURL=https://a.example\n"),
            ("directory", "[Desktop Entry]\nType=Directory\nName=Directory\n"),
            ("untyped", "[Desktop Entry]\nName=Untyped\n"),
            ("unnamed", "[Desktop Entry]\nType=Application\n"),
            ("blank", "[Desktop Entry]\nType=Application\nName= \\s\\n\n"),
            ("groupless", "Type=Application\nName=Groupless\n"),
            ("other", "[Desktop Action New]\nType=Application\nName=Other\n"),
            ("empty", ""), ("noise", "\u{1}\u{2}[[[\n===\n"),
        ] {
            try machine.write(Array(text.utf8), to: "\(system)\(name).desktop")
        }
        #expect(ids() == ["app"])
    }

    @Test func theDesktopThatItIsShownOn() throws {
        try machine.install("Name=All", at: system + "all.desktop")
        try machine.install("Name=KDE\nOnlyShowIn=KDE;", at: system + "kde.desktop")
        try machine.install("Name=Not GNOME\nNotShowIn=GNOME;X", at: system + "not.desktop")
        func shown(_ desktop: String?) -> [String] {
            var environment = ["HOME": "/home/p"]
            environment["XDG_CURRENT_DESKTOP"] = desktop
            return ids(environment)
        }
        #expect(shown(nil) == ["all", "kde", "not"] && shown("") == ["all", "kde", "not"])
        #expect(shown("KDE") == ["all", "kde", "not"])
        #expect(shown("GNOME") == ["all"])
        #expect(shown("ubuntu:GNOME") == ["all"])
        #expect(shown("sway") == ["all", "not"])
    }

    // MARK: - Files that are not as they should be

    @Test func brokenFilesHideNothing() throws {
        try machine.install("Name=Fine", at: system + "x.desktop")
        try machine.write([0xff, 0xfe, 0x00], to: own + "x.desktop")
        try machine.write(Array("garbage".utf8), to: local + "x.desktop")
        #expect(machine.found().map(\.name) == ["Fine"])
    }

    @Test func filesThatAreTooLargeAreSkipped() throws {
        let comment = String(repeating: "#", count: 64 << 10)
        try machine.install("Name=Large\n\(comment)", at: system + "large.desktop")
        let head = "[Desktop Entry]\nType=Application\nName=Full\n#"
        let full = head + String(repeating: "x", count: (64 << 10) - head.utf8.count)
        try machine.write(Array(full.utf8), to: system + "full.desktop")
        #expect(ids() == ["full"])
    }

    @Test func pipesLinksAndDirectories() throws {
        try machine.install("Name=Real", at: "/opt/real.desktop")
        try machine.install("Name=First", at: system + "first.desktop")
        let directory = machine.root + system
        let files = FileManager.default
        #expect(mkfifo(directory + "pipe.desktop", 0o600) == 0)
        try files.createDirectory(
            atPath: directory + "folder.desktop", withIntermediateDirectories: true)
        // As Flatpak exports them.
        try files.createSymbolicLink(
            atPath: directory + "linked.desktop",
            withDestinationPath: machine.root + "/opt/real.desktop")
        try files.createSymbolicLink(
            atPath: directory + "dead.desktop", withDestinationPath: "/nowhere")
        try files.createSymbolicLink(
            atPath: directory + "loop.desktop", withDestinationPath: directory + "loop.desktop")
        try files.createSymbolicLink(
            atPath: directory + "null.desktop", withDestinationPath: "/dev/zero")
        // A link to the directory itself comes to an end.
        try files.createSymbolicLink(atPath: directory + "again", withDestinationPath: directory)
        let found = machine.found()
        #expect(found.filter { !$0.id.hasPrefix("again-") }.map(\.id) == ["first", "linked"])
        #expect(found.count < 20)
    }

    @Test func aDirectoryThatIsAFile() throws {
        try machine.write(Array("x".utf8), to: "/usr/share/applications")
        #expect(machine.found() == [])
    }

    @Test func thousandsOfFilesAreNotAllRead() throws {
        for number in 0..<2100 {
            try machine.install("Name=N\(number)", at: "\(system)f\(10_000 + number).desktop")
        }
        #expect(machine.found().count == 2000)
        // Those of the person come first.
        try machine.install("Name=Mine", at: own + "mine.desktop")
        #expect(ids().contains("mine") && ids().count == 2000)
    }

    @Test func sortedByNameWithoutCaseAndAccents() throws {
        for (id, name) in [
            ("c", "Épée"), ("b", "apple"), ("a", "Zebra"), ("e", "Banana"), ("d", "Apple"),
            ("f", "éclair"),
        ] {
            try machine.install("Name=\(name)", at: "\(system)\(id).desktop")
        }
        #expect(
            machine.found().map(\.name)
                == ["apple", "Apple", "Banana", "éclair", "Épée", "Zebra"])
    }
}
