import Foundation
import Synchronization
import Testing

@testable import soteria

/// GNOME Shell's extension: installed, switched on, and removed again.
struct DesktopTests {
    private let home: BrowserHome

    init() throws {
        home = try BrowserHome()
    }

    private static let folder = ".local/share/gnome-shell/extensions/focus@soteria.org"

    /// The programs of GNOME with a list of extensions that are switched on.
    private final class Shell: Sendable {
        let version: String?
        let list: Mutex<String?>

        init(version: String?, list: String?) {
            self.version = version
            self.list = Mutex(list)
        }

        @Sendable func run(_ program: String, _ arguments: [String]) -> ProgramResult {
            switch (program, arguments.first) {
            case ("gnome-shell", "--version"):
                ProgramResult(status: version == nil ? nil : 0, output: version ?? "")
            case ("gsettings", "get"):
                list.withLock {
                    ProgramResult(status: $0 == nil ? 1 : 0, output: ($0 ?? "") + "\n")
                }
            case ("gsettings", "set"):
                list.withLock {
                    $0 = arguments.last
                    return ProgramResult(status: 0, output: "")
                }
            default: ProgramResult(status: nil, output: "")
            }
        }
    }

    private func desktop(_ words: String..., shell: Shell) -> CommandRun {
        CommandRun(
            "desktop", arguments: words, environment: ["HOME": home.path], run: shell.run)
    }

    @Test func itIsInstalledAndSwitchedOnOnce() throws {
        let shell = Shell(version: "GNOME Shell 48.7\n", list: "['other@example.org']")
        let first = desktop("install", shell: shell)
        #expect(first.status == 0, "\(first.error)")
        #expect(first.unwrappedOutput.contains("Log out and back in"))
        #expect(shell.list.withLock(\.self) == "['other@example.org', 'focus@soteria.org']")
        let script = try home.read(Self.folder + "/extension.js")
        #expect(script.contains("import Gio from 'gi://Gio';"))
        #expect(script.hasSuffix("export default SoteriaFocus;\n"))
        let metadata = try home.read(Self.folder + "/metadata.json")
        #expect(metadata.contains("\"48\"") && !metadata.contains("\"44\""))

        let second = desktop("install", shell: shell)
        #expect(second.status == 0)
        #expect(!second.output.contains("Log out"), "nothing has changed")
        #expect(shell.list.withLock(\.self) == "['other@example.org', 'focus@soteria.org']")
    }

    @Test func olderShellsGetTheOlderForm() throws {
        let shell = Shell(version: "GNOME Shell 43.9\n", list: "@as []")
        #expect(desktop("install", shell: shell).status == 0)
        #expect(shell.list.withLock(\.self) == "['focus@soteria.org']")
        let script = try home.read(Self.folder + "/extension.js")
        #expect(script.contains("imports.gi") && script.contains("function init()"))
        #expect(!script.contains("import Gio") && !script.contains("export "))
        #expect(try home.read(Self.folder + "/metadata.json").contains("\"43\""))
    }

    @Test func bothFormsHaveTheSameBody() {
        let bodies = ShellExtension.Form.allCases.map { form in
            let script = ShellExtension.files(form)[0].bytes
            let text = String(decoding: script, as: UTF8.self)
            return text.split(separator: "\n").filter {
                !$0.contains("import") && !$0.contains("GNOME 4") && !$0.contains("init")
                    && !$0.contains("export default") && !$0.contains("new SoteriaFocus")
            }
        }
        #expect(bodies[0].dropLast() == bodies[1][...] || bodies[0] == bodies[1])
        #expect(bodies[0].count > 50)
    }

    @Test func theExtensionNeverAsksForATitle() {
        let script = String(
            decoding: ShellExtension.files(.modules)[0].bytes, as: UTF8.self)
        #expect(!script.contains("get_title") && !script.contains(".title"))
    }

    @Test func metadataIsJSONAndNamesEachVersion() throws {
        for form in ShellExtension.Form.allCases {
            let bytes = ShellExtension.files(form)[1].bytes
            let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect(object?["uuid"] as? String == "focus@soteria.org")
            #expect(
                object?["shell-version"] as? [String] == form.versions.map(String.init))
        }
    }

    @Test func withoutGNOMEItSaysSo() {
        let run = desktop("install", shell: Shell(version: nil, list: nil))
        #expect(run.status == 1)
        #expect(run.unwrappedError.contains("GNOME Shell was not found"))
        #expect(!home.exists(Self.folder))
    }

    @Test(arguments: ["GNOME Shell 3.38.4", "GNOME Shell 41.9", "GNOME Shell 99.0", "what"])
    func aShellThatIsNotSupportedIsRefused(_ version: String) {
        let run = desktop("install", shell: Shell(version: version, list: "@as []"))
        #expect(run.status == 1)
        #expect(!home.exists(Self.folder))
    }

    @Test func settingsThatCannotBeReadLeaveAStep() {
        let run = desktop("install", shell: Shell(version: "GNOME Shell 47.1", list: nil))
        #expect(run.status == 0)
        #expect(run.unwrappedOutput.contains("gnome-extensions enable focus@soteria.org"))
        #expect(home.exists(Self.folder + "/extension.js"))
    }

    @Test func itIsRemovedAndSwitchedOff() throws {
        let shell = Shell(version: "GNOME Shell 48.7", list: "['a@b.c']")
        #expect(desktop("install", shell: shell).status == 0)
        let run = desktop("uninstall", shell: shell)
        #expect(run.status == 0, "\(run.error)")
        #expect(shell.list.withLock(\.self) == "['a@b.c']")
        #expect(!home.exists(Self.folder))
        #expect(desktop("uninstall", shell: shell).output == "Nothing was installed.\n")
    }

    @Test func filesOfOthersStay() throws {
        let shell = Shell(version: "GNOME Shell 48.7", list: "@as []")
        #expect(desktop("install", shell: shell).status == 0)
        try home.write("mine", Self.folder + "/mine.txt")
        #expect(desktop("uninstall", shell: shell).status == 0)
        #expect(home.exists(Self.folder + "/mine.txt"))
        #expect(!home.exists(Self.folder + "/extension.js"))
        #expect(shell.list.withLock(\.self) == "@as []")
    }

    @Test func theStatusSaysWhatIsLeftToDo() throws {
        let shell = Shell(version: "GNOME Shell 48.7", list: "@as []")
        #expect(desktop(shell: shell).unwrappedOutput.contains("soteria desktop install"))
        #expect(desktop("install", shell: shell).status == 0)
        #expect(desktop(shell: shell).unwrappedOutput.contains("installed and enabled"))
        shell.list.withLock { $0 = "@as []" }
        #expect(desktop(shell: shell).unwrappedOutput.contains("but disabled"))
        let none = Shell(version: nil, list: nil)
        #expect(desktop(shell: none).unwrappedOutput.contains("GNOME Shell is not installed"))
    }

    @Test(
        arguments: [
            ("@as []", []), ("[]", []), ("['a']", ["a"]), (" ['a', 'b@c.d'] \n", ["a", "b@c.d"]),
            ("", nil), ("['a", nil), ("[a]", nil), ("['a''b']", nil), ("nothing", nil),
            ("[\"a\"]", nil),
        ] as [(String, [String]?)])
    func listsAreRead(_ text: String, _ list: [String]?) {
        #expect(ShellSettings.list(text) == list)
    }
}
