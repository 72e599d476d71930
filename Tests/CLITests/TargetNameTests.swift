import API
import Testing
import Varlink

@testable import soteria

/// `soteria targets name`.
@Suite struct TargetNameTests {
    private func run(_ arguments: String...) throws -> (run: CommandRun, log: [String]) {
        let tracking = FakeTracking()
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        return (
            CommandRun(arguments: ["targets", "name"] + arguments, daemon: daemon), tracking.log
        )
    }

    @Test func aSiteIsNamed() throws {
        let (run, log) = try run("amazon.com", "The big shop")
        #expect(run.status == 0, "\(run.error)")
        #expect(log == [#"targets.SetName {"site":"amazon.com","name":"The big shop"}"#])
        #expect(
            run.output == """
                ● Shopping (shopping) blocked
                  Sites         amazon.com, ebay.com
                  Apps          com.valvesoftware.Steam
                  When blocked  freeze
                  Name          amazon.com is The big shop

                """)
    }

    @Test func anAppIsKnownByTheList() throws {
        let (run, log) = try run("com.valvesoftware.Steam", "Steam")
        #expect(run.status == 0)
        #expect(log == [#"targets.SetName {"app":"com.valvesoftware.Steam","name":"Steam"}"#])
    }

    @Test func aPathIsAnExecutable() throws {
        let (_, log) = try run("/usr/games/far", "Far")
        #expect(log == [#"targets.SetName {"app":"/usr/games/far","name":"Far"}"#])
    }

    @Test func whatTheListDoesNotHoldIsTriedAsBoth() throws {
        let (run, log) = try run("far.App", "Far")
        #expect(run.status == 0)
        #expect(
            log == [
                #"targets.SetName {"site":"far.App","name":"Far"}"#,
                #"targets.SetName {"app":"far.App","name":"Far"}"#,
            ])
        let unknown = try self.run("nowhere.example", "X").run
        #expect(unknown.status == 1)
        #expect(
            unknown.error
                == "soteria: no target contains \"nowhere.example\"; see: soteria targets\n")
    }

    @Test(arguments: [("--site", "site"), ("--app", "app")])
    func theKindMayBeSaid(flag: String, member: String) throws {
        let (_, log) = try run("nowhere.example", "X", flag)
        #expect(log == [#"targets.SetName {"\#(member)":"nowhere.example","name":"X"}"#])
    }

    @Test(arguments: ["", "  "])
    func anEmptyNameForgets(name: String) throws {
        let (run, log) = try run("amazon.com", name)
        #expect(run.status == 0 && !run.output.contains("Name"))
        #expect(log == [#"targets.SetName {"site":"amazon.com"}"#])
    }

    @Test(arguments: [["amazon.com"], [], ["a", "b", "--site", "--app"]])
    func mistakesAreRefused(arguments: [String]) {
        #expect(CommandRun(arguments: ["targets", "name"] + arguments).status == 64)
    }

    @Test func asJSONTheTargetsCome() throws {
        let json = try JSON(parsing: run("amazon.com", "A", "--json").run.output)
        #expect(json["targets"]?[0]?["names"]?[0]?["name"]?.stringValue == "A")
    }
}
