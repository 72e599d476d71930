import RuleModel
import SeededRandom
import Testing

/// A clock or zone change never yields two days in one, skips an answer that was given, or holds
/// a restriction longer than 25 hours of elapsed time.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ZonesAndClocks {
    /// The question of a day was asked at 04:00 in a zone, and answered after an hour.
    private func answered(
        _ isYes: Bool, at start: String, in zone: String, opens: String = "04:00"
    ) throws -> Machine {
        var machine = try Machine(
            at: start, zone: zone, rules: gated([checkIn(opens: opens)]))
        machine.advance(.hours(1))
        machine.send(.answerCheckIn("morning", isYes: isYes))
        return machine
    }

    /// The openings after the first one, in UTC.
    private func nextOpenings(_ machine: Machine) -> [String] {
        machine.history.compactMap { event in
            guard case .checkInOpened = event.fact else { return nil }
            return String(text(event.at, in: .utc).dropLast(4))
        }.dropFirst().map(\.self)
    }

    /// Travels four hours after the opening. Next opening: a later date there, and at least 20
    /// hours after the last one. A "no" holds to the next opening, at most 25 hours.
    static let journeys = Table(
        """
        # opened              | from             | to                | next              | no until
        2026-11-18T04:00+01:00 | Europe/Berlin    | Asia/Tokyo        | 2026-11-18T23:00  | 2026-11-18T23:00
        2026-11-18T04:00+01:00 | Europe/Berlin    | Europe/Lisbon     | 2026-11-19T04:00  | 2026-11-19T04:00
        2026-11-18T04:00+01:00 | Europe/Berlin    | America/New_York  | 2026-11-19T09:00  | 2026-11-19T04:00
        2026-11-18T04:00+09:00 | Asia/Tokyo       | America/New_York  | 2026-11-19T09:00  | 2026-11-18T20:00
        2026-11-18T04:00-05:00 | America/New_York | Asia/Tokyo        | 2026-11-19T05:00  | 2026-11-19T05:00
        2026-11-18T04:00-05:00 | America/New_York | Asia/Kathmandu    | 2026-11-19T05:00  | 2026-11-19T05:00
        2026-11-18T04:00+13:00 | Pacific/Auckland | Pacific/Honolulu  | 2026-11-19T14:00  | 2026-11-18T16:00
        2026-11-18T04:00-10:00 | Pacific/Honolulu | Pacific/Auckland  | 2026-11-19T10:00  | 2026-11-19T10:00
        """)

    @Test(arguments: journeys.rows, [true, false])
    func journey(row: String, isYes: Bool) throws {
        let cells = Table.cells(row)
        let start = cells[0].prefix(16) + ":00" + cells[0].dropFirst(16)
        var machine = try answered(isYes, at: String(start), in: cells[1])
        machine.advance(.hours(3))
        try machine.travel(to: cells[2])
        #expect(machine.phase() == (isYes ? .yes : .no), "no answer is skipped")
        let end = try at(cells[4] + ":00Z")
        machine.advance(end - machine.watch - instantly)
        #expect(machine.isBlocked("games") == !isYes)
        machine.advance(instantly)
        #expect(!machine.isBlocked("games"))
        let next = try at(cells[3] + ":00Z")
        machine.advance(next - machine.watch + .minutes(1))
        #expect(nextOpenings(machine) == [cells[3]])
        #expect(machine.isBlocked("shopping"))
    }

    /// To and fro every few hours: no day twice, no restriction longer than 25 hours, and asked
    /// at least once in two days.
    @Test func wandering() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let zones = [
            "Pacific/Kiritimati", "Pacific/Honolulu", "Europe/Berlin", "Asia/Tokyo",
            "America/New_York",
        ]
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
        for _ in 0..<120 {
            try machine.travel(to: zones.randomElement(using: &random) ?? zones[0])
            machine.advance(.minutes(.random(in: 10...900, using: &random)))
            machine.send(.answerCheckIn("morning", isYes: .random(using: &random)))
        }
        var last: (day: Int, at: Instant)?
        for event in machine.history {
            guard case .checkInOpened(let opening) = event.fact else { continue }
            if let last {
                #expect(opening.day > last.day, "seed \(seed)")
                #expect(event.at - last.at >= .hours(20), "seed \(seed)")
                #expect(event.at - last.at <= .hours(50), "seed \(seed)")
            }
            last = (opening.day, event.at)
        }
        var begun: [String: Instant] = [:]
        for (moment, decision) in machine.told {
            if !decision.isBlocked { begun[decision.target] = nil }
            guard decision.restrictions.contains(where: { $0.until != nil }) else { continue }
            let since = begun[decision.target] ?? moment
            begun[decision.target] = since
            let until = try #require(decision.until)
            #expect(until - since <= .hours(25), "seed \(seed)")
        }
    }

    /// Both clock changes of New York: a day of 25 hours, one of 23.
    @Test(arguments: [
        ("2026-10-31T04:00:00-04:00", "04:00", "2026-11-01T09:00"),
        ("2026-03-07T04:00:00-05:00", "04:00", "2026-03-08T08:00"),
        ("2026-10-31T01:30:00-04:00", "01:30", "2026-11-01T05:30"),
        ("2026-11-01T01:30:00-04:00", "01:30", "2026-11-02T06:30"),
        ("2026-03-07T02:30:00-05:00", "02:30", "2026-03-08T07:00"),
    ])
    func clockChange(start: String, opens: String, next: String) throws {
        var machine = try answered(false, at: start, in: "America/New_York", opens: opens)
        let end = try at(next + ":00Z")
        #expect(machine.end("games") == text(end, in: machine.zone))
        machine.advance(end - machine.watch - instantly)
        #expect(machine.isBlocked("games"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("games") && machine.isBlocked("shopping"))
        machine.advance(.hours(6))
        #expect(nextOpenings(machine) == [next])
    }

    /// Not believed: nothing changes, the day begins when it would have begun.
    @Test(arguments: ["20h", "-20h", "3d", "-3d"], [true, false])
    func clockNotBelieved(change: String, isYes: Bool) throws {
        var machine = try answered(isYes, at: "2026-11-18T04:00:00+01:00", in: "Europe/Berlin")
        machine.setClock(by: try span(change))
        try machine.advance(to: "2026-11-19T03:59:00+01:00")
        #expect(nextOpenings(machine) == [] && machine.isBlocked("games") == !isYes)
        machine.advance(.minutes(1))
        #expect(nextOpenings(machine) == ["2026-11-19T03:00"])
    }

    /// Believed: the new date counts, but no two questions within 20 hours of elapsed time, and no
    /// restriction over 25. The wristwatch's time is that before the change.
    @Test(arguments: [
        // Change, hours from the first question to the next one, hours until a "no" is over.
        ("1d", 20, 20), ("40d", 20, 20), ("20h", 20, 20), ("2h", 22, 22), ("-2h", 26, 25),
    ])
    func clockBelieved(change: String, hours: Int64, end: Int64) throws {
        for isYes in [true, false] {
            var machine = try answered(
                isYes, at: "2026-11-18T04:00:00+01:00", in: "Europe/Berlin")
            let start = try at("2026-11-18T04:00:00+01:00")
            machine.isSynchronised = true
            machine.setClock(by: try span(change))
            #expect(machine.phase() == (isYes ? .yes : .no))
            machine.advance(start + .hours(end) - machine.watch - instantly)
            #expect(machine.isBlocked("games") == !isYes, "\(change)")
            #expect(machine.openings().count == 1, "\(change)")
            machine.advance(instantly)
            #expect(!machine.isBlocked("games"), "\(change)")
            #expect(machine.openings().count == (hours == end ? 2 : 1), "\(change)")
            machine.advance(start + .hours(hours) - machine.watch)
            #expect(machine.openings().count == 2, "\(change)")
        }
    }

    /// Set back by weeks, believed: a restriction ends after 25 hours, and the question comes back
    /// although its last date lies in the future.
    @Test func farBack() throws {
        var machine = try answered(false, at: "2026-11-18T04:00:00+01:00", in: "Europe/Berlin")
        machine.isSynchronised = true
        machine.setClock(by: .days(-40))
        machine.advance(.hours(24))
        #expect(!machine.isBlocked("games"))
        machine.advance(.days(3))
        #expect(machine.phase() == .asking)
    }
}
