import Engine
import Foundation
import RuleModel
import SeededRandom
import Testing

/// Random histories against a naive recount of everything that ever happened.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RandomHistories {
    private enum Deed: CaseIterable {
        case planned, impulse, kept, attempt

        static func random(using random: inout SeededGenerator) -> Deed {
            allCases.randomElement(using: &random) ?? .kept
        }
    }

    /// Everything that was done, to be counted from the beginning each time.
    private struct Recount {
        var deeds: [(at: Instant, what: Deed, amount: Int64)] = []
        var lastGap: TimeSpan?

        mutating func goBack(to now: Instant) {
            for index in deeds.indices { deeds[index].at = min(deeds[index].at, now) }
        }

        func figures(at now: Instant, in zone: TimeZoneRules) -> Behaviour.Figures {
            let today = LocalTime(now, in: zone).date.daysSince1970
            let monday = today - LocalTime(now, in: zone).date.weekday + 1
            func day(_ instant: Instant) -> Int { LocalTime(instant, in: zone).date.daysSince1970 }
            func count(_ deeds: [Deed], _ holds: (Instant) -> Bool) -> Int {
                self.deeds.count { deeds.contains($0.what) && holds($0.at) }
            }
            let unblocks: [Deed] = [.planned, .impulse]
            var figures = Behaviour.Figures()
            figures.unblocksLastHour = count(unblocks) { now - $0 < .hours(1) }
            figures.unblocksToday = count(unblocks) { day($0) == today }
            figures.unblocksThisWeek = count(unblocks) { day($0) >= monday }
            figures.unblocksLast30Days = count(unblocks) { now - $0 < .days(30) }
            figures.impulsesLast30Days = count([.impulse]) { now - $0 < .days(30) }
            figures.keptToday = count([.kept]) { day($0) == today }
            figures.keptThisWeek = count([.kept]) { day($0) >= monday }
            figures.attemptsLastHour = count([.attempt]) { now - $0 < .hours(1) }
            let last = deeds.last { unblocks.contains($0.what) }
            figures.sinceLast = last.map { now - $0.at } ?? .hours(87_600)
            figures.lastGap = lastGap ?? .hours(87_600)
            figures.amountTodayThousandths =
                deeds.filter { day($0.at) == today }.reduce(0) { $0 + $1.amount }
            return figures
        }

        /// The requests of the day and of the week.
        func requests(at now: Instant, in zone: TimeZoneRules) -> [Int] {
            let today = LocalTime(now, in: zone).date
            let asked = deeds.filter { $0.what != .attempt }
                .map { LocalTime($0.at, in: zone).date.daysSince1970 }
            return [0, today.weekday - 1].map { back in
                asked.count { $0 >= today.daysSince1970 - back }
            }
        }
    }

    private static let zones = ["UTC", "Asia/Kathmandu", "Europe/Berlin", "America/St_Johns"]

    @Test(arguments: zones)
    func likeARecount(name: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for life in 0..<6 {
            var both = Both(start: try start(&random), zone: try zone(name))
            for step in 0..<300 {
                both.pass(pause(&random))
                if Int.random(in: 0..<12, using: &random) == 0 {
                    both.jump(by: .minutes(.random(in: 0...3000, using: &random)))
                }
                both.act(.random(using: &random), .random(in: 0...5000, using: &random))
                both.pass(.random(in: 0...7_200_000, using: &random))
                let note: Comment = "\(name) life \(life) step \(step) seed \(seed)"
                try both.compare(name, note)
            }
        }
    }

    /// A clock that is set back and believed: what seems to lie ahead happened before now, and
    /// nothing is counted twice or lost. All within the shortest span that is asked for here, since
    /// what has left its span once may be forgotten.
    @Test(arguments: zones)
    func goingBack(name: String) throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for life in 0..<20 {
            var both = Both(start: try start(&random), zone: try zone(name))
            for step in 0..<60 {
                both.pass(.random(in: 0...3_000_000, using: &random))
                if Int.random(in: 0..<6, using: &random) == 0 {
                    both.jump(by: .minutes(.random(in: -3000...0, using: &random)))
                }
                let deed = Deed.random(using: &random)
                both.act(deed == .attempt ? .kept : deed, 0)
                both.pass(.random(in: 0...7_200_000, using: &random))
                let note: Comment = "\(name) life \(life) step \(step) seed \(seed)"
                try both.compare(name, note)
            }
        }
    }

    /// Some days before a change of the clocks.
    private func start(_ random: inout SeededGenerator) throws -> Instant {
        let isSpring = Bool.random(using: &random)
        return try at(isSpring ? "2026-03-20T00:00:00Z" : "2026-10-20T00:00:00Z")
    }

    /// One life, folded and to be recounted.
    private struct Both {
        private(set) var history = History()
        private var recount = Recount()
        private(set) var now: Instant
        private let zone: TimeZoneRules

        init(start: Instant, zone: TimeZoneRules) {
            now = start
            self.zone = zone
            history.add(.daemonStopped, at: start)
        }

        mutating func compare(_ name: String, _ note: Comment) throws {
            let figures = try history.figures(at: now, in: name)
            try #require(figures == recount.figures(at: now, in: zone), note)
            let requests = try history.requests(at: now, in: name)
            try #require(requests == recount.requests(at: now, in: zone), note)
        }

        mutating func pass(_ milliseconds: Int64) {
            now = now + TimeSpan(milliseconds: milliseconds)
        }

        mutating func jump(by change: TimeSpan) {
            now = now + change
            history.add(.clockAdopted(size: change, reason: .synchronised), at: now)
            recount.goBack(to: now)
        }

        mutating func act(_ deed: Deed, _ amount: Int64) {
            let isUnblock = deed == .planned || deed == .impulse
            if isUnblock {
                let last = recount.deeds.last { $0.what == .planned || $0.what == .impulse }
                recount.lastGap = last.map { now - $0.at }
            }
            recount.deeds.append((now, deed, isUnblock ? amount : 0))
            switch deed {
            case .planned: history.unblock(at: now, amount: Money(thousandths: amount))
            case .impulse: history.unblock(at: now, .impulse, amount: Money(thousandths: amount))
            case .kept: history.keep(at: now)
            case .attempt: history.attempt(at: now)
            }
        }
    }

    /// Mostly minutes, sometimes days, now and then to a full hour.
    private func pause(_ random: inout SeededGenerator) -> Int64 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .random(in: 0...400_000_000, using: &random)
        case 1: 3_600_000
        case 2: 0
        default: .random(in: 0...3_000_000, using: &random)
        }
    }

    /// Ten events, with or without a hundred thousand before them, give the same figures.
    @Test func aLongPastChangesNothing() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let start = try at("2026-10-01T12:00:00Z")
        var young = History()
        var old = History()
        var moment = start - .days(1200)
        for _ in 0..<50_000 {
            moment = moment + TimeSpan(milliseconds: .random(in: 0...4_000_000, using: &random))
            old.unblock(at: moment, .impulse)
            old.keep(at: moment)
        }
        #expect(old.state.lastSequence >= 100_000)
        // Beyond every window, and with the same two unblocks as the last ones.
        moment = max(moment, start) + .days(31)
        for _ in 0..<10 {
            moment = moment + TimeSpan(milliseconds: .random(in: 0...90_000_000, using: &random))
            let purpose = Bool.random(using: &random) ? Purpose.planned : .impulse
            young.unblock(at: moment, purpose)
            old.unblock(at: moment, purpose)
            let now = moment + .minutes(10)
            let same =
                try young.figures(at: now).unblocksLast30Days
                == old.figures(at: now).unblocksLast30Days
            #expect(same, "seed \(seed)")
        }
        for hours: Int64 in [0, 1, 5, 24, 168, 696, 720, 9600] {
            let now = moment + .hours(hours)
            let same = try young.figures(at: now) == old.figures(at: now)
            #expect(same, "\(hours) hours later, seed \(seed)")
        }
        #expect(try size(old.state) < 4 * size(young.state) + 100_000)
    }

    /// How much a state takes when it is written, less the sums of the days: one for each day on
    /// which something happened, and what came of the last thousand unblocks.
    private func size(_ state: State) throws -> Int {
        var state = state
        #expect(state.aftermaths.count <= 1000)
        state.tally = Tally()
        state.aftermaths = []
        return try JSONEncoder().encode(state).count
    }
}
