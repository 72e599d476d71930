import SeededRandom
import Testing

@testable import Dashboard

/// How much room texts take, and what is left of them where there is less.
@Suite struct ChartsTextMetricsTests {
    let letters = TextMetrics(fontSize: 10)

    @Test func noLetterIsNarrowerThanAssumed() {
        for text in ["a", "Monday", "iiii", "WWW", "日本", "1,000,000", "–", "🛡️"] {
            #expect(letters.width(of: text) >= Double(text.count) * 6, "\(text)")
        }
        #expect(letters.width(of: "") == 0)
        #expect(letters.width(of: "日") > letters.width(of: "a"))
        #expect(letters.widest(of: ["a", "abc", "ab"]) == letters.width(of: "abc"))
        #expect(letters.widest(of: []) == 0)
    }

    @Test(arguments: [
        ("abc", 18.0, "abc"), ("abcd", 24, "abcd"), ("abcdef", 35, "abcd…"),
        ("abcdef", 36, "abcdef"),
        ("abcdef", 10, "…"), ("abcdef", 9, ""), ("ab cdef", 30, "ab…"), ("", 0, ""), ("a", 0, ""),
    ])
    func textIsCutWithAnEllipsis(text: String, room: Double, cut: String) {
        #expect(letters.cut(text, to: room) == cut)
    }

    @Test(arguments: [
        ("Monday", 39.0, "Monday"), ("Wednesday", 40, "Wedn…"), ("Wednesday", 20, "We"),
        ("Monday", 9, "M"), ("Monday", 3, ""),
    ])
    func aFewLettersSayMoreThanAnEllipsis(text: String, room: Double, short: String) {
        #expect(letters.shortened(text, to: room) == short)
    }

    @Test func whatIsCutFits() {
        let seed = SeededGenerator.seed()
        var numbers = ChartNumbers(seed: seed)
        for _ in 0..<1_000 {
            let text = numbers.name()
            let room = Double(numbers.below(200))
            let hint: Comment = "\(text) in \(room), seed \(seed)"
            for cut in [letters.cut(text, to: room), letters.shortened(text, to: room)] {
                #expect(letters.width(of: cut) <= room + 1e-6, hint)
            }
            if letters.width(of: text) <= room {
                #expect(letters.cut(text, to: room) == text, hint)
            }
        }
    }

    @Test func aRoomMeasuredByTheTextIsEnough() {
        for text in ["stressed", "Intended", "necessity", "Monday", "1 h 32 min"] {
            for size in [11.0, 12, 13] {
                let letters = TextMetrics(fontSize: size)
                let margin = letters.width(of: text) + 8
                #expect(letters.cut(text, to: margin - 8) == text)
            }
        }
    }

    @Test func veryLongTextsAreCutToo() {
        let text = String(repeating: "<b>&", count: 2_500)
        #expect(letters.cut(text, to: 60).count == 9)
    }

    @Test(arguments: [
        (24, 8.0, 14.0, 2), (24, 8, 30, 4), (24, 8, 33, 6), (24, 30, 14, 1), (366, 1, 40, 40),
        (365, 1.0, 70, 73), (7, 30, 20, 1), (31, 7, 40, 6),
    ])
    func labelsAreThinnedToADivisorIfOneIsNear(
        count: Int, slot: Double, widest: Double, step: Int
    ) {
        #expect(LabelRow.step(of: count, slot: slot, widest: widest) == step)
    }

    @Test func noRoomIsNoReasonToFail() {
        #expect(LabelRow.step(of: 5, slot: 0, widest: 10) == 5)
        #expect(LabelRow.step(of: 0, slot: 0, widest: 10) == 1)
        let box = Box(left: 0, top: 0, right: 0, bottom: 0)
        let row = LabelRow(["abc", "def"], at: [0, 0], slot: 0, within: box, letters: letters)
        #expect(row.labels.count <= 1)
    }

    @Test func labelsAtTheEdgesMoveInwards() {
        let box = Box(left: 0, top: 0, right: 100, bottom: 0)
        let row = LabelRow(
            ["first", "last"], at: [0, 100], slot: 100, within: box, letters: letters)
        #expect(row.labels.map(\.text) == ["first", "last"])
        #expect(row.labels.first?.middle == letters.width(of: "first") / 2)
        #expect(row.labels.last?.middle == 100 - letters.width(of: "last") / 2)
    }

    @Test func wholeNamesStandWhereAllHaveRoom() {
        let box = Box(left: 0, top: 0, right: 300, bottom: 0)
        let names = [ChartLabel("Monday", short: "Mo"), ChartLabel("Friday", short: "Fr")]
        let wide = LabelRow(names, at: [75, 225], slot: 150, within: box, letters: letters)
        #expect(wide.labels.map(\.text) == ["Monday", "Friday"])
        let narrow = LabelRow(names, at: [15, 45], slot: 30, within: box, letters: letters)
        #expect(narrow.labels.map(\.text) == ["Mo", "Fr"])
    }
}
