import Localization

enum BrowserText {
    private static let fewFiles = 3

    /// A row for each file; unchanged files are counted, as are the extension's if there are many.
    static func files(
        _ files: [PlacedFile], extension directory: String, _ style: Style
    ) -> String {
        var table = TextTable()
        for deed in [PlacedFile.Deed.written, .removed] {
            let done = files.filter { $0.deed == deed }
            let inside = done.filter { $0.path.hasPrefix(directory + "/") }
            let isCounted = inside.count > fewFiles
            if isCounted {
                let words = localized("\(Count.files(inside.count)) in \(directory)")
                table.add(.init(deed.rawValue, .good), .init(words))
            }
            for file in done where !isCounted || !inside.contains(file) {
                table.add(.init(deed.rawValue, .good), .init(file.path))
            }
        }
        let unchanged = files.filter { $0.deed == .unchanged }.count
        if unchanged > 0 {
            table.add(.init(localized("unchanged"), .faint), .init(Count.files(unchanged)))
        }
        return table.text(style)
    }
}

/// The steps that only the person can take in the browser.
enum BrowserSteps {
    /// `program` is this program's name under sudo(8), whose `PATH` can differ.
    static func text(_ browser: Browser, directory: String, program: String) -> String {
        switch browser {
        case .chromium, .chrome:
            localized(
                """
                \(browser.name): open chrome://extensions, turn on "Developer mode", choose "Load \
                unpacked" and select \(directory).
                """)
        case .firefox:
            localized(
                """
                Firefox: open about:debugging#/runtime/this-firefox, choose "Load Temporary \
                Add-on…" and select \(directory)/manifest.json. Firefox forgets the extension when \
                Firefox closes. To keep the extension, install it for every user: sudo \(program) \
                browser install --system.
                """)
        }
    }

    /// The step after installing for the machine; Debian's browsers find the extension without it.
    static func machineText(_ browser: Browser) -> String {
        switch browser {
        case .chromium: localized("Debian's Chromium loads the extension the next time it starts.")
        case .firefox:
            localized(
                """
                Debian's Firefox finds the extension the next time it starts, and asks once \
                whether to enable it.
                """)
        case .chrome:
            localized(
                """
                Chrome: each user has to open chrome://extensions, turn on "Developer mode", \
                choose "Load unpacked" and select \(BrowserPaths.systemExtensionDirectory).
                """)
        }
    }
}
