import RuleModel

/// A fact: something that happened. State is the fold of facts, so a fact contains everything that
/// its effect needs: replay never takes a decision again.
///
/// Large payloads are `indirect`: an event is copied often.
///
/// A new fact is a payload, which says how it is written and what it changes in the state, a case
/// here, and a line in each table below.
package enum Fact: Hashable, Sendable {
    /// The daemon began to run.
    indirect case daemonStarted(DaemonStart)
    /// The daemon was told to stop.
    case daemonStopped
    /// A new event store was begun because the old one was damaged.
    case storeReplaced(setAside: String)
    /// A commit failed, and the requested fact of this kind did not happen.
    case storeFailed(refused: Kind)
    /// A rule set came into force.
    case rulesLoaded(RulesLoaded)
    /// Wall clock and elapsed time disagree by `size` (wall minus trusted).
    case clockJumped(size: TimeSpan)
    /// Trusted time follows the wall clock again, and moved by `size`.
    case clockAdopted(size: TimeSpan, reason: AdoptionReason)
    /// The wall clock came back to trusted time by itself.
    case clockReturned
    /// The machine's time zone changed.
    indirect case zoneChanged(from: String, to: String)
    /// A schedule became active.
    indirect case quietHoursBegan(QuietRun)
    /// An active schedule moved its end.
    indirect case quietHoursMoved(QuietRun)
    /// A schedule is no longer active.
    case quietHoursEnded(schedule: String)
    /// A protection began.
    indirect case protectionStarted(Protection)
    /// A protection is over, or the person took it back in its first minute.
    case protectionEnded(id: Int64, isTakenBack: Bool = false)
    /// A schedule, an auto-protection or the monitoring of a target was switched on or off: by a
    /// person, or by the end of a delay for which the person's switch waited.
    indirect case switched(Switch)
    /// A switch was forgotten because its entry in the rules was edited.
    case switchCleared(Switch.Subject)
    /// A target was blocked or unblocked, or its reasons changed.
    indirect case decided(Decision)
    /// The risk was assessed, with a score or factors that differ from the last.
    indirect case riskAssessed(RiskRecord)
    /// A blocked app or site was opened.
    indirect case attempted(Attempt)
    /// A person asks to open targets, or pauses.
    case unblockRequested(UnblockRequest)
    /// The person named an intent; the whole request as it is now.
    case intentGiven(UnblockRequest)
    /// A request ended with the block kept: a protection moment.
    case blockKept(request: Int64)
    /// A request ended with its targets unblocked.
    indirect case unblocked(Grant)
    /// A request ended in another way.
    case requestClosed(RequestEnd)
    /// A grant ended.
    case grantEnded(GrantEnd)
    /// A request ended with the early end of a manual protection.
    indirect case protectionReleased(ProtectionRelease)
    /// A prompt was answered or expired.
    case promptClosed(PromptEnd)
    /// The daemon is still running; nothing else happened for a while.
    case timeNoted
    /// The rules protect less than before.
    case rulesWeakened(RulesWeakened)
    /// Another record replaced the previous one.
    indirect case storeRestored(StoreRestored)
    /// Old events were removed.
    indirect case retained(Retention)
    /// A person logged the outcome of an unblock.
    indirect case outcomeLogged(LoggedOutcome)
    /// A target began to be used.
    indirect case usageBegan(UsageSession)
    /// Targets were used.
    indirect case usageNoted(UsageNote)
    /// A target is no longer used; the whole session.
    indirect case usageEnded(UsageSession)
    /// The person imported use that another program measured.
    indirect case useImported(UseImport)
    /// The person took such an import back.
    case useImportRemoved(id: Int64)
    /// The reporter of a session stayed away while something was blocked.
    case reporterLost(ReporterLoss)
    /// A new day began for a check-in.
    indirect case checkInOpened(CheckInDayStart)
    /// A check-in was asked again.
    indirect case checkInAsked(CheckInRepetition)
    /// A check-in was answered.
    indirect case checkInAnswered(CheckInAnswer)
    /// The greeting of a check-in was shown.
    case checkInWelcomed(checkIn: String)
    /// A check-in's restriction reached its limit before its next day began.
    case checkInLapsed(checkIn: String)
    /// All that is recorded of a check-in was forgotten.
    case checkInReset(checkIn: String)
    /// The day of a check-in was forgotten, not its answers.
    case checkInDayForgotten(checkIn: String)
    /// A budget was used up.
    indirect case budgetReached(BudgetReach)
    /// A budget that was used up no longer restricts.
    case budgetReset(budget: String)
    /// A risky hour was announced.
    indirect case riskyHourTold(RiskyHour)
    /// News was told that no other fact brings.
    indirect case newsTold(ToldNews)
    /// A goal was added.
    indirect case goalAdded(Goal)
    /// An amount was saved for a goal.
    indirect case goalContributed(GoalContribution)
    /// A goal was removed.
    case goalRemoved(id: Int64)
    /// A person gave an app or a site a name.
    indirect case placeNamed(PlaceName)
    /// The rules were edited, or something was switched off; the former state stays in force for a
    /// while or can be restored.
    indirect case editBegan(RuleEdit)
    /// An edit is no longer pending.
    indirect case editEnded(EditEnd)
    /// Edits were reverted in full.
    case editsTakenBack(EditReversal)
    /// Facts of another device of the person were taken in.
    indirect case received(Received)
}

