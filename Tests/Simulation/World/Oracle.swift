import Engine
import RuleModel

/// The expected state, computed naively from the rules written, the people's actions and the time.
///
/// It knows the texts' meaning from the drafts, people's deeds from the facts that are in the
/// record, and time from the engine's trusted clock, which is held to its own rules elsewhere.
struct Oracle {
    /// How long an edit, a change of zone or a switch-on can be undone. It is the guide's number,
    /// written down again, so that a change of the engine's own is seen.
    static let revocability = TimeSpan.minutes(10)

    struct Running {
        var id: Int64
        var targets: [String]
        var isStrict: Bool
        var isAuto: Bool
        var rule: String?
        /// In the elapsed time of the present boot.
        var deadline: TimeSpan
        var length: TimeSpan
    }
    struct Open {
        var id: Int64
        var targets: [String]
        var deadline: TimeSpan
        var length: TimeSpan
    }
    /// A set that is no longer written, and may be in force still.
    struct Earlier {
        var draft: RuleDraft
        var deadline: TimeSpan
        var length: TimeSpan
        /// How much of that it has only if the set after it stands long enough: whose delay is
        /// taken back with it.
        var owed: TimeSpan
        /// True if the set was in force long enough that it cannot be reverted.
        var isSure: Bool
        /// The subjects switched off beside the set, then or since.
        var off: Set<Switch.Subject>
        /// Until when it may be in force yet: an edit that takes its edit back waits again.
        var lastDeadline: TimeSpan
        var lastLength: TimeSpan
        /// True for the part of an edit that a strict entry needs to run to its end.
        var isHeld = false
        /// True for what follows the machine's clock, in its former zone: the set's.
        var isOfFormerZone = false

        /// Until when it is certainly in force. What is held ends by the clock, from which elapsed
        /// time may part by a second a minute.
        var sureDeadline: TimeSpan {
            isHeld ? deadline - TimeSpan(milliseconds: length.milliseconds / 60) : deadline
        }
    }
    struct Waiting {
        var deadline: TimeSpan
        var length: TimeSpan
        /// The set before the edit, all of which holds meanwhile, unless it is for one entry.
        var draft: RuleDraft?
        /// True if one strict entry of the set is held.
        var isHold = false
        /// The machine's former zone, if that was changed.
        var zone: String?
    }
    /// A schedule as it is written, in its zone; nil: the machine's.
    struct Entry: Hashable {
        var key: String
        var schedule: RuleDraft.Schedule
        var zone: String?

        init(_ key: String, _ schedule: RuleDraft.Schedule, in draft: RuleDraft) {
            (self.key, self.schedule) = (key, schedule)
            zone = schedule.zone ?? draft.zone
        }
    }
    struct Run {
        var start: Instant
        var end: Instant?
    }
    struct Question {
        var day: Int?
        var phase: CheckInRecord.Phase
        var openedAt: Instant
        var opened: TimeSpan
        var boot: String
        var late: TimeSpan
        /// When it has lasted 25 hours.
        var cap: TimeSpan
    }
    struct Spent {
        var target: String
        var key: String
        var from: Instant
        var until: Instant
        var entry: RuleDraft.Budget
        var isStrict: Bool
        /// Whether one of the sets says so that may have used it up.
        var mayBeStrict: Bool
    }
    struct Slice {
        var number: Int
        var target: String
        var start: Instant
        var length: TimeSpan
        var isSure = true
    }
    struct Wish {
        var targets: [String]
        var place: Place
        var purpose: Purpose?
        var wait: TimeSpan?
        var waitFrom: TimeSpan = .zero
        var expires: TimeSpan
        var mood: String?
        var minutes: Int?
        var isPause: Bool
        /// How long its wait must be since an auto-protection began during it.
        var least = TimeSpan.zero
        /// The protection by hand with which it ends.
        var endedBy: Int64?
    }
    /// A request, kept when it is over.
    struct Asked {
        var request: Int64
        var targets: [String]
        var at: Instant
        var isPause: Bool
        /// The targets that it opened.
        var opened: [String] = []
        /// True if it certainly counts: what was too old when something else was asked may be
        /// forgotten.
        var isSure = true
    }
    struct End {
        var at: Instant
        var elapsed: TimeSpan
        var boot: String
    }

