import API
import RuleFiles
import Testing

@testable import soteria

/// `soteria remove`: entries leave the tools' rule file.
@Suite struct RemoveTests {
    private static let tools = """
        version: 1
        targets:
          shopping: {name: Shopping, sites: [amazon.com, ebay.com]}
          games: {apps: [org.example.Chess]}
        quiet_hours:
          nights: {name: Nights, block: [shopping], ranges: [{time: "22:00-06:30"}]}
          days: {block: [shopping, games], ranges: [{time: "09:00-17:00"}]}

        """

    private func rules(
        _ world: FakeRules.World = FakeRules.World(), and files: [String: String] = [:]
    ) throws -> FakeRules {
        try FakeRules(files.merging(["90-tools.yaml": Self.tools]) { $1 }, world)
    }

    @Test func aSiteIsRemoved() throws {
        let rules = try rules()
        let run = try rules.run("remove", "https://ebay.com/", "--from", "Shopping")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output == "Shopping no longer has ebay.com\n")
        #expect(rules.tools?.target("shopping")?.sites == ["amazon.com"])
        #expect(rules.reloads == 1)
    }

    @Test func theLastPlaceOfATargetAndThoseOfOtherFilesStay() throws {
        let rules = try rules(and: [
            "10-mine.yaml": "version: 1\ntargets: {x: {sites: [example.org]}}\n"
        ])
        let run = try rules.run("remove", "org.example.Chess")
        #expect(run.status == 1)
        #expect(
            run.error == "soteria: games would have no sites or apps left; to remove the whole "
                + "target: soteria remove --target games\n")
        #expect(rules.tools?.target("games")?.apps == ["org.example.Chess"])
        let elsewhere = try rules.run("remove", "example.org")
        #expect(elsewhere.status == 1)
        #expect(
            elsewhere.error == "soteria: x is set in \(rules.directory)/10-mine.yaml:2, a file of "
                + "your own, which Soteria does not change; edit that file\n")
        let nowhere = try rules.run("remove", "nowhere.org")
        #expect(nowhere.status == 1 && nowhere.error.contains("contains \"nowhere.org\""))
        #expect(rules.reloads == 0)
    }

    @Test func aTargetGoesWithTheSchedulesThatBlockNothingElse() throws {
        let rules = try rules()
        let run = try rules.run("remove", "--target", "shopping")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output == "Removed the target Shopping\nRemoved the schedule Nights\n")
        #expect(rules.tools?.targets.map(\.key) == ["games"])
        #expect(rules.tools?.schedules.map(\.key) == ["days"])
        #expect(rules.tools?.schedules.first?.block == ["games"])
    }

    @Test func aScheduleIsRemoved() throws {
        let rules = try rules()
        let run = try rules.run("remove", "--schedule", "nights")
        #expect(run.output == "Removed the schedule Nights\n", "\(run.error)")
        #expect(rules.tools?.schedules.map(\.key) == ["days"])
    }

    @Test(arguments: [["ebay.com"], ["--target", "shopping"]])
    func whatAStrictRuleBlocksStays(words: [String]) throws {
        let rules = try rules(FakeRules.World(strict: ["shopping"]))
        let run = try rules.run(["remove"] + words)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.contains("a strict rule is in force until"))
        #expect(rules.toolsText == Self.tools && rules.reloads == 0)
    }

    @Test func aRemovalThatWaitsIsTold() throws {
        let edit = RulesAPI.PendingEdit(
            edit: 7, kind: .files, weakens: ["targets.shopping"], since: SampleReplies.now,
            until: "2026-11-22T23:18:00+01:00")
        let run = try rules(FakeRules.World(waiting: [edit])).run("remove", "ebay.com")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output == """
                Shopping no longer has ebay.com
                The removal weakens the rules, so the earlier rules stay in force until Sun 23:18 \
                (in 1 d). To cancel the removal, add back what you removed: soteria add

                """)
    }

    @Test(arguments: [
        ([], "give a site or an app, --target or --schedule"),
        (["a.com", "--target", "x"], "give either sites and apps, or --target"),
        (["--target", "x", "--from", "y"], "--from needs a site or an app"),
    ])
    func aMistakeIsNamed(words: [String], message: String) {
        let run = CommandRun("remove", arguments: words)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.unwrappedError.contains(message), "\(run.error)")
    }

    @Test(arguments: [
        (["remove", "--target", "nowhere"], "there is no target \"nowhere\""),
        (["remove", "--schedule", "nowhere"], "there is no quiet-hours schedule \"nowhere\""),
        (["add", "--to", "nowhere", "--from", "1:00", "--to-time", "2:00"], "give its sites"),
    ])
    func anUnknownNameIsRefused(words: [String], message: String) throws {
        let rules = try rules()
        let run = try rules.run(words)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.contains(message), "\(run.error)")
    }
}
