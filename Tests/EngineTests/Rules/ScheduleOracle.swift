import RuleModel
import SeededRandom
import Testing

/// Random schedules, compared minute by minute by the plainest means there are.
struct ScheduleOracle {
    /// The first of the days that are looked at: 2026-11-02, a Monday. Exceptions lie in the two
    /// weeks in the middle of six, so that there are dates far from any.
    private static let monday = 20_759
    private static let step = 120

    private func schedules(
        _ random: inout SeededGenerator, _ count: Int, _ letter: String
    ) -> [QuietHours] {
        (0..<count).map { index in
            let ranges = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let steps = 1440 / Self.step
                let start = Int.random(in: 0..<steps, using: &random)
                var end = Int.random(in: 0...steps, using: &random)
                if end == start { end = (start + 5) % steps }
                let days = UInt8.random(in: 1...127, using: &random)
                let dates = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    Self.monday + Int.random(in: 14..<28, using: &random)
                }
                let isOfDates = Int.random(in: 0..<4, using: &random) == 0 && !dates.isEmpty
                if isOfDates {
                    return DailyRange(
                        dates: Dates(dates), start: start * Self.step, end: end * Self.step)
                }
                return DailyRange(
                    days: Bool.random(using: &random) ? .daily : Weekdays(rawValue: days),
                    start: start * Self.step, end: end * Self.step,
                    except: Bool.random(using: &random) ? Dates(dates) : [])
            }
            return QuietHours(
                key: "\(letter)\(index)", name: "",
                targets: [["a"], ["b"], ["a", "b"]].randomElement(using: &random) ?? [],
                ranges: ranges, timeZone: nil, isEnabled: Int.random(in: 0..<6, using: &random) > 0,
                isStrict: Int.random(in: 0..<3, using: &random) == 0, fingerprint: "")
        }
    }

    private func runs(_ schedule: QuietHours, day: Int, minute: Int) -> Bool {
        schedule.isEnabled
            && schedule.ranges.contains { range in
                if !range.endsNextDay {
                    return range.starts(onDay: day) && (range.start..<range.end).contains(minute)
                }
                return (range.starts(onDay: day) && minute >= range.start)
                    || (range.starts(onDay: day - 1) && minute < range.end)
            }
    }

    private func weaker(_ old: [QuietHours], _ new: [QuietHours]) -> [String] {
        old.filter { schedule in
            schedule.targets.contains { target in
                let others = new.filter {
                    $0.targets.contains(target) && ($0.isStrict || !schedule.isStrict)
                }
                return (Self.monday..<Self.monday + 42).contains { day in
                    stride(from: 0, to: 1440, by: Self.step).contains { minute in
                        runs(schedule, day: day, minute: minute)
                            && !others.contains { runs($0, day: day, minute: minute) }
                    }
                }
            }
        }.map { "quiet_hours.\($0.key)" }.sorted()
    }

    @Test func randomSchedules() throws {
        var random = SeededGenerator()
        var weakerOnes = 0
        var covered = 0
        for _ in 0..<150 {
            let old = schedules(&random, Int.random(in: 1...3, using: &random), "o")
            var new = schedules(&random, Int.random(in: 0...6, using: &random), "n")
            // Often some of the old ones stay, changed or not.
            for schedule in old where Bool.random(using: &random) {
                var kept = schedule
                if Bool.random(using: &random) { kept.ranges.shuffle(using: &random) }
                if Int.random(in: 0..<4, using: &random) == 0 { kept.isStrict.toggle() }
                new.append(kept)
            }
            let expected = weaker(old, new)
            let got = try rules(new, targets: ["a", "b"])
                .weakenings(replacing: try rules(old, targets: ["a", "b"]))
            #expect(got == expected, "\(old)\n\(new)")
            weakerOnes += expected.count
            covered += old.count - expected.count
        }
        // The cases are worth something.
        #expect(weakerOnes > 30 && covered > 30)
    }
}