    // The present.
    var now = Instant(milliseconds: 0)
    var elapsed = TimeSpan.zero
    var boot = ""
    var local = LocalMinutes(zone: .utc)
    var isIdle = false
    var isLocked = false

    // The record.
    var last: (at: Instant, elapsed: TimeSpan, boot: String)?
    var lastSequence: Int64 = 0
    var written = RuleDraft()
    var writtenFor = TimeSpan.zero
    var earlier: [Earlier] = []
    /// Whether those whose time is over hold on, because nothing could be recorded.
    var holdsOn = false
    /// When edits that wait are done, by number.
    var edits: [Int64: Waiting] = [:]
    /// The set that was written before the rules that were loaded last, and when they were.
    var before: (draft: RuleDraft, at: TimeSpan)?
    /// Whether that set had been written for so short a time that it could be taken back.
    var wasYoung = false
    /// How long an edit waits that comes with the rules that were loaded last, at least and at
    /// most.
    var leastWait = TimeSpan.zero
    var mostWait = TimeSpan.zero
    /// The name of the machine's zone, as it is on record.
    var machineZone: String?
    var switches: [Switch.Subject: Bool] = [:]
    /// The events that switched last: what had to reach the disk first may be taken in late.
    var switchedBy: [Switch.Subject: Int64] = [:]
    var protections: [Running] = []
    /// The protections whose taking back is on its way to the disk: they end with that alone.
    var takingBack: Set<Int64> = []
    var grants: [Open] = []
    var questions: [String: Question] = [:]
    var spent: [String: Spent] = [:]
    var autoEnds: [String: End] = [:]
    var wishes: [Int64: Wish] = [:]
    /// The requests of the last days, oldest first.
    var asked: [Asked] = []
    /// All episodes, in the order of their first requests.
    var episodes: [Episode] = []
    var runs: [Entry: Run] = [:]
    /// The entry of each key that was written last, or held last where none is written.
    var first: [String: Entry] = [:]
    /// When clock, zone or rules were changed last.
    var disturbedAt = Instant(milliseconds: 0)
    var stepsBack: [(sequence: Int64, at: Instant)] = []
    /// The last decision about each target.
    var told: [String: Subscriber.Told] = [:]
    /// Until when what was switched on may be switched off again at once.
    var switchedOn: [Switch.Subject: TimeSpan] = [:]

    // Deeds.
    var unblocks: [Deed] = []
    var attempts: [Deed] = []
    var kept: [Deed] = []
    var mood = ""
    var slices: [Slice] = []
    var lastSlice = 0
    /// The targets in use, and since when.
    var using: (targets: [String], start: Instant, began: TimeSpan)?

    /// All texts that were ever written.
    var book: RuleBook?
    /// Whether the engine says that earlier sets are in force beside the written one.
    var writtenIsUnion = false
    /// Whether events are taken in once more, after a crash: what rules were in force beside the
    /// written ones is not known then.
    var isRetelling = false

    /// Whether one set alone is in force, so that everything is known exactly.
    var isExact: Bool { !writtenIsUnion }

    /// All sets that may be in force, the written one first.
    var sets: [RuleDraft] { isExact ? [written] : [written] + earlier.map(\.draft) }

    func minutes(_ name: String?, in draft: RuleDraft) -> LocalMinutes {
        guard let book, let name = name ?? draft.zone else { return local }
        return book.minutes(name)
    }

    /// Lets go of the earlier sets whose time is over; while nothing can be recorded none is.
    mutating func forgetEarlier(isFailing: Bool) {
        holdsOn = isFailing
        if !isFailing { earlier.removeAll { $0.lastDeadline <= elapsed } }
    }

