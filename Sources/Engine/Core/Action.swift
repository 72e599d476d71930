import RuleModel

/// What the shell has to carry out, in the order given.
package enum Action: Hashable, Sendable {
    /// Write to the store; the state holds it already. Whoever caused it is answered once it is on
    /// disk.
    case record(Event)
    /// Write to the store, and come back with `Input.committed`: the state does not hold the event
    /// yet, because it weakens a protection. Where it cannot be written, `otherwise` takes its
    /// place in the record and comes back with `Input.refusedByStore`.
    indirect case commitFirst(Event, otherwise: Event)
    /// Tell those who enforce and watch; never waits for the store.
    indirect case decide(State.Decided)
    /// Tell those who watch the risk.
    case assessed(RiskAssessment)
    /// Come back with `Input.observed` at this elapsed time; nil: no moment is awaited.
    case wake(Deadline?)
    /// The answer to what the input asked for.
    case answer(Answer)
}

/// What became of a request; what is long lies beside it, as an answer is handed on many times.
package enum Answer: Hashable, Sendable {
    /// A protection runs.
    indirect case protecting(Protection, until: Instant)
    /// A blocked place was opened; these of its targets are blocked.
    case attempted([String])
    /// The request is open.
    case requested(UnblockRequest)
    /// The block is kept.
    case kept
    /// The targets are open.
    indirect case granted(Grant, until: Instant)
    /// The protection has ended before its time; these of its targets stay blocked.
    case released(blocked: [String])
    /// Why a prompt was raised.
    indirect case explained(Prompt)
    /// A use is counted under a number; its monitored targets.
    case using(Int64, targets: [String])
    /// These uses are over.
    case usesUnknown([Int64])
    /// What came of an unblock is taken down.
    indirect case logged(LoggedOutcome)
    /// A check-in stands so; what a "no" shows is in the rules.
    case checkedIn(String)
    /// A goal stands so.
    indirect case goal(Goal)
    /// It is as asked; nothing had to be changed.
    case unchanged
    /// It is as asked from now on.
    case changed
    /// It will be as asked, at the instant: what weakens the rules waits.
    indirect case waiting(RuleEdit, until: Instant)
    /// It cannot be.
    case refused(Refusal)

    /// Whether it says of something recorded that it holds: then it is true only once that is on
    /// disk, whichever input recorded it.
    package var restsOnTheRecord: Bool {
        switch self {
        case .protecting, .requested, .kept, .granted, .released, .logged, .checkedIn, .goal,
            .unchanged, .changed, .waiting:
            true
        case .attempted, .explained, .using, .usesUnknown, .refused: false
        }
    }
}

/// Why a request is refused.
package enum Refusal: Error, Hashable, Sendable {
    /// No target of that key.
    case noSuchTarget(String)
    /// No schedule of that key.
    case noSuchSchedule(String)
    /// No rule of that key that protects by itself.
    case noSuchAutoProtection(String)
    /// The target is not monitored.
    case notMonitored(String)
    /// A protection must last from one minute to seven days.
    case invalidLength
    /// A strict restriction holds; it ends at the instant, if an end is known. The target is the
    /// first that refuses; nil where it is about a schedule.
    case strict(until: Instant?, target: String? = nil)
    /// Nothing of it is blocked; its targets.
    case notBlocked([String])
    /// No running protection of that number that a person started.
    case noSuchProtection(Int64)
    /// Another request, of this number, is open for one of the targets.
    case alreadyOpen(Int64)
    /// No request of that number is remembered.
    case noSuchRequest(Int64)
    /// The request has ended.
    case requestOver(Int64, UnblockRequest.Outcome)
    /// The request is being confirmed: the store has not answered yet.
    case beingConfirmed(Int64)
    /// The request cannot be confirmed before its intent is said.
    case intentNeeded(Int64)
    /// The wait has so much left.
    case waitNotOver(TimeSpan)
    /// Not one of the rules' categories.
    case unknownCategory(String)
    /// Not one of the rules' moods.
    case unknownMood(String)
    /// Not within `Intent.minutesAllowed`.
    case invalidMinutes(Int)
    /// No open prompt of that number.
    case noSuchPrompt(Int64)
    /// The prompt does not take that answer, but these.
    case notAChoice(Int64, [Prompt.Choice])
    /// No monitored target has the app or site; the keys of those that have it and are not.
    case notTracked([String])
    /// No use of that number is open.
    case noSuchUse(Int64)
    /// The request did not end in an unblock.
    case notUnblocked(Int64, UnblockRequest.Outcome?)
    /// The unblock is so long ago that nothing can be said of it any more.
    case tooLate(Int64)
    /// Not within `LoggedOutcome.regrets`.
    case invalidRegret(Int)
    /// No check-in of that key.
    case noSuchCheckIn(String)
    /// The check-in asks nothing now.
    case notAsking(String)
    /// The check-in was answered today, or is being answered.
    case alreadyAnswered(String, isYes: Bool)
    /// The rules do not say `debug: true`.
    case debugOff
    /// No goal of that number.
    case noSuchGoal(Int64)
    /// There are `Goal.most` goals.
    case tooManyGoals
    /// No target has the app or site.
    case noSuchPlace(Place)
    /// As many edits of the rules wait as can; the first is in force at the instant.
    case tooManyEdits(until: Instant)
    /// The store cannot keep it.
    case storeUnavailable(reason: String)
}
