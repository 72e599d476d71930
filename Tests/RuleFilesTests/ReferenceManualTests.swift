import Engine
import Foundation
import RuleModel
import Testing
@testable import RuleFiles

/// The man page in the macros of roff.
@Suite struct ReferenceManualTests {
    private let lines = RuleManual.text.split(
        separator: "\n", omittingEmptySubsequences: false)

    @Test func itIsASCIIWithoutBlankLines() {
        #expect(RuleManual.text.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
        #expect(!lines.dropLast().contains(""))
        #expect(RuleManual.text.hasSuffix("\n"))
        #expect(!lines.contains { $0.hasSuffix(" ") })
    }

    @Test func everyRequestIsOneOfTheManMacros() {
        let known = ["TH", "SH", "SS", "PP", "TP", "EX", "EE", "br"]
        for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
            let name = line.dropFirst().prefix { $0 != " " }
            #expect(known.contains(String(name)), "\(line)")
        }
    }

    @Test func boldBeginsAndEnds() {
        for line in lines {
            #expect(
                line.components(separatedBy: "\\fB").count
                    == line.components(separatedBy: "\\fR").count, "\(line)")
        }
    }

    @Test func itHoldsEveryKeyAndSection() {
        for section in Section.all {
            #expect(RuleManual.text.contains("\n.SS \"\(section.key)\"\n"), "\(section.key)")
        }
        for key in DescribedKey.all where key.path.count > 1 {
            #expect(RuleManual.text.contains("\n\\fB\(key.field.key)\\fR: "), "\(key)")
        }
    }

    /// Effects that the keys alone do not show have a part of their own.
    @Test(arguments: [
        ("STRICT RULES", ["strict: true", "weakening_waits"]),
        (
            "EDITS THAT WAIT",
            ["\(RuleSet.revocability.minutes) minutes", "At most eight edits", "KEY@"]
        ),
        ("TESTS", ["*.test.yaml", "soteria rules test", "schema \\-\\-tests"]),
    ])
    func itTellsOfRulesAtWork(heading: String, words: [String]) throws {
        let part = try #require(
            RuleManual.text.components(separatedBy: "\n.SH \"\(heading)\"\n").last)
        let text = part.components(separatedBy: "\n.SH ")[0]
        #expect(text != RuleManual.text)
        for words in words { #expect(text.contains(words), "\(words)") }
    }

    @Test func lettersThatRoffTakesForItsOwnAreWrittenOut() {
        var page = Roff()
        page.paragraph(".dot and \\n, a dash – `a-b 'x' ^~` → end")
        page.item("'term'", "a `b` c")
        page.heading("SAY \"NO\"")
        page.example(".first\n  'second'\n")
        #expect(
            page.text == """
                .PP
                \\&.dot and \\en, a dash \\(en \\fBa\\-b \\(aqx\\(aq \\(ha\\(ti\\fR \\(-> end
                .TP
                \\&'term'
                a \\fBb\\fR c
                .SH "SAY \\(dqNO\\(dq"
                .PP
                .EX
                \\&.first
                  \\(aqsecond\\(aq
                .EE

                """)
    }
}