    /// The sets that are in force for sure: the written one, and earlier ones for their delay.
    var sureSets: [RuleDraft] {
        [written] + earlier.filter { $0.isSure && $0.deadline > elapsed }.map(\.draft)
    }

    /// How long what weakens the rules in force waits, for sure: an earlier set's delay holds as
    /// long as that set does.
    var leastDelay: TimeSpan {
        Self.longestWait(sureSets)
    }
    /// How long it waits at most.
    var mostDelay: TimeSpan {
        Self.longestWait(
            [written] + earlier.filter { holdsOn || $0.lastDeadline > elapsed }.map(\.draft))
    }

    private static func longestWait(_ drafts: [RuleDraft]) -> TimeSpan {
        .hours(Int64(drafts.map(\.weakeningWaits).max() ?? 0))
    }

    /// Whether an auto-protection may begin on a target.
    func isFree(_ target: String, againAfter: TimeSpan) -> Bool {
        guard !protections.contains(where: { $0.isAuto && $0.targets.contains(target) }) else {
            return false
        }
        guard let end = autoEnds[target] else { return true }
        return (end.boot == boot ? elapsed - end.elapsed : now - end.at) >= againAfter
    }

    func isMonitored(_ target: String) -> Bool { switches[.target(target)] ?? true }

    /// Takes in what was used; what is too old for every budget goes.
    mutating func recordUse(of target: String, from start: Instant, _ length: TimeSpan) {
        lastSlice += 1
        slices.append(Slice(number: lastSlice, target: target, start: start, length: length))
        slices.removeAll { $0.start < now - .days(20) }
    }

    // MARK: Reasons

    struct Reason: Hashable, Comparable {
        var kind: String
        var rule: String
        static func < (left: Reason, right: Reason) -> Bool {
            (left.kind, left.rule) < (right.kind, right.rule)
        }
    }
    struct Reasons {
        /// The reasons that certainly hold, and those that may hold.
        var must: Set<Reason> = []
        var may: Set<Reason> = []
        var isStrict = false
        var mayBeStrict = false
        /// Whether a set blocks that is written no longer and must hold on.
        var isRequired = false

        mutating func add(_ kind: String, _ rule: String, isStrict: Bool, isSure: Bool) {
            let reason = Reason(kind: kind, rule: rule)
            may.insert(reason)
            if isStrict { mayBeStrict = true }
            guard isSure else { return }
            must.insert(reason)
            if isStrict { self.isStrict = true }
        }
    }

    /// Why a target is blocked now; with a place, why that place is blocked through the target:
    /// the rules of a set bind only what belongs to the target in that set.
    func reasons(of target: String, at place: Place? = nil) -> Reasons {
        var reasons = Reasons()
        guard isMonitored(target) else { return reasons }
        for set in earlier where set.draft.has(place, in: target) {
            var own = Reasons()
            addRules(
                of: target, set.draft, isSure: true, off: set.off, isHeld: set.isHeld, &own)
            if set.isHeld { addHeld(of: target, set.draft, &own) }
            if set.isSure, set.sureDeadline > elapsed, !own.must.isEmpty {
                reasons.isRequired = true
                if set.isHeld { (reasons.isStrict, reasons.mayBeStrict) = (true, true) }
            }
            if set.isSure, set.sureDeadline > elapsed, isUsedUp(target, set.draft) {
                reasons.isRequired = true
            }
            guard !isExact else { continue }
            reasons.may.formUnion(own.may)
            reasons.mayBeStrict = reasons.mayBeStrict || own.mayBeStrict
        }
        guard sets.contains(where: { $0.targets[target] != nil }) else { return reasons }
        if written.has(place, in: target) {
            addRules(of: target, written, isSure: true, off: [], &reasons)
        }
        // Nobody knows here which sets began an auto-protection or used up a budget.
        let isOfAll = sets.allSatisfy { $0.targets[target] == nil || $0.has(place, in: target) }
        // A target that came with an edit goes with it where that is taken back.
        let isKnown =
            written.targets[target] != nil
            || earlier.contains { set in
                set.isSure && set.deadline > elapsed && set.draft.targets[target] != nil
            }
        for running in protections
        where running.targets.contains(target) && !isOver(running) {
            reasons.add(
                running.isAuto ? "auto_protection" : "manual_protection", String(running.id),
                isStrict: running.isStrict,
                isSure: isKnown && (isOfAll || !running.isAuto))
        }
        for (key, spent) in spent
        where spent.target == target && spent.until > now && spent.from <= now {
            // Of which set it was reached is not known where several hold; with one it is again.
            let isStrict = isExact ? written.budgets[key]?.isStrict : nil
            reasons.add(
                "budget", RuleSet.writtenKey(of: key), isStrict: isStrict ?? spent.isStrict,
                isSure: isKnown && isOfAll)
            reasons.mayBeStrict = reasons.mayBeStrict || spent.mayBeStrict
        }
        // A check-in of several sets is one question, and strict where one of them says so.
        let isStrictQuestion = reasons.may.contains { reason in
            reason.kind == "check_in"
                && sets.contains { $0.checkIns[reason.rule]?.isStrict ?? false }
        }
        reasons.mayBeStrict = reasons.mayBeStrict || isStrictQuestion
        return reasons
    }

