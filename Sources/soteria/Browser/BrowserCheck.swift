import API
import Foundation
import Localization

/// Checks the parts that browsers need. Changes nothing.
struct BrowserCheck {
    let places: BrowserPaths
    let host: BrowserHost

    private static var area: String {
        localized("Browser")
    }
    private static let install = "soteria browser install"

    /// The doctor's findings; none without a browser.
    var findingsOfDoctor: [Finding] {
        let setUp = Browser.allCases.filter { manifest($0) != nil }
        guard setUp.isEmpty else { return findings(setUp) }
        let there = Browser.allCases.filter { $0.isThere(places) }
        guard !there.isEmpty else { return [] }
        let names = there.map(\.name).joined(separator: ", ")
        return [
            .hint(
                Self.area,
                localized("Soteria is not set up in \(names), so sites are not blocked there."),
                Self.install)
        ]
    }

    func findings(_ browsers: [Browser]) -> [Finding] {
        browsers.flatMap { browser in
            [finding(browser)]
                + browser.confinements(home: places.home).map { confinementFinding(browser, $0) }
        } + [extensionFinding]
    }

    /// The path of the manifest that a browser reads: the person's, else the machine's.
    private func manifest(_ browser: Browser) -> String? {
        [places.manifest(browser), BrowserPaths.systemManifest(browser)]
            .first { access($0, F_OK) == 0 }
    }

    private func finding(_ browser: Browser) -> Finding {
        let advice = "\(Self.install) --browser \(browser.rawValue)"
        func bad(_ text: String) -> Finding { .bad(Self.area, "\(browser.name): \(text).", advice) }
        guard let path = manifest(browser) else {
            return bad(localized("\(places.manifest(browser)) is missing"))
        }
        guard let data = FileManager.default.contents(atPath: path),
            let manifest = NativeManifest.read(data)
        else { return bad(localized("\(path) cannot be read or is not a valid manifest")) }
        let right = NativeManifest(browser, host: manifest.path)
        guard manifest.name == right.name, manifest.type == right.type else {
            return bad(localized("\(path) belongs to another program"))
        }
        guard manifest.allowedOrigins == right.allowedOrigins,
            manifest.allowedExtensions == right.allowedExtensions
        else { return bad(localized("\(path) lists the wrong extension ids")) }
        if let problem = host.problem(at: manifest.path) {
            return bad(localized("\(path) names a program that cannot be used: \(problem)"))
        }
        if let ours = host.path, ours != manifest.path,
            !StateDirectories.isSame(ours, manifest.path)
        {
            return .hint(
                Self.area,
                localized(
                    """
                    \(browser.name): \(path) names \(manifest.path) instead of this installation's \
                    \(ours).
                    """), advice)
        }
        return .good(Self.area, localized("\(browser.name) can start \(manifest.path)."))
    }

    private func confinementFinding(_ browser: Browser, _ packaging: Browser.Packaging) -> Finding {
        let text =
            switch (packaging, browser) {
            case (.snap, .firefox):
                localized(
                    """
                    Soteria may not work in Firefox from Snap. That Firefox can start \
                    soteria-browser-host only through the desktop portal, and some systems do not \
                    allow that either.
                    """)
            case (.flatpak, _), (.snap, _):
                localized(
                    """
                    \(browser.name) from \(packaging.rawValue) cannot start soteria-browser-host, \
                    so Soteria blocks nothing in this browser.
                    """)
            }
        return .hint(
            Self.area, text,
            localized("Install the \(browser.name) package of your distribution instead."))
    }

    private var extensionFinding: Finding {
        let area = localized("Extension")
        let directories = [places.extensionDirectory, BrowserPaths.systemExtensionDirectory]
        guard
            let directory = directories.first(where: { access($0 + "/manifest.json", F_OK) == 0 })
        else {
            return .bad(
                area, localized("The extension's files are missing from \(directories[0])."),
                Self.install)
        }
        let differing = ExtensionFiles.all.filter { file in
            let data = FileManager.default.contents(atPath: "\(directory)/\(file.path)")
            return data.map(Array.init) != file.bytes
        }
        guard let first = differing.first else {
            return .good(area, localized("The files in \(directory) match this version."))
        }
        return .bad(
            area,
            localized(
                count: differing.count,
                one: """
                    \(.count) file in \(directory) is not from this version of Soteria: \
                    \(first.path).
                    """,
                other: """
                    \(.count) files in \(directory) are not from this version of Soteria, for \
                    example \(first.path).
                    """),
            localized(
                """
                \(Self.install)
                Then reload the extension in the browser.
                """))
    }
}
