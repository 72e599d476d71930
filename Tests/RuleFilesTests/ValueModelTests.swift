import CEL
import Foundation
import RuleFiles
import RuleModel
import SeededRandom
import Testing

/// Values held against simple models of what they mean, over all or many of their possibilities.
@Suite struct ValueModelTests {
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Many ranges in one schedule, each as written, for one load.
    private func ranges(_ written: [String]) throws -> [DailyRange] {
        try written.chunks(of: 400).flatMap { part in
            // Ranges within others are told, and no error.
            let loading = load(schedule("\n" + part.map { "      - \($0)\n" }.joined()))
            #expect(loading.errors == 0)
            return try #require(loading.ruleSet).quietHours[0].ranges
        }
    }

    @Test func everySpanOfDays() throws {
        var written: [String] = []
        var expected: [Set<Int>] = []
        for first in 0..<7 {
            for last in 0..<7 {
                written.append(
                    "{days: \(Self.days[first])-\(Self.days[last]), time: 08:00-09:00}")
                let length = (last - first + 7) % 7
                expected.append(Set((0...length).map { (first + $0) % 7 + 1 }))
            }
        }
        let found = try ranges(written).map { range in
            Set((1...7).filter { range.days.contains(weekday: $0) })
        }
        #expect(found == expected)
    }

    @Test func everySetOfDaysAsAListAndWithCommas() throws {
        for bits in 1..<128 {
            let names = (0..<7).filter { bits & (1 << $0) != 0 }.map { Self.days[$0] }
            let text = names.joined(separator: ", ")
            let both = try ranges([
                "{days: [\(text)], time: 08:00-09:00}", "{days: \"\(text)\", time: 08:00-09:00}",
            ])
            #expect(both.map { Int($0.days.rawValue) } == [bits, bits])
        }
    }

