import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// Loads the rule files of a directory, upon nothing; lists are looked for in a home directory.
func load(
    in scratch: Scratch, home: String? = nil, copies: ListCopies? = nil, known: [ListFile] = []
) -> RuleLoadResult {
    RuleLoader(zones: zones, lists: ListSource(copies: copies, known: known, home: home))
        .load(RuleDirectories(overriding: [scratch.path + "/rules"]))
}

/// A rule file with a target of these lists.
func rule(_ lists: String, sites: String = "") -> String {
    "targets: {games: {\(sites)sites_from: \(lists)}}\n"
        + "quiet_hours: {n: {block: [games], ranges: [{days: daily, time: \"22:00-06:00\"}]}}\n"
}

@Suite struct ListFileTests {
    @Test func besideTheRuleFile() throws {
        let scratch = try Scratch()
        try scratch.write(rule("lists/a.txt", sites: "sites: [c.com], "), to: "rules/a.yaml")
        let path = try scratch.write("a.com\nb.com\na.com\n", to: "rules/lists/a.txt")
        let loading = load(in: scratch)
        #expect(loading.rendered(color: false) == "")
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(target.sites == ["c.com"] && target.lists.map(\.count) == [2])
        #expect(target.siteCount == 3 && target.names(site: "www.b.com"))
        let source = try #require(loading.sources.last)
        #expect(source.isList && source.path == path && source.text.isEmpty)
        #expect(source.digest == ListDigest.hex(of: Array("a.com\nb.com\na.com\n".utf8)))
        #expect(loading.ruleSet?.sources == loading.sources && loading.listPaths == [path])
        #expect(loading.ruleSet?.path(of: target.lists[0]) == path)
        #expect(loading.lists.map(\.path) == [path] && loading.lists[0].isCurrent)
    }

