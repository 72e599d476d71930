import Foundation
import Testing

@testable import RuleFiles

/// How examples and defaults are written, in YAML and in JSON.
@Suite struct ShapeLiteralTests {
    @Test(arguments: [
        ("Shopping", "Shopping"), ("amazon.com", "amazon.com"), ("sun-thu", "sun-thu"),
        ("45m", "45m"), ("1h30m", "1h30m"), ("2y", "2y"), ("/usr/games/x", "/usr/games/x"),
        ("Write the list.", "Write the list."), ("Europe/Berlin", "Europe/Berlin"),
        ("04:00", "\"04:00\""), ("22:30-06:30", "\"22:30-06:30\""), ("no", "\"no\""),
        ("Yes", "\"Yes\""), ("null", "\"null\""), ("1e3", "\"1e3\""), ("12", "\"12\""),
        ("2026-12-24", "\"2026-12-24\""), ("", "\"\""), (" a", "\" a\""), ("a ", "\"a \""),
        ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("a, b", "\"a, b\""), ("|", "\"|\""),
        ("say \"no\"", "\"say \\\"no\\\"\""), ("&a", "\"&a\""), ("-", "\"-\""),
        ("two\nlines", "\"two\\nlines\""), ("x >= 1 || y", "\"x >= 1 || y\""),
    ])
    func textsAreQuotedWhereTheyMustBe(text: String, yaml: String) {
        #expect(Literal.text(text).yaml == yaml)
    }

    @Test func oneLine() {
        let literal: Literal = [
            "days": ["fri", "sat"], "time": "23:30-08:00", "count": 3, "no": true,
        ]
        #expect(
            literal.yaml == "{days: [fri, sat], time: \"23:30-08:00\", count: 3, \"no\": true}")
        #expect(
            literal.json
                == "{\"days\": [\"fri\", \"sat\"], \"time\": \"23:30-08:00\", \"count\": 3, "
                + "\"no\": true}")
        #expect(Literal.null.yaml == "null" && Literal.null.json == "null")
        #expect(Literal(floatLiteral: 0.4).yaml == "0.4")
    }

    @Test func lines() {
        let literal: Literal = [
            "keep": ["events": "2y"],
            "targets": [
                "shopping": [
                    "sites": ["amazon.com", "ebay.com", "etsy.com", "zalando.com"],
                    "apps": ["com.valvesoftware.Steam", "org.example.AVeryLongNameOfAnApp"],
                ]
            ],
        ]
        #expect(
            literal.yamlLines() == """
                keep:
                  events: 2y
                targets:
                  shopping:
                    sites: [amazon.com, ebay.com, etsy.com, zalando.com]
                    apps: [com.valvesoftware.Steam, org.example.AVeryLongNameOfAnApp]

                """)
    }

    @Test func jsonInLinesIsTheSameJSON() throws {
        let literal = RuleSchema.schema
        let line = try JSONSerialization.jsonObject(with: Data(literal.json.utf8))
        let lines = try JSONSerialization.jsonObject(with: Data(literal.indentedJSON().utf8))
        #expect((line as? NSDictionary) == (lines as? NSDictionary))
        #expect(literal.indentedJSON().split(separator: "\n").count > 200)
    }

    @Test func aWholeExampleReadsBackAsItWasWritten() throws {
        let text = RuleFile.shape.example.yamlLines()
        let loading = load(text)
        let json = try JSONSerialization.jsonObject(with: Data(loading.merged.json().utf8))
        let read = try #require((json as? NSDictionary)?["rules"] as? NSDictionary)
        for section in Section.all where section.key != "risk" && section.key != "plans" {
            let written = try JSONSerialization.jsonObject(
                with: Data("[\(section.description.example.json)]".utf8))
            let value = try #require((written as? NSArray)?.firstObject as? NSObject)
            if section.key == "auto_protection" || section.key == "features" { continue }
            #expect((read[section.key] as? NSObject) == value, "\(section.key)")
        }
    }
}
