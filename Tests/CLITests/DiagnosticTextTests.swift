import API
import Testing
import Varlink

@testable import soteria

/// Errors in rule files, as the daemon reports them.
@Suite struct DiagnosticTextTests {
    static let diagnostics: [RulesAPI.Diagnostic] = [
        .init(
            severity: .error, message: "unknown key", suggestion: "targets", file: "a.yaml",
            line: 3, column: 5, excerpt: "ab  tagets:", caret: 4,
            notes: [.init(file: "b.yaml", line: 1, column: 1, message: "set here first")]),
        .init(severity: .warning, message: "the file is empty", file: "c.yaml", notes: []),
    ]

    @Test func placeMessageLineAndCaret() {
        #expect(
            DiagnosticText.all(Self.diagnostics, Style()) == """
                a.yaml:3:5: error: unknown key; did you mean "targets"?
                ab  tagets:
                    ^
                b.yaml:1:1: note: set here first

                c.yaml: warning: the file is empty


                """)
    }

    @Test func aCaretBehindWideCharactersStandsUnderIts() {
        let text = DiagnosticText.all(
            [
                .init(
                    severity: .error, message: "m", file: "f", line: 1, column: 4,
                    excerpt: "買い物 x", caret: 4, notes: [])
            ], Style())
        #expect(text.contains("買い物 x\n       ^\n"))
    }

    @Test func refusedRulesAreShownAndEndIn1() throws {
        let refused = RulesAPI.RulesRefused(errors: 1, diagnostics: Self.diagnostics)
        let daemon = try FakeDaemon([
            "org.soteria.rules.Reload": Method { _ in throw refused.varlinkError }
        ])
        defer { daemon.stop() }
        let run = CommandRun("rules", "reload", daemon: daemon)
        #expect(run.status == 1)
        #expect(run.output == DiagnosticText.all(Self.diagnostics, Style()))
        #expect(
            run.error
                == "soteria: the rule files have 1 error, so the previous rules stay in force\n")
        let json = CommandRun("rules", "reload", "--json", daemon: daemon)
        #expect(json.status == 1)
        #expect(
            try JSON(parsing: json.output).decode(as: RulesAPI.RulesRefused.self) == refused)
    }

    @Test func acceptedRulesAreSaid() throws {
        let daemon = try FakeDaemon([
            "org.soteria.rules.Reload": Method { call in
                call.reply(
                    RulesAPI.Reload.Reply(fingerprint: "0123", changed: true, diagnostics: []))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("rules", "reload", daemon: daemon)
        #expect(run.status == 0 && run.output == "The rules are in force.\n")
    }
}
