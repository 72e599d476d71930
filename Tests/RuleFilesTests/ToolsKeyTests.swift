import Engine
import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// Keys for new entries.
@Suite struct ToolsKeyTests {
    private func key(_ name: String, besides taken: [String] = []) -> String {
        ToolsFile().newKey(for: name, in: .targets, besides: taken)
    }

    @Test(arguments: [
        ("Shopping", "shopping"), ("Überraschung & Co", "uberraschung_co"),
        ("Late nights!", "late_nights"), ("  Spaces   everywhere  ", "spaces_everywhere"),
        ("It's mine", "its_mine"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Ærø", "aero"),
        ("Покупки", "pokupki"), ("買い物", "mai_wu"), ("a.b-c_d/e", "a_b_c_d_e"), ("ＦＵＬＬ", "full"),
        ("9gag", "target_9gag"), ("🎁", "target"), ("", "target"), ("---", "target"),
        ("🎁 Gifts 🎁", "gifts"), ("yes", "target_yes"), ("NULL", "target_null"), ("in", "target_in"),
        ("e\u{301}te\u{301}", "ete"), ("a\nb\0c", "a_b_c"), ("_private_", "private"),
        ("<script>", "script"), ("1", "target_1"),
    ])
    func keysAreMadeOfNames(name: String, expected: String) {
        let made = key(name)
        if name == "買い物" {
            // How Japanese is read is the transliteration's affair; that it is Latin is ours.
            #expect(!made.isEmpty && made != "target")
        } else {
            #expect(made == expected)
        }
        #expect(made.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains($0) })
        #expect(made.first?.isLetter == true && made.last != "_")
    }

    @Test func schedulesHaveAWordOfTheirOwn() {
        let file = ToolsFile()
        #expect(file.newKey(for: "🌙", in: .quietHours, besides: []) == "quiet")
        #expect(file.newKey(for: "24/7", in: .quietHours, besides: []) == "quiet_24_7")
    }

    @Test func takenKeysGetANumber() throws {
        #expect(key("Shopping", besides: ["shopping"]) == "shopping_2")
        #expect(key("Shopping", besides: ["shopping", "shopping_2", "shopping_3"]) == "shopping_4")
        #expect(key("🎁", besides: ["target"]) == "target_2")
        // Those of the file itself, of what is no entry too, but of this section alone.
        var file = try ToolsFile(text: "targets: {shopping: null, other: {sites: [a.example]}}\n")
        #expect(file.newKey(for: "Shopping", in: .targets, besides: ["other"]) == "shopping_2")
        #expect(file.newKey(for: "Other", in: .targets, besides: []) == "other_2")
        #expect(file.newKey(for: "Other", in: .quietHours, besides: []) == "other")
        for number in 0..<30 {
            let made = file.newKey(for: "Über all", in: .targets, besides: [])
            #expect(made == (number == 0 ? "uber_all" : "uber_all_\(number + 1)"))
            try file.set(TargetEntry(key: made, sites: ["a.example"]))
        }
        #expect(file.targets.count == 31)
    }

    @Test func longNamesGiveShortKeys() throws {
        for name in [
            String(repeating: "long ", count: 2000), String(repeating: "買", count: 10_000),
            String(repeating: "Ж", count: 200), String(repeating: "🎁", count: 10_000),
        ] {
            let made = key(name, besides: [key(name)])
            #expect(made.count <= 64 && made.hasSuffix("_2"))
        }
        #expect(key(String(repeating: "ab ", count: 100)).count <= 40)
    }

    /// Whatever the name, the loader takes the key, and conditions can read the target's use.
    @Test func everyKeyIsOneThatRulesCanHave() throws {
        var generator = SeededGenerator()
        print("names from seed \(generator.seed)")
        let pieces = [
            "Shop", "ü", "é", "ß", " ", "&", "🎁", "9", "_", "-", ".", "Ж", "買", "ش", "\n", "\"",
            "'",
            "in", "null", "A", "Z", "\u{200F}", "ﬁ", "½", "²", "Ⅳ", "ª", "٣", "ı", "İ",
        ]
        var file = ToolsFile()
        for _ in 0..<60 {
            let name = (0..<Int(generator.next() % 8)).map { _ in
                pieces[Int(generator.next() % UInt64(pieces.count))]
            }.joined()
            let made = file.newKey(for: name, in: .targets, besides: [])
            try file.set(TargetEntry(key: made, sites: ["a.example"]))
        }
        let uses = file.targets.map { "usage.\($0.key).today > duration('1h')" }
        let factors = uses.enumerated().map { "    f\($0): {weight: 0.01, when: \"\($1)\"}\n" }
        let text = file.text + "\nrisk:\n  factors:\n" + factors.joined()
        let loading = load(text)
        #expect(loading.errors == 0, "\(lines(loading)) of seed \(generator.seed)")
        #expect(file.targets.count == 60)
    }
}
