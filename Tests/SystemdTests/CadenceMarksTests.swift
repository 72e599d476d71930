import SeededRandom
import TestBus
import Testing

@testable import Systemd

@Suite struct CadenceMarksTests {
    private static let minute: Int64 = 60_000
    private static let lengths = [minute, 5 * minute, 15 * minute]
    /// 2026-11-20T22:00:00Z, a mark of all three.
    private static let hour: Int64 = 1_795_212_000_000

    @Test func marksAreMultiplesOfEachLength() {
        var marks = CadenceMarks(lengths: Self.lengths, at: Self.hour)
        var due: [Int64: [Int]] = [:]
        for minute in 1...15 as ClosedRange<Int64> {
            due[minute] = marks.due(at: Self.hour + minute * Self.minute)
        }
        #expect(due[1] == [0])
        #expect(due[4] == [0])
        #expect(due[5] == [0, 1])
        #expect(due[10] == [0, 1])
        #expect(due[14] == [0])
        #expect(due[15] == [0, 1, 2])
    }

    @Test(arguments: [
        (minute, hour, hour + minute), (minute, hour - 1, hour),
        (minute, hour + 59_999, hour + minute), (15 * minute, hour, hour + 15 * minute),
        (15 * minute, hour + 1, hour + 15 * minute), (7000, 0, 7000), (7000, 6999, 7000),
        (1000, -1500, -1000), (1000, -1000, 0), (1, 41, 42),
    ])
    func theNextMarkIsTheNextMultiple(length: Int64, now: Int64, next: Int64) {
        #expect(CadenceMarks.next(of: length, after: now) == next)
    }

    @Test func nothingIsDueBetweenMarksOrTwice() {
        var marks = CadenceMarks(lengths: Self.lengths, at: Self.hour)
        #expect(marks.due(at: Self.hour) == [])
        #expect(marks.due(at: Self.hour + 59_999) == [])
        #expect(marks.due(at: Self.hour + 60_000) == [0])
        #expect(marks.due(at: Self.hour + 60_001) == [])
    }

    @Test func missedMarksAreDueOnce() {
        var marks = CadenceMarks(lengths: Self.lengths, at: Self.hour)
        #expect(marks.due(at: Self.hour + 600 * Self.minute + 1) == [0, 1, 2])
        #expect(marks.due(at: Self.hour + 600 * Self.minute + 2) == [])
    }

    @Test func aClockSetBackMakesNothingDueAndCountsFromThere() {
        var marks = CadenceMarks(lengths: Self.lengths, at: Self.hour)
        #expect(marks.due(at: Self.hour - 600 * Self.minute) == [])
        #expect(marks.due(at: Self.hour - 599 * Self.minute) == [0])
        #expect(marks.due(at: Self.hour - 585 * Self.minute) == [0, 1, 2])
    }

    @Test func countsBefore1970Too() {
        var marks = CadenceMarks(lengths: [1000], at: -1500)
        #expect(marks.due(at: -1001) == [])
        #expect(marks.due(at: -1000) == [0])
        #expect(marks.due(at: -1) == [])
        #expect(marks.due(at: 0) == [0])
    }

    @Test func survivesOddLengths() {
        var none = CadenceMarks(lengths: [], at: 0)
        #expect(none.due(at: 1_000_000) == [])
        var tiny = CadenceMarks(lengths: [0, -5, .max], at: 0)
        #expect(tiny.due(at: 1) == [0, 1])
    }

    @Test func anyRunOfTheClockTellsEachMarkOnce() {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let lengths = (0..<3).map { _ in Int64.random(in: 1...1000, using: &random) }
            var now = Int64.random(in: -10_000...10_000, using: &random)
            var marks = CadenceMarks(lengths: lengths, at: now)
            for _ in 0..<50 {
                let later = now + Int64.random(in: 0...1500, using: &random)
                let due = marks.due(at: later)
                for (index, length) in lengths.enumerated() {
                    // A mark lies in (now, later] exactly when the cadence is due.
                    let isPassed = CadenceMarks.next(of: length, after: now) <= later
                    #expect(due.contains(index) == isPassed, "seed \(seed)")
                }
                now = later
            }
        }
    }
}