/// The payload of a fact: its members, encoded under their names, and its effect on the state.
package protocol FactPayload: Codable, Hashable, Sendable {
    /// Applies the payload to the state, as part of an event; does nothing by default.
    func apply(to state: inout State, _ event: Event)
}

extension FactPayload {
    package func apply(to state: inout State, _ event: Event) {}
}

/// An operation on the payload of any fact.
protocol FactVisitor {
    associatedtype Context
    associatedtype Failure: Error
    mutating func visit(
        _ kind: Fact.Kind, _ payload: some FactPayload, _ context: Context
    ) throws(Failure)
}

extension Fact {
    /// The kinds of facts, under the names that the store and the socket use.
    package enum Kind: String, CaseIterable, Sendable, Codable, CodingKey {
        case daemonStarted, daemonStopped, storeReplaced, storeFailed, rulesLoaded
        case clockJumped, clockAdopted, clockReturned, zoneChanged
        case quietHoursBegan, quietHoursMoved, quietHoursEnded, protectionStarted, protectionEnded
        case switched, switchCleared, decided, riskAssessed
        case attempted, unblockRequested, intentGiven, blockKept, unblocked, requestClosed
        case grantEnded, protectionReleased, promptClosed
        case timeNoted, rulesWeakened, storeRestored, retained, outcomeLogged
        case usageBegan, usageNoted, usageEnded, useImported, useImportRemoved, reporterLost
        case checkInOpened, checkInAsked, checkInAnswered, checkInLapsed, checkInReset
        case checkInDayForgotten, checkInWelcomed, budgetReached, budgetReset, riskyHourTold
        case newsTold, goalAdded, goalContributed, goalRemoved, placeNamed
        case editBegan, editEnded, editsTakenBack, received
    }

