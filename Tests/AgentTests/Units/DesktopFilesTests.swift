import TestBus
import Testing

@testable import soteria_agent

struct DesktopFilesTests {
    @Test(
        "The class of a file",
        arguments: [
            ("[Desktop Entry]\nName=Shop\nStartupWMClass=shop-app\n", "shop-app"),
            ("# hello\n[Desktop Entry]\nStartupWMClass = Shop App \r\n", "Shop App"),
            ("[Desktop Action new]\nStartupWMClass=no\n[Desktop Entry]\nName=x\n", nil),
            ("[Desktop Entry]\nStartupWMClass=\nStartupWMClass=late\n", nil),
            ("[Desktop Entry]\nXStartupWMClass=no\nStartupWMClass\n", nil), ("", nil),
        ])
    func windowClass(_ text: String, _ expected: String?) {
        #expect(DesktopFiles.windowClass(in: text) == expected)
    }

    @Test("Only the files of the ids are read, the first directory's first")
    func classes() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("[Desktop Entry]\nStartupWMClass=one\n", to: "a.desktop")
        try scratch.write("[Desktop Entry]\n", to: "b.desktop")
        let second = try ScratchDirectory()
        try second.write("[Desktop Entry]\nStartupWMClass=two\n", to: "a.desktop")
        try second.write("[Desktop Entry]\nStartupWMClass=three\n", to: "b.desktop")
        try second.write("[Desktop Entry]\nStartupWMClass=four\n", to: "c.desktop")
        let directories = [scratch.path, second.path]
        #expect(
            DesktopFiles.classes(
                of: ["a", "b", "c", "d", "", "../a", ".a"], in: directories)
                == ["a": "one", "c": "four"])
    }

    @Test("The directories, as the environment names them, and Flatpak's and Snap's")
    func directories() {
        let usual = DesktopFiles.directories { ["HOME": "/home/p"][$0] }
        #expect(
            usual == [
                "/home/p/.local/share/applications", "/usr/local/share/applications",
                "/usr/share/applications",
                "/home/p/.local/share/flatpak/exports/share/applications",
                "/var/lib/flatpak/exports/share/applications",
                "/var/lib/snapd/desktop/applications",
            ])
        let named = DesktopFiles.directories {
            ["XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/d:x:/var/lib/snapd/desktop"][$0]
        }
        #expect(
            named == [
                "/d/applications", "/var/lib/snapd/desktop/applications",
                "/var/lib/flatpak/exports/share/applications",
            ])
    }
}