    @Test func severalOfThem() throws {
        let scratch = try Scratch()
        let whole = try scratch.write("c.com", to: "elsewhere/c.txt")
        try scratch.write("b.com", to: "home/lists/b.txt")
        try scratch.write("a.com", to: "rules/./a.txt")
        try scratch.write(rule("[a.txt, ~/lists/b.txt, \(whole), ../d.txt]"), to: "rules/a.yaml")
        try scratch.write("d.com", to: "d.txt")
        let loading = load(in: scratch, home: scratch.path + "/home")
        #expect(loading.rendered(color: false) == "")
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(
            target.lists.map { $0.map(\.name) } == [["a.com"], ["b.com"], ["c.com"], ["d.com"]])
        #expect(
            loading.listPaths.map { $0.dropFirst(scratch.path.count) }.sorted()
                == ["/elsewhere/c.txt", "/home/lists/b.txt", "/rules/../d.txt", "/rules/a.txt"])
    }

    @Test func oneFileOfTwoTargetsIsReadOnce() throws {
        let scratch = try Scratch()
        try scratch.write("a.com", to: "rules/a.txt")
        try scratch.write(
            "targets: {one: {sites_from: a.txt}, two: {sites_from: [a.txt, ./a.txt]}}\n"
                + "check_ins: {c: {question: \"?\", opens: \"04:00\", blocks: [one, two], "
                + "on_no: {block: [one]}}}", to: "rules/a.yaml")
        let loading = load(in: scratch)
        #expect(
            lines(loading).map { $0.split(separator: ": ", maxSplits: 1)[1] }
                == ["warning: this file appears twice in the list"])
        let targets = try #require(loading.ruleSet?.targets)
        #expect(targets[0].lists[0] === targets[1].lists[0] && targets[1].lists.count == 1)
        #expect(loading.sources.count(where: \.isList) == 1)
    }

    /// An unreadable list must not weaken anything: the set is refused.
    @Test(arguments: [
        ("folder", "not a regular file"),
        ("pipe", "not a regular file"),
        ("/dev/null", "not a regular file"),
        ("empty.txt", "the file contains no sites"),
        ("comments.txt", "the file contains no sites"),
        ("page.html", "the file contains no usable sites; 1 line is ignored"),
        ("loop", "Too many levels of symbolic links"),
    ])
    func whatCannotBeUsed(name: String, reason: String) throws {
        let scratch = try Scratch()
        try scratch.write("# nothing\n! at all\n", to: "rules/comments.txt")
        try scratch.write("", to: "rules/empty.txt")
        try scratch.write("<html>not found</html>\n", to: "rules/page.html")
        try scratch.write("", to: "rules/folder/x")
        #expect(mkfifo(scratch.path + "/rules/pipe", 0o600) == 0)
        try scratch.link("rules/loop", to: "loop")
        try scratch.write(rule(name), to: "rules/a.yaml")
        let loading = load(in: scratch)
        let path = name.hasPrefix("/") ? name : "\(scratch.path)/rules/\(name)"
        #expect(loading.ruleSet == nil)
        #expect(
            lines(loading).prefix(1)
                == [
                    "\(scratch.path)/rules/a.yaml:1:31: error: the list \(path) cannot be used: "
                        + reason
                ])
    }

    @Test func aLinkToAList() throws {
        let scratch = try Scratch()
        try scratch.write("a.com", to: "lists/a.txt")
        try scratch.write(rule("a.txt"), to: "rules/a.yaml")
        try scratch.link("rules/a.txt", to: "../lists/a.txt")
        let loading = load(in: scratch)
        #expect(loading.ruleSet?.targets.first?.lists.first?.count == 1)
        let file = try #require(loading.lists.first)
        try scratch.write("a.com\nb.com", to: "lists/a.txt")
        #expect(!file.isCurrent)
    }

    @Test(arguments: [
        ("''", "this is not a valid file path"),
        ("\"a\\u0001.txt\"", "this is not a valid file path"),
        (
            "https://example.com/a.txt",
            "a list must be a file on this machine: Soteria downloads nothing"
        ),
        ("[]", "the list of files is empty"),
        ("{a: b}", "expected the path of a list of sites, found a map"),
    ])
    func whatIsNoPath(written: String, message: String) throws {
        let scratch = try Scratch()
        try scratch.write(rule(written), to: "rules/a.yaml")
        let told = load(in: scratch).diagnostics
        #expect(told.map(\.message) == [message] && told.map(\.line) == [1])
    }

    @Test func noHomeAndNoDirectory() throws {
        let scratch = try Scratch()
        try scratch.write(rule("~/a.txt"), to: "rules/a.yaml")
        #expect(
            load(in: scratch).diagnostics.map(\.message)
                == ["\"~\" cannot be used, because the home directory is not known"])
        let builtIn = RuleLoader(zones: zones).load(
            sources: [RuleText(path: "default/a.yaml", layer: 0, text: rule("a.txt"))])
        #expect(
            builtIn.diagnostics.map(\.message)
                == ["a built-in rule must give the absolute path of a list"])
    }

    /// The service has directories of its own in these places.
    @Test(arguments: ["/tmp", "/var/tmp", "/dev"])
    func whatTheServiceCannotSee(directory: String) throws {
        let scratch = try Scratch()
        try scratch.write(rule("\(directory)/soteria-no-such-list"), to: "rules/a.yaml")
        #expect(
            load(in: scratch).diagnostics.map(\.message) == [
                "the list \(directory)/soteria-no-such-list cannot be used: No such file or "
                    + "directory; the Soteria service has its own \(directory) and cannot see "
                    + "yours: move the list next to the rule file"
            ])
    }

    @Test func linesThatAreLeftOutAreTold() throws {
        let scratch = try Scratch()
        try scratch.write(rule("a.txt"), to: "rules/a.yaml")
        let path = try scratch.write("a.com\nhttps://b.com\n", to: "rules/a.txt")
        let loading = load(in: scratch)
        #expect(loading.ruleSet != nil && loading.lists.map(\.leftOut) == [1])
        #expect(
            loading.rendered(color: false) == """
                \(path):2:6: warning: this is a URL; a list can contain only host names, \
                without "https://", port or path
                https://b.com
                     ^
                1 warning

                """)
        // A list that is not read again says the same again.
        let again = load(in: scratch, known: loading.lists)
        #expect(again.diagnostics == loading.diagnostics)
        #expect(again.lists[0].list === loading.lists[0].list)
    }

    @Test func tooManyLists() throws {
        let scratch = try Scratch()
        let names = Array(repeating: "a.txt", count: 101).joined(separator: ", ")
        try scratch.write(rule("[\(names)]"), to: "rules/a.yaml")
        #expect(
            load(in: scratch).diagnostics.map(\.message)
                == ["too many lists: 101; at most 100 are allowed"])
    }

    @Test(arguments: [(15, 2), (16, 0)])
    func allListsTogetherHaveALimit(room: Int, faults: Int) throws {
        let scratch = try Scratch()
        try scratch.write("a.com\nb.com\n", to: "rules/a.txt")
        let second = try scratch.write("c.de", to: "rules/b.txt")
        // Each counts once.
        try scratch.write(
            """
            targets: {one: {sites_from: [a.txt, b.txt]}, two: {sites_from: [b.txt, ./a.txt]}}
            quiet_hours: {n: {block: [one, two], ranges: [{days: daily, time: "22:00-06:00"}]}}

            """, to: "rules/a.yaml")
        let loading = RuleLoader(zones: zones, lists: ListSource(home: nil, room: room))
            .load(RuleDirectories(overriding: [scratch.path + "/rules"]))
        #expect((loading.ruleSet == nil) == (faults > 0))
        let message =
            "the list \(second) cannot be used: with this list, the lists exceed the limit of 0 "
            + "MiB in total"
        #expect(
            loading.diagnostics.map(\.message) == Array(repeating: message, count: faults))
    }

    /// A list is in force whole or not at all.
    @Test func whatThePlanAllows() throws {
        let scratch = try Scratch()
        let small = try scratch.write("a.com\nb.com", to: "rules/small.txt")
        let large = try scratch.write("c.com\nd.com\ne.com", to: "rules/large.txt")
        let plan = "plan: tiny\nplans: {tiny: {entries: 3}}\n"
        try scratch.write(
            rule("[large.txt, small.txt]", sites: "sites: [x.com], ") + plan, to: "rules/a.yaml")
        let loading = load(in: scratch)
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(target.sites == ["x.com"] && target.lists.map(\.count) == [2])
        #expect(loading.ruleSet?.path(of: target.lists[0]) == small)
        #expect(
            loading.diagnostics.map(\.message)
                == [
                    "the plan \"tiny\" allows 3 sites and apps; \"\(large)\" is not in force; "
                        + "see: soteria plan"
                ])
    }
}