    /// Passes the kind and the payload of this fact to a visitor.
    func visit<Visitor: FactVisitor>(
        _ visitor: inout Visitor, _ context: Visitor.Context
    ) throws(Visitor.Failure) {
        func give(_ kind: Kind, _ payload: some FactPayload) throws(Visitor.Failure) {
            try visitor.visit(kind, payload, context)
        }
        switch self {
        case .daemonStarted(let start): try give(.daemonStarted, start)
        case .daemonStopped: try give(.daemonStopped, DaemonStop())
        case .storeReplaced(let aside): try give(.storeReplaced, StoreReplacement(setAside: aside))
        case .storeFailed(let refused): try give(.storeFailed, StoreFailure(refused: refused))
        case .rulesLoaded(let loaded): try give(.rulesLoaded, loaded)
        case .clockJumped(let size): try give(.clockJumped, ClockJump(size: size))
        case .clockAdopted(let size, let reason):
            try give(.clockAdopted, ClockAdoption(size: size, reason: reason))
        case .clockReturned: try give(.clockReturned, ClockReturn())
        case .zoneChanged(let from, let to): try give(.zoneChanged, ZoneChange(from: from, to: to))
        case .quietHoursBegan(let run): try give(.quietHoursBegan, run)
        case .quietHoursMoved(let run): try give(.quietHoursMoved, run)
        case .quietHoursEnded(let key): try give(.quietHoursEnded, QuietHoursEnd(schedule: key))
        case .protectionStarted(let protection): try give(.protectionStarted, protection)
        case .protectionEnded(let id, let isTakenBack):
            try give(
                .protectionEnded, ProtectionEnd(id: id, isTakenBack: isTakenBack ? true : nil))
        case .switched(let change): try give(.switched, change)
        case .switchCleared(let subject): try give(.switchCleared, subject)
        case .decided(let decision): try give(.decided, decision)
        case .riskAssessed(let record): try give(.riskAssessed, record)
        case .attempted(let attempt): try give(.attempted, attempt)
        case .unblockRequested(let request): try give(.unblockRequested, request)
        case .intentGiven(let request): try give(.intentGiven, request)
        case .blockKept(let request): try give(.blockKept, KeptBlock(request: request))
        case .unblocked(let grant): try give(.unblocked, grant)
        case .requestClosed(let closing): try give(.requestClosed, closing)
        case .grantEnded(let ending): try give(.grantEnded, ending)
        case .protectionReleased(let release): try give(.protectionReleased, release)
        case .promptClosed(let closing): try give(.promptClosed, closing)
        case .timeNoted: try give(.timeNoted, TimeNote())
        case .rulesWeakened(let weakening): try give(.rulesWeakened, weakening)
        case .storeRestored(let restoring): try give(.storeRestored, restoring)
        case .retained(let retention): try give(.retained, retention)
        case .outcomeLogged(let outcome): try give(.outcomeLogged, outcome)
        case .usageBegan(let session): try give(.usageBegan, session)
        case .usageNoted(let note): try give(.usageNoted, note)
        case .usageEnded(let session): try give(.usageEnded, UsageEnd(session))
        case .useImported(let found): try give(.useImported, found)
        case .useImportRemoved(let id): try give(.useImportRemoved, UseImportRemoval(id: id))
        case .reporterLost(let loss): try give(.reporterLost, loss)
        case .checkInOpened(let opening): try give(.checkInOpened, opening)
        case .checkInAsked(let asking): try give(.checkInAsked, asking)
        case .checkInAnswered(let answer): try give(.checkInAnswered, answer)
        case .checkInLapsed(let key): try give(.checkInLapsed, CheckInLapse(checkIn: key))
        case .checkInWelcomed(let key): try give(.checkInWelcomed, CheckInWelcome(checkIn: key))
        case .checkInReset(let key): try give(.checkInReset, CheckInReset(checkIn: key))
        case .checkInDayForgotten(let key):
            try give(.checkInDayForgotten, CheckInDayReset(checkIn: key))
        case .budgetReached(let reach): try give(.budgetReached, reach)
        case .budgetReset(let budget): try give(.budgetReset, BudgetReset(budget: budget))
        case .riskyHourTold(let hour): try give(.riskyHourTold, hour)
        case .newsTold(let news): try give(.newsTold, news)
        case .goalAdded(let goal): try give(.goalAdded, goal)
        case .goalContributed(let contribution): try give(.goalContributed, contribution)
        case .goalRemoved(let id): try give(.goalRemoved, GoalRemoval(id: id))
        case .placeNamed(let name): try give(.placeNamed, name)
        case .editBegan(let edit): try give(.editBegan, edit)
        case .editEnded(let ending): try give(.editEnded, ending)
        case .editsTakenBack(let reversal): try give(.editsTakenBack, reversal)
        case .received(let received): try give(.received, received)
        }
    }

    package var kind: Kind {
        var reader = KindReader()
        visit(&reader, ())
        return reader.kind
    }

    private struct KindReader: FactVisitor {
        var kind = Kind.timeNoted

        mutating func visit(_ kind: Kind, _ payload: some FactPayload, _: Void) {
            self.kind = kind
        }
    }
}

