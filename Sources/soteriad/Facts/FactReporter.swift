import API
import Engine
import Phrasing
import RuleModel

/// Makes the report of each fact; the functions are in the extensions, by topic.
struct FactReporter {
    let event: Event
    let clock: LocalClock
    let journal: FactJournal

    init(event: Event, clock: LocalClock, journal: FactJournal) {
        self.event = event
        self.clock = clock.asOf(event)
        self.journal = journal
    }

    /// An instant in the form of the socket.
    func text(_ instant: Instant) -> String { clock.text(instant) }

    /// ` until 06:30`, as seen from the event; nothing if no end is known.
    func untilWords(_ end: Instant?) -> String {
        guard let end else { return "" }
        let now = Moment(seconds: Int(event.at.seconds), offset: event.offset)
        return " until \(clock.moment(end).relative(to: now))"
    }

    /// `−2 h 5 min`.
    func length(_ span: TimeSpan) -> String {
        (span.seconds < 0 ? "−" : "") + TimeWords.length(seconds: Int(span.seconds))
    }

    /// An instant in the form of the journal.
    func until(_ instant: Instant?) -> String { clock.text(instant) ?? "no known end" }
}

extension FactReporter {
    var report: FactReport {
        switch event.fact {
        case .daemonStarted(let start): started(start)
        case .daemonStopped, .timeNoted: silent()
        case .storeReplaced(let path): storeReplaced(setAside: path)
        case .storeFailed(let refused): storeFailed(refused: refused)
        case .storeRestored(let restored): storeRestored(restored)
        case .retained(let retention): retained(retention)
        case .rulesLoaded(let loaded): rulesLoaded(loaded)
        case .rulesWeakened(let weakened): rulesWeakened(weakened)
        case .switched(let change): switched(change)
        case .switchCleared(let subject): switchCleared(subject)
        case .editBegan(let edit): editBegan(edit)
        case .editEnded(let ending): editEnded(ending)
        case .editsTakenBack(let reversal): editsTakenBack(reversal)
        case .received(let received): self.received(received)
        case .clockJumped(let size): clockJumped(size)
        case .clockAdopted(let size, let reason): clockAdopted(size, reason)
        case .clockReturned: clockReturned()
        case .zoneChanged(let from, let to): zoneChanged(from: from, to: to)
        case .quietHoursBegan(let run): quietHoursBegan(run)
        case .quietHoursMoved(let run): quietHoursMoved(run)
        case .quietHoursEnded(let schedule): quietHoursEnded(schedule)
        case .protectionStarted(let protection): protectionStarted(protection)
        case .protectionEnded(let id, let isTakenBack):
            protectionEnded(id, isTakenBack: isTakenBack)
        case .protectionReleased(let release): protectionReleased(release)
        case .decided(let decision): decided(decision)
        case .riskAssessed(let record): riskAssessed(record)
        case .attempted(let attempt): attempted(attempt)
        case .unblockRequested(let request): unblockRequested(request)
        case .intentGiven(let request): intentGiven(request)
        case .blockKept(let request): blockKept(request)
        case .unblocked(let grant): unblocked(grant)
        case .requestClosed(let closing): requestClosed(closing)
        case .grantEnded(let ending): grantEnded(ending)
        case .promptClosed(let closing): promptClosed(closing)
        case .outcomeLogged(let outcome): outcomeLogged(outcome)
        case .usageBegan(let session): usageBegan(session)
        case .usageNoted(let note): usageNoted(note)
        case .usageEnded(let session): usageEnded(session)
        case .reporterLost(let loss): reporterLost(loss)
        case .checkInOpened(let opening): checkInOpened(opening)
        case .checkInAsked(let asking): checkInAsked(asking)
        case .checkInAnswered(let answer): checkInAnswered(answer)
        case .checkInLapsed(let key): checkInLapsed(key)
        case .checkInWelcomed(let key): checkInWelcomed(key)
        case .checkInReset(let key), .checkInDayForgotten(let key): checkInDebugged(key)
        case .budgetReached(let reach): budgetReached(reach)
        case .budgetReset(let key): budgetReset(key)
        case .riskyHourTold(let hour): riskyHourTold(hour)
        case .newsTold(let news): newsTold(news)
        case .goalAdded(let goal): goalAdded(goal)
        case .goalContributed(let contribution): goalContributed(contribution)
        case .useImported(let found): useImported(found)
        case .useImportRemoved(let id): FactReport(["import": id], text: "import \(id)")
        case .goalRemoved(let id): goalRemoved(id)
        case .placeNamed(let named): placeNamed(named)
        }
    }
}
