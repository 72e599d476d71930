import API
import Foundation
import Testing

@testable import soteria

/// `soteria browser status`, and what the doctor says of browsers.
@Suite struct BrowserCheckTests {
    private let home: BrowserHome

    init() throws { home = try BrowserHome() }

    private static let manifest = ".mozilla/native-messaging-hosts/org.soteria.browser.json"
    private static let unpacked = ".local/share/soteria/browser-extension"

    private func install() { #expect(home.browser("install", "--browser", "firefox").status == 0) }

    private struct Answer: Decodable { var findings: [Finding] }

    private func findings(_ arguments: String...) throws -> [Finding] {
        let run = home.run(arguments + ["--json"])
        return try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8)).findings
    }

    @Test func whatIsInPlaceIsGood() throws {
        install()
        let run = home.browser("status")
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("✓  Browser    Firefox can start \(home.host).\n"))
        #expect(run.output.contains("\(Self.unpacked) match this version.\n"))
        #expect(home.browser().output == run.output)
    }

    @Test func whatIsMissingIsBad() throws {
        let run = home.browser("status", "--browser", "firefox")
        #expect(run.status == 1)
        #expect(run.output.contains("✗  Browser    Firefox: "))
        #expect(run.output.contains("→ soteria browser install --browser firefox\n"))
        #expect(run.output.contains("✗  Extension  The extension's files are missing from "))
    }

    @Test(arguments: [
        ("no json", "is not a valid manifest"), ("[]", "is not a valid manifest"),
        ("{}", "is not a valid manifest"),
        (
            #"{"name":"x","description":"","path":"/x","type":"stdio"}"#,
            "belongs to another program"
        ),
        (
            #"{"name":"org.soteria.browser","description":"","path":"/x","type":"stdio","#
                + #""allowed_extensions":["other@example.org"]}"#, "lists the wrong extension ids"
        ),
        (
            #"{"name":"org.soteria.browser","description":"","path":"/x","type":"stdio","#
                + #""allowed_extensions":["soteria@soteria.org"]}"#, "/x is missing"
        ),
        (
            #"{"name":"org.soteria.browser","description":"","path":"x","type":"stdio","#
                + #""allowed_extensions":["soteria@soteria.org"]}"#, "x is not an absolute path"
        ),
    ])
    func aManifestThatDoesNotServeIsBad(text: String, words: String) throws {
        install()
        try home.write(text, Self.manifest)
        let finding = try #require(findings("browser", "status").first)
        #expect(finding.state == .bad && finding.text.contains(words), "\(finding)")
        #expect(finding.advice == "soteria browser install --browser firefox")
    }

    @Test func aHostThatDoesNotServeIsBad() throws {
        install()
        try home.writeHost(version: "9.9.9")
        var finding = try #require(findings("browser", "status").first)
        #expect(
            finding.text.contains("is version 9.9.9, but this program is version \(Version.text)"))
        try home.write("#!/bin/sh\nexit 1\n", "bin/soteria-browser-host")
        finding = try #require(findings("browser", "status").first)
        #expect(finding.text.contains("--version failed"))
        #expect(chmod(home.host, 0o644) == 0)
        finding = try #require(findings("browser", "status").first)
        #expect(finding.text.contains("is not executable") && finding.state == .bad)
    }

    @Test func aHostOfAnotherInstallationIsAHint() throws {
        let other = try BrowserHome()
        #expect(
            home.browser("install", "--browser", "firefox", "--host", other.host).status == 0)
        let finding = try #require(findings("browser", "status").first)
        #expect(finding.state == .hint && finding.text.contains(other.host))
        #expect(home.browser("status").status == 0)
    }

    @Test func anExtensionOfAnotherVersionIsBad() throws {
        install()
        try home.write("old", "\(Self.unpacked)/background.js")
        let finding = try #require(findings("browser", "status").last)
        #expect(finding.state == .bad)
        #expect(finding.text.hasPrefix("1 file in "))
        #expect(finding.text.hasSuffix("is not from this version of Soteria: background.js."))
    }

    @Test func confinedBrowsersAreSpokenOf() throws {
        try home.makeDirectory(".var/app/org.mozilla.firefox")
        try home.makeDirectory("snap/firefox")
        install()
        let texts = try findings("browser", "status").filter { $0.state == .hint }.map(\.text)
        #expect(texts.count == 2)
        #expect(texts[0].contains("Flatpak") && texts[1].contains("Snap"))
    }

    // MARK: The doctor

    @Test func theDoctorSaysNothingWithoutABrowser() throws {
        let areas = try findings("doctor").map(\.area)
        #expect(!areas.contains("Browser") && !areas.contains("Extension"))
    }

    @Test func theDoctorHintsAtABrowserThatIsNotSetUp() throws {
        try home.makeDirectory(".config/google-chrome")
        let found = try findings("doctor").filter { $0.area == "Browser" }
        #expect(
            found == [
                .hint(
                    "Browser", "Soteria is not set up in Chrome, so sites are not blocked there.",
                    "soteria browser install")
            ])
    }

    @Test func theDoctorChecksWhatIsSetUp() throws {
        install()
        #expect(
            try findings("doctor").suffix(2).map(\.area) == ["Browser", "Extension"])
        try home.write("{", Self.manifest)
        #expect(try findings("doctor").contains { $0.area == "Browser" && $0.state == .bad })
    }
}