    func isOver(_ running: Running) -> Bool {
        running.deadline <= elapsed && !takingBack.contains(running.id)
    }

    private func isUsedUp(_ target: String, _ draft: RuleDraft) -> Bool {
        draft.budgets.values.contains { $0.target == target && isUsedUp($0, in: draft) }
    }

    private func addRules(
        of target: String, _ draft: RuleDraft, isSure: Bool, off: Set<Switch.Subject>,
        isHeld: Bool = false, _ reasons: inout Reasons
    ) {
        for (key, schedule) in draft.schedules where schedule.block.contains(target) {
            let subject = Switch.Subject.schedule(key)
            // A switch is of the entry as it is written; one that is off holds for all, except for
            // what was on and is held.
            let isOn = isHeld || switches[subject] ?? schedule.isEnabled
            let isOnForSure =
                isOn && (schedule.isEnabled || isHeld || draft == written)
                && !off.contains(subject)
            guard isOn || !isExact else { continue }
            guard let isKept = isRunning(key, schedule, draft) else { continue }
            reasons.add(
                "quiet_hours", key, isStrict: schedule.isStrict,
                isSure: isSure && isOnForSure && (!isKept || isExact))
        }
        for (key, checkIn) in draft.checkIns {
            let isHeld =
                switch questions[key]?.phase {
                case .asking: checkIn.blocks.contains(target)
                case .no: checkIn.onNo.contains(target)
                default: false
                }
            if isHeld {
                reasons.add("check_in", key, isStrict: checkIn.isStrict, isSure: isSure)
            }
        }
    }

    /// Whether a schedule runs now: nil no, true only because a running range keeps its end.
    func isRunning(
        _ key: String, _ schedule: RuleDraft.Schedule, _ draft: RuleDraft
    ) -> Bool? {
        let minutes = self.minutes(schedule.zone, in: draft)
        if minutes.running(schedule.ranges, at: now) != nil { return false }
        guard let run = run(of: Entry(key, schedule, in: draft)), run.start <= now,
            let end = run.end,
            end > now
        else { return nil }
        return true
    }

    /// The entry of a key that is written, or held where none is.
    private func firstEntry(_ key: String) -> Entry? {
        let drafts = [written] + earlier.reversed().map(\.draft)
        return drafts.lazy.compactMap { draft in
            draft.schedules[key].map { Entry(key, $0, in: draft) }
        }.first
    }

    /// The run of an entry. One that is written goes on where the rules name another zone; in the
    /// former zone it runs anew.
    func run(of entry: Entry) -> Run? {
        guard let before = first[entry.key], let now = firstEntry(entry.key), now != before,
            now.schedule == before.schedule
        else { return runs[entry] }
        return entry == now ? runs[before] : entry == before ? nil : runs[entry]
    }