/// A fact is coded as an object with one member, named by its kind; names never change once
/// released, and members that come later are optional, so that old records stay readable.
extension Fact: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "not exactly one known fact"))
        }
        try self.init(kind, Content(container: container, kind: kind))
    }

    private init(_ kind: Kind, _ content: Content) throws {
        switch kind {
        case .daemonStarted: self = .daemonStarted(try content.payload())
        case .daemonStopped: self = try content.none(.daemonStopped)
        case .storeReplaced:
            self = .storeReplaced(setAside: try content.payload(StoreReplacement.self).setAside)
        case .storeFailed:
            self = .storeFailed(refused: try content.payload(StoreFailure.self).refused)
        case .rulesLoaded: self = .rulesLoaded(try content.payload())
        case .clockJumped: self = .clockJumped(size: try content.payload(ClockJump.self).size)
        case .clockAdopted:
            let it = try content.payload(ClockAdoption.self)
            self = .clockAdopted(size: it.size, reason: it.reason)
        case .clockReturned: self = try content.none(.clockReturned)
        case .zoneChanged:
            let it = try content.payload(ZoneChange.self)
            self = .zoneChanged(from: it.from, to: it.to)
        case .quietHoursBegan: self = .quietHoursBegan(try content.payload())
        case .quietHoursMoved: self = .quietHoursMoved(try content.payload())
        case .quietHoursEnded:
            self = .quietHoursEnded(schedule: try content.payload(QuietHoursEnd.self).schedule)
        case .protectionStarted: self = .protectionStarted(try content.payload())
        case .protectionEnded:
            let it = try content.payload(ProtectionEnd.self)
            self = .protectionEnded(id: it.id, isTakenBack: it.isTakenBack ?? false)
        case .switched: self = .switched(try content.payload())
        case .switchCleared: self = .switchCleared(try content.payload())
        case .decided: self = .decided(try content.payload())
        case .riskAssessed: self = .riskAssessed(try content.payload())
        case .attempted: self = .attempted(try content.payload())
        case .unblockRequested: self = .unblockRequested(try content.payload())
        case .intentGiven: self = .intentGiven(try content.payload())
        case .blockKept: self = .blockKept(request: try content.payload(KeptBlock.self).request)
        case .unblocked: self = .unblocked(try content.payload())
        case .requestClosed: self = .requestClosed(try content.payload())
        case .grantEnded: self = .grantEnded(try content.payload())
        case .protectionReleased: self = .protectionReleased(try content.payload())
        case .promptClosed: self = .promptClosed(try content.payload())
        case .timeNoted: self = try content.none(.timeNoted)
        case .rulesWeakened: self = .rulesWeakened(try content.payload())
        case .storeRestored: self = .storeRestored(try content.payload())
        case .retained: self = .retained(try content.payload())
        case .outcomeLogged: self = .outcomeLogged(try content.payload())
        case .usageBegan: self = .usageBegan(try content.payload())
        case .usageNoted: self = .usageNoted(try content.payload())
        case .usageEnded: self = .usageEnded(try content.payload(UsageEnd.self).session)
        case .useImported: self = .useImported(try content.payload())
        case .useImportRemoved: self = .useImportRemoved(id: try content.id())
        case .reporterLost: self = .reporterLost(try content.payload())
        case .checkInOpened: self = .checkInOpened(try content.payload())
        case .checkInAsked: self = .checkInAsked(try content.payload())
        case .checkInAnswered: self = .checkInAnswered(try content.payload())
        case .checkInLapsed: self = .checkInLapsed(checkIn: try content.checkIn())
        case .checkInWelcomed: self = .checkInWelcomed(checkIn: try content.checkIn())
        case .checkInReset: self = .checkInReset(checkIn: try content.checkIn())
        case .checkInDayForgotten: self = .checkInDayForgotten(checkIn: try content.checkIn())
        case .budgetReached: self = .budgetReached(try content.payload())
        case .budgetReset: self = .budgetReset(budget: try content.payload(BudgetReset.self).budget)
        case .riskyHourTold: self = .riskyHourTold(try content.payload())
        case .newsTold: self = .newsTold(try content.payload())
        case .goalAdded: self = .goalAdded(try content.payload())
        case .goalContributed: self = .goalContributed(try content.payload())
        case .goalRemoved: self = .goalRemoved(id: try content.id())
        case .placeNamed: self = .placeNamed(try content.payload())
        case .editBegan: self = .editBegan(try content.payload())
        case .editEnded: self = .editEnded(try content.payload())
        case .editsTakenBack: self = .editsTakenBack(try content.payload())
        case .received: self = .received(try content.payload())
        }
    }

    /// The encoded member of a fact.
    private struct Content {
        let container: KeyedDecodingContainer<Kind>
        let kind: Kind

        func payload<Payload: FactPayload>(_: Payload.Type = Payload.self) throws -> Payload {
            try container.decode(Payload.self, forKey: kind)
        }

        /// The check-in of a fact that says nothing else.
        func checkIn() throws -> String { try payload(CheckInLapse.self).checkIn }

        /// The number in a fact that says nothing else.
        func id() throws -> Int64 { try payload(GoalRemoval.self).id }

        /// A fact without members; throws if the value is not an object.
        func none(_ fact: Fact) throws -> Fact {
            _ = try container.nestedContainer(keyedBy: Kind.self, forKey: kind)
            return fact
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        try visit(&container, ())
    }
}

extension KeyedEncodingContainer: FactVisitor where Key == Fact.Kind {
    mutating func visit(_ kind: Fact.Kind, _ payload: some FactPayload, _: Void) throws {
        try encode(payload, forKey: kind)
    }
}