    private func clock(_ minutes: Int) -> String {
        let (hour, minute) = (minutes / 60, minutes % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    @Test func everyMinuteCanBeginAndEndARange() throws {
        let written = (0..<1440).map { "{time: \(clock($0))-\(clock(($0 + 600) % 1440))}" }
        let found = try ranges(written)
        #expect(found.map(\.start) == Array(0..<1440))
        #expect(found.map(\.end) == (0..<1440).map { ($0 + 600) % 1440 })
        #expect(found.map(\.endsNextDay) == (0..<1440).map { $0 >= 840 })
    }

    @Test func everyWrongTextNearARangeIsRefused() {
        let right = Array("22:30-06:30")
        for index in right.indices {
            for character in ["", "x", "9", ":", "-", " ", "٣", "00"] {
                let text = right[..<index] + Array(character) + right[(index + 1)...]
                let written = String(text)
                let isRight =
                    written.count == 11
                    && written.wholeMatch(of: /\d\d:\d\d-\d\d:\d\d/)
                        .map { _ in written.utf8.count == 11 } ?? false
                let loading = load(schedule("[{time: \"\(written)\"}]"), defaults: [])
                guard isRight else {
                    #expect(loading.ruleSet == nil, "\(written)")
                    continue
                }
                // 92:30, 22:90 and their like have the form and no meaning.
                let numbers = written.split { ":-".contains($0) }.compactMap { Int($0) }
                let isClock =
                    numbers[0] < 24 && numbers[2] < 24 && numbers[1] < 60 && numbers[3] < 60
                #expect((loading.ruleSet != nil) == isClock, "\(written)")
            }
        }
    }

    @Test func everyDateOfSomeYears() throws {
        let first = try #require(CivilDate(year: 2024, month: 1, day: 1)).daysSince1970
        let all = (first..<(first + 5 * 365 + 2)).map { CivilDate(daysSince1970: $0).description }
        let dates = all.joined(separator: ", ")
        let written = "[{time: 08:00-09:00, except: [\(dates)]}, {time: 10:00-11:00}]"
        let found = try ruleSet(schedule(written)).quietHours[0].ranges[0].except
        #expect(found == Dates(first..<(first + 5 * 365 + 2)))
        #expect(all.contains("2024-02-29") && all.contains("2028-02-29"))
        #expect(!all.contains("2025-02-29"))
    }

    @Test func everyWeightOfThreeDecimals() throws {
        let written = (0...1000).map { number in
            let digits = String(1000 + number % 1000).dropFirst()
            return "    f\(1000 + number): {weight: \(number / 1000).\(digits), when: \"true\"}"
        }
        let text = "risk:\n  factors:\n" + written.joined(separator: "\n")
        let set = try #require(load(text, defaults: []).ruleSet)
        #expect(set.risk.factors.map(\.weight.thousandths) == Array(0...1000))
    }

    @Test func lengthsOfTimeByChance() throws {
        var generator = SeededGenerator()
        print("lengths of time from seed \(generator.seed)")
        let units: [(name: String, seconds: Int64)] = [("h", 3600), ("m", 60), ("s", 1)]
        for round in 0..<200 {
            var text = ""
            var seconds: Int64 = 0
            for unit in units where generator.next() % 2 == 0 {
                let number = Int64(generator.next() % (unit.name == "h" ? 20 : 90))
                text += "\(number)\(unit.name)"
                seconds += number * unit.seconds
            }
            let loading = load("unblock: {grant: \"\(text)\"}", defaults: [])
            let context = "round \(round) of seed \(generator.seed): \(text)"
            if text.isEmpty || seconds == 0 || seconds > 86400 {
                #expect(loading.ruleSet == nil, "\(context)")
            } else {
                #expect(loading.ruleSet?.unblock.grant == .seconds(seconds), "\(context)")
            }
        }
    }

    /// Every misspelling by one letter of every section's name is understood.
    @Test func everySlipInAKeyIsUnderstood() {
        let keys = ["targets", "quiet_hours", "features", "unblock", "time_zone"]
        for key in keys {
            let letters = Array(key)
            for index in letters.indices.dropLast() {
                var dropped = letters
                dropped.remove(at: index)
                var swapped = letters
                swapped.swapAt(index, index + 1)
                var doubled = letters
                doubled.insert(letters[index], at: index)
                var changed = letters
                changed[index] = "x"
                for slip in [dropped, swapped, doubled, changed].map({ String($0) })
                where slip != key {
                    let loading = load("\(slip): {}", defaults: [])
                    #expect(loading.diagnostics.map(\.suggestion) == [key], "\(slip)")
                }
            }
        }
    }

    /// Names of any characters come back from the merged text and its JSON.
    @Test func namesByChanceSurviveTheMergedText() throws {
        var generator = SeededGenerator()
        print("names from seed \(generator.seed)")
        let alphabet = Array("ab01 :#-'\"\\{}[],&*!|>%@`~?=<^äß日👩🏽\u{301}./")
        for round in 0..<200 {
            let length = 1 + Int(generator.next() % 16)
            let name = String(
                (0..<length).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] })
            guard name.contains(where: { !$0.isWhitespace }) else { continue }
            let context = "round \(round) of seed \(generator.seed): \(name)"
            let quoted = "'" + name.replacing("'", with: "''") + "'"
            let loading = load("targets: {a: {name: \(quoted), sites: [a.com]}}", defaults: [])
            let set = try #require(loading.ruleSet, "\(context)")
            #expect(set.targets[0].name == name, "\(context)")
            let again = load(loading.merged.rendered(), defaults: [])
            #expect(again.ruleSet?.targets == set.targets, "\(context)")
            let json = try JSONSerialization.jsonObject(with: Data(loading.merged.json().utf8))
            let rules = (json as? [String: Any])?["rules"] as? [String: Any]
            let targets = rules?["targets"] as? [String: [String: Any]]
            #expect(targets?["a"]?["name"] as? String == name, "\(context)")
        }
    }

    /// Output about garbage contains no terminal command and no endless line.
    @Test func renderingsOfGarbageAreFitForATerminal() {
        var generator = SeededGenerator()
        print("garbage from seed \(generator.seed)")
        let alphabet = Array("ab: -[]{}'\"\n\t\u{1b}\u{7}\u{9b}\u{202e}\u{2066}日\u{85}#&*!|>%")
        for round in 0..<400 {
            let length = Int(generator.next() % 400)
            let text = String(
                (0..<length).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] })
            let loading = load(text, defaults: [])
            let rendered = loading.rendered(color: false)
            let context = "round \(round) of seed \(generator.seed)"
            #expect(rendered.isEmpty == loading.diagnostics.isEmpty, "\(context)")
            #expect(
                rendered.unicodeScalars.allSatisfy { scalar in
                    scalar == "\n"
                        || (scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value))
                }, "\(context)")
            #expect(!rendered.contains("\u{202e}") && !rendered.contains("\u{2066}"), "\(context)")
            for line in rendered.split(separator: "\n") { #expect(line.count < 700, "\(context)") }
        }
    }
}

extension Array {
    /// The elements in order, in pieces of at most so many.
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