    /// Notes what runs now, so that it keeps its end.
    mutating func noteRuns() {
        guard !runs.isEmpty || sets.contains(where: { !$0.schedules.isEmpty }) else { return }
        var next: [Entry: Run] = [:]
        for draft in sets {
            for (key, schedule) in draft.schedules {
                guard switches[.schedule(key)] ?? schedule.isEnabled || !isExact else { continue }
                let name = Entry(key, schedule, in: draft)
                guard next[name] == nil else { continue }
                let minutes = self.minutes(schedule.zone, in: draft)
                let found = minutes.running(schedule.ranges, at: now)
                let known = run(of: name).flatMap { run -> Run? in
                    guard run.start <= now else { return nil }
                    guard let end = run.end else { return found == nil ? nil : run }
                    // One that lasted until the next began is one with it.
                    return end > now || found.map { end > $0.start } ?? false ? run : nil
                }
                switch (found, known) {
                case (nil, nil): continue
                case (nil, let known?): next[name] = known
                case (let found?, nil): next[name] = Run(start: found.start, end: found.end)
                case (let found?, let known?):
                    let end = found.end.flatMap { end in known.end.map { max(end, $0) } ?? end }
                    next[name] = Run(start: known.start, end: end)
                }
            }
        }
        runs = next
        for key in Set(sets.flatMap(\.schedules.keys)) { first[key] = firstEntry(key) }
    }

    // MARK: Figures

    /// Whether the figures may be others, by what may be forgotten.
    var areFiguresDoubtful: Bool {
        attempts.isDoubtful(since: now - .hours(1)) || kept.isDoubtful(since: now - .days(8))
            || unblocks.isDoubtful(since: now - .days(30))
    }

    /// The figures, with what may be forgotten or without it.
    func figures(isForgotten: Bool) -> Figures {
        func count(_ deeds: [Deed]) -> [Deed] { isForgotten ? deeds.filter(\.isSure) : deeds }
        let minutes = self.minutes(nil, in: written)
        let day = minutes.day(now)
        let monday = day - (day + 3) % 7
        return Figures(
            now: now, local: minutes.local(now), today: minutes.instants(day, 0).first,
            monday: minutes.instants(monday, 0).first, unblocks: count(unblocks),
            attempts: count(attempts), kept: count(kept), mood: mood,
            areQuietHoursActive: readsQuietHours && areQuietHoursActive,
            areQuietHoursSwitchedOff: readsQuietHours && areQuietHoursSwitchedOff,
            isIdle: isIdle, isLocked: isLocked)
    }

    private var readsQuietHours: Bool {
        written.factors.values.contains { Condition.all[$0.condition].readsQuietHours }
    }

    private var areQuietHoursActive: Bool {
        written.schedules.contains { key, schedule in
            switches[.schedule(key)] ?? schedule.isEnabled
                && isRunning(key, schedule, written) != nil
        }
    }

    private var areQuietHoursSwitchedOff: Bool {
        written.schedules.contains { key, schedule in
            !(switches[.schedule(key)] ?? schedule.isEnabled)
                && minutes(schedule.zone, in: written).running(schedule.ranges, at: now) != nil
        }
    }

    /// The score in thousandths, of all factors and of the automatic ones, and which are true.
    func score(
        isForgotten: Bool = false
    ) -> (all: Int, automatic: Int, factors: Set<String>) {
        let figures = figures(isForgotten: isForgotten)
        var all = 0
        var automatic = 0
        var factors: Set<String> = []
        for (key, factor) in written.factors {
            let condition = Condition.all[factor.condition]
            guard condition.holds(figures) else { continue }
            factors.insert(key)
            all += factor.weight
            if condition.isAutomatic { automatic += factor.weight }
        }
        return (min(all, 1000), min(automatic, 1000), factors)
    }
}
