import Foundation
import Glibc
import RuleFiles
import RuleModel
import Testing

/// Input that nobody writes on purpose gives a diagnostic and never a crash, within fixed limits.
@Suite struct BadInputTests {
    /// There is an error in the file, all is said within the limits, and nothing is in force.
    private func expectRefused(
        _ text: String, _ words: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let loading = load(text)
        let isRefused = loading.ruleSet == nil
        #expect(isRefused && loading.errors > 0, sourceLocation: sourceLocation)
        #expect((1...501).contains(loading.diagnostics.count), sourceLocation: sourceLocation)
        for diagnostic in loading.diagnostics {
            #expect(diagnostic.message.utf8.count < 5000, sourceLocation: sourceLocation)
            #expect(diagnostic.excerpt?.text.count ?? 0 <= 122, sourceLocation: sourceLocation)
        }
        guard let words else { return }
        #expect(
            loading.diagnostics.contains { $0.message.contains(words) },
            "\(loading.diagnostics.prefix(3).map(\.message))", sourceLocation: sourceLocation)
    }

    // MARK: - Expressions

    @Test(arguments: [
        ("(", ")"), ("[", "]"), ("{1: ", "}"), ("!(", ")"), ("-", ""), ("size(", ")"),
        ("[1].map(x, ", ")"), ("true ? true : ", "false"), ("a.", ""), ("l[", "]"),
    ])
    func expressionsNestedTenThousandDeep(open: String, close: String) {
        let deep =
            String(repeating: open, count: 10_000) + "true"
            + String(repeating: close, count: 10_000)
        expectRefused("features:\n  deep: |\n    \(deep)\n")
    }

    @Test(arguments: ["1 + ", "true && ", "true || ", "'a' + ", "local.hour < 3 && "])
    func chainsOfTenThousand(link: String) {
        let chain = String(repeating: link, count: 10_000)
        let loading = load("features: {long: \"\(chain) true\"}\n" + factor("long"))
        let isRefused = loading.ruleSet == nil
        #expect(isRefused == (loading.errors > 0))
        #expect(loading.diagnostics.count <= 501)
    }

    @Test(arguments: ["a", "é", "\u{1F600}", "\\\\", " ", "(", "?", "'"])
    func textsOfAMegabyte(piece: String) {
        let count = (1 << 20) / piece.utf8.count
        let long = String(repeating: piece, count: count)
        expectRefused("features: {long: '\(piece == "'" ? long + long : long)'}\n")
        expectRefused(
            "features: {long: \"mood.last == '\(long)'\"}\n")
    }

    @Test func namesOfAMegabyte() {
        let long = String(repeating: "a", count: 1 << 20)
        expectRefused("\(long): {}\n")
        expectRefused("targets: {\"\(long)\": {sites: [a.com]}}\n")
        expectRefused("targets: {a: {sites: [\(long)]}}\n", "is longer than 63 characters")
        expectRefused("targets: {a: {apps: [\(long)]}}\n", "not a valid application id")
        expectRefused("targets: {a: {executables: [/\(long)]}}\n", "longer than 1024 bytes")
        expectRefused("targets: {a: {name: \(long), sites: [a.com]}}\n", "at most 200 characters")
        expectRefused("time_zone: \(long)\n", "no time zone")
        expectRefused("plan: \(long)\n", "no plan")
        expectRefused("quiet_hours: {n: {block: [\(long)], ranges: [{time: \(long)}]}}\n")
        expectRefused("unblock: {grant: \(long)}\n", "not a valid length of time")
        expectRefused("features: {x: \(long)}\n", nil)
    }

    /// Patterns that take others for ever are read in the length of the text; those that are too
    /// large, or that need what is not to be had in linear time, are refused.
    @Test(arguments: [
        "(a+)+$", "(a|a)*$", "(a*)*b", "(.*)*=", "(x+x+)+y", "(a?){30}a{30}", "([a-z]+)*!",
        "(a{1,100}){1,100}", "((((a*)*)*)*)*", "(?:(?:a|aa)+)+$", "(a{1000}){1000}",
        "((a{1,500}){1,500}){1,500}", "\\\\1", "(?=a)", "(?<!a)b",
    ])
    func catastrophicPatterns(pattern: String) {
        let subject = String(repeating: "a", count: 5000)
        for text in ["mood.last", "'\(subject)'", "'\(subject)!'"] {
            let loading = load(
                "features:\n  f: >-\n    \(text).matches(\"\(pattern)\")\n" + factor("f"))
            let isRefused = loading.ruleSet == nil
            #expect(isRefused == (loading.errors > 0), "\(pattern)")
        }
    }

    @Test func macrosWithinMacros() {
        for depth in [2, 4, 8, 16, 40] {
            let list = "[1,2,3,4,5,6,7,8,9,10]"
            let all = (0..<depth).map { "\(list).all(x\($0), " }.joined()
            let text = all + "true" + String(repeating: ")", count: depth)
            let loading = load("features: {f: \"\(text)\"}\n" + factor("f"))
            let isRefused = loading.ruleSet == nil
            #expect(isRefused == (loading.errors > 0))
            if depth >= 8 { #expect(loading.errors > 0, "10^\(depth) steps are too many") }
        }
    }

    // MARK: - Numbers

    @Test(arguments: [
        "99999999999999999999", "-1", "1e999", "0x10", "1_000", "+1", ".5", "1.", "NaN", ".inf",
        "0.0000000000000000000000001", "00000000000000000000000000001",
        String(repeating: "9", count: 100_000),
    ])
    func numbersOutOfReason(number: String) {
        expectRefused("risk: {factors: {f: {weight: \(number), when: local.hour > 3}}}\n")
        expectRefused("unblock: {grant: \(number)m}\n")
        expectRefused("unblock: {grant: \(number)}\n")
        expectRefused("version: \(number)\n")
        expectRefused("budgets: {b: {target: a, limit: \(number)h}}\n")
        expectRefused("keep: {events: \(number)y}\n")
        let plan = load("plans: {p: {entries: \(number)}}\nplan: p\n")
        #expect((plan.ruleSet == nil) == (plan.errors > 0))
    }

    @Test(arguments: ["9999-12-31", "10000-01-01", "0000-00-00", "-0001-01-01", "2026-1-1"])
    func datesOutOfReason(date: String) {
        let loading = load(schedule("[{time: 08:00-09:00, except: [\(date)]}]"))
        let isRefused = loading.ruleSet == nil
        #expect(isRefused == (loading.errors > 0))
    }

    // MARK: - YAML

    @Test func aHundredThousandKeys() {
        let keys = (0..<100_000).map { "k\($0): {}" }
        expectRefused(keys.joined(separator: "\n"), "unknown key")
        expectRefused("targets:\n  " + keys.joined(separator: "\n  "), "too many")
        expectRefused("features:\n  " + keys.joined(separator: "\n  "), "too many")
    }

    @Test func aHundredThousandRepeatedKeys() {
        let keys = Array(repeating: "plan: free", count: 100_000).joined(separator: "\n")
        expectRefused(keys, "appears twice")
    }

    @Test(arguments: [
        ("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("[{a: [", "]}]"), ("a: {", "}"),
    ])
    func nestedTenThousandDeep(open: String, close: String) {
        for count in [33, 1001, 10_000] {
            expectRefused(
                "plan: " + String(repeating: open, count: count) + "x"
                    + String(repeating: close, count: count))
        }
        let lines = (0..<500).map { String(repeating: " ", count: $0) + "a:" }
        expectRefused(lines.joined(separator: "\n"))
    }

    @Test func anchorsThatExplode() {
        var bomb = "lol0: &a0 lol\n"
        for level in 1...30 {
            let previous = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            bomb += "lol\(level): &a\(level) [\(previous)]\n"
        }
        expectRefused(bomb, "aliases")
        expectRefused("targets: &t {a: *t}\n", "aliases")
        expectRefused("a: &a\n  <<: *a\n  <<: [*a, *a]\n")
        expectRefused("&a a: *a\n? *a\n: b\n")
    }

    @Test func everyControlCharacter() {
        for value in (0..<0x20).map(UInt32.init) + [0x7f, 0x80, 0x9b, 0xfffe, 0xffff, 0xfeff] {
            guard ![0x09, 0x0a, 0x0d].contains(value), let scalar = Unicode.Scalar(value) else {
                continue
            }
            for text in ["plan: \(scalar)free\n", "plan: free # \(scalar)\n", "\(scalar)\n"] {
                let loading = load(text)
                #expect(loading.ruleSet == nil, "U+\(String(value, radix: 16))")
                let text = loading.rendered(color: false)
                #expect(value > 0xa0 || !text.unicodeScalars.contains(scalar))
            }
        }
    }

    // MARK: - Truncations

    private static let files: [String] = ["examples", "defaults"].flatMap { directory in
        ((try? FileManager.default.contentsOfDirectory(atPath: repository("rules/\(directory)")))
            ?? [])
            .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".test.yaml") }.sorted()
            .map { "rules/\(directory)/\($0)" }
    }

    /// Cut at each byte, also within a character: a set that says less, or an error; never a set
    /// that the whole file would not give a part of.
    @Test(arguments: files)
    func everyTruncation(path: String) throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: URL(filePath: repository(path)))
        // At its own path: it may name a list of sites that lies beside it.
        func read(_ text: String) -> RuleLoadResult {
            RuleLoader(zones: zones).load(sources: [
                RuleText(path: repository(path), layer: 2, text: text)
            ])
        }
        let set = try #require(read(String(decoding: whole, as: UTF8.self)).ruleSet)
        let targets = Set(set.targets.map(\.key))
        for count in 0..<whole.count {
            let cut = whole.prefix(count)
            guard let text = String(validating: cut, as: UTF8.self) else {
                let file = try scratch.write(Array(cut), to: "a.yaml")
                let loading = RuleLoader(zones: zones).load(RuleDirectories(files: [file]))
                #expect(lines(loading).contains { $0.contains("not UTF-8") })
                continue
            }
            let loading = read(text)
            let isRefused = loading.ruleSet == nil
            #expect(isRefused == (loading.errors > 0), "\(count) bytes")
            #expect(loading.diagnostics.count <= 60, "\(count) bytes")
            for target in loading.ruleSet?.targets ?? [] {
                #expect(targets.contains { $0.hasPrefix(target.key) }, "\(count) bytes")
            }
        }
    }

    // MARK: - What is no file

    @Test func whatIsNoFileIsToldAndNotWaitedFor() throws {
        let scratch = try Scratch()
        try scratch.write("x", to: "directory.yaml/inside")
        #expect(mkfifo(scratch.path + "/pipe.yaml", 0o600) == 0)
        try scratch.link("zero.yaml", to: "/dev/zero")
        try scratch.link("nowhere.yaml", to: "/nowhere/at/all")
        try scratch.link("loop.yaml", to: scratch.path + "/loop.yaml")
        try scratch.write([0xc3, 0x28], to: "invalid.yaml")
        try scratch.write([0x70, 0x00], to: "nul.yaml")
        try scratch.write(Array(repeating: 0x23, count: (8 << 20) + 1), to: "large.yaml")
        let loading = RuleLoader(zones: zones).load(RuleDirectories(overriding: [scratch.path]))
        let said = lines(loading).map { $0.replacing(scratch.path + "/", with: "") }
        #expect(loading.ruleSet == nil)
        for expected in [
            "directory.yaml: error: the file cannot be read: not a regular file",
            "pipe.yaml: error: the file cannot be read: not a regular file",
            "zero.yaml: error: the file cannot be read: not a regular file",
            "nowhere.yaml: error: the file cannot be read: No such file or directory",
            "loop.yaml: error: the file cannot be read: Too many levels of symbolic links",
            "invalid.yaml: error: the file is not UTF-8 text (the first invalid byte is in line 1)",
            "nul.yaml: error: the file is binary, not text (it contains a NUL byte)",
            "large.yaml: error: the file cannot be read: the file is larger than 8 MiB",
        ] {
            #expect(said.contains(expected))
        }
        #expect(said.count == 8)
    }

    @Test(arguments: [
        [0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
        [0xf8, 0x88, 0x80, 0x80, 0x80], [0xff], [0xfe, 0xff], [0xff, 0xfe, 0x41, 0x00],
        [0xe2, 0x82],
    ])
    func noUTF8(bytes: [UInt8]) throws {
        let scratch = try Scratch()
        for before in ["", "plan: free\n# ", "plan: \""] {
            try scratch.write(Array(before.utf8) + bytes, to: "a.yaml")
            let loading = RuleLoader(zones: zones).load(RuleDirectories(overriding: [scratch.path]))
            #expect(loading.ruleSet == nil && loading.errors == 1)
            #expect(loading.diagnostics.first?.line == 0)
        }
    }
}
