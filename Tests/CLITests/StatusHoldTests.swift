import Testing

@testable import soteria

/// `soteria status --hold`, for terminals that close with the program.
@Suite struct StatusHoldTests {
    @Test(arguments: [Person.Deed.types(""), .endsInput, .signals(15)])
    func theStatusIsShownAndThePersonEndsIt(deed: Person.Deed) throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = CommandRun("status", "--hold", daemon: daemon, person: Person(deed))
        #expect(run.status == 0 && run.error == "\nPress Enter to close. ")
        #expect(run.output == CommandRun("status", daemon: daemon).output)
    }

    @Test func whatWentWrongCanBeRead() {
        let run = CommandRun("status", "--hold", person: Person(.types("")))
        #expect(run.status == 69)
        #expect(run.error.hasPrefix("soteria: the daemon is not running"))
        #expect(run.error.hasSuffix("Press Enter to close. "))
    }

    @Test func barsHoldNothing() {
        #expect(CommandRun("status", "--hold", "--waybar").status == 64)
    }
}
