import CEL
import RuleModel

/// The values of the variables at one moment.
package struct Features: Hashable, Sendable {
    package var now: Instant
    package var local: LocalTime
    /// Whether a quiet-hours schedule runs.
    package var quietHoursActive: Bool
    /// Whether a schedule that would run now is switched off.
    package var quietHoursSwitchedOff: Bool
    package var figures = Behaviour.Figures.none
    /// Whether the session is idle; false if no agent reports so.
    package var isIdle = false
    /// Whether the session is locked; false if no agent reports so.
    package var isLocked = false
    /// The mean regret logged in the last 30 days, 0 to 4; 0 if none was.
    package var regretMean30Days = 0.0
    /// The values of the rules' own variables, `RiskRules.variables`; a missing one counts as
    /// unused, unanswered, without end.
    package var ofRules: [RuleVariable.Reading] = []

    /// Fills an activation of `Vocabulary.environment`, and the scores if they are known.
    package func fill(
        _ activation: inout Activation, score: Score = .zero, automatic: Score = .zero
    ) {
        fill(&activation, reads: .all)
        Self.fill(&activation, score: score, automatic: automatic)
    }

    /// Fills in only the scores.
    static func fill(_ activation: inout Activation, score: Score, automatic: Score) {
        typealias Slot = Vocabulary.Slot
        activation.setDouble(Slot.riskScore.rawValue, Double(score.thousandths) / 1000)
        activation.setDouble(Slot.riskAutomatic.rawValue, Double(automatic.thousandths) / 1000)
    }

    /// Fills in the variables that are read, except the scores.
    func fill(_ activation: inout Activation, reads: ReadVariables) {
        typealias Slot = Vocabulary.Slot
        func set(_ slot: Slot, _ value: @autoclosure () -> Int) {
            guard reads.contains(ReadVariables(slot)) else { return }
            activation.setInt(slot.rawValue, Int64(value()))
        }
        func set(_ slot: Slot, _ value: Bool) {
            guard reads.contains(ReadVariables(slot)) else { return }
            activation.setBool(slot.rawValue, value)
        }
        func set(_ slot: Slot, _ value: @autoclosure () -> Double) {
            guard reads.contains(ReadVariables(slot)) else { return }
            activation.setDouble(slot.rawValue, value())
        }
        func set(_ slot: Slot, _ value: @autoclosure () -> CELDuration) {
            guard reads.contains(ReadVariables(slot)) else { return }
            activation.setDuration(slot.rawValue, value())
        }
        if reads.contains(.moment) {
            activation.setTimestamp(Slot.moment.rawValue, now.timestamp)
        }
        set(.localHour, local.hour)
        set(.localMinute, local.minute)
        set(.localWeekday, local.weekday)
        set(.localDay, local.date.day)
        set(.unblocksLastHour, figures.unblocksLastHour)
        set(.unblocksToday, figures.unblocksToday)
        set(.unblocksThisWeek, figures.unblocksThisWeek)
        set(.unblocksLast30Days, figures.unblocksLast30Days)
        set(.unblocksSinceLast, figures.sinceLast.duration)
        set(.unblocksLastGap, figures.lastGap.duration)
        set(.unblocksImpulseRatio, figures.impulseRatio)
        set(.attemptsLastHour, figures.attemptsLastHour)
        set(.keptToday, figures.keptToday)
        set(.keptThisWeek, figures.keptThisWeek)
        set(.quietHoursActive, quietHoursActive)
        set(.quietHoursSwitchedOff, quietHoursSwitchedOff)
        set(.sessionIdle, isIdle)
        set(.sessionLocked, isLocked)
        if reads.contains(.mood) {
            activation.set(Slot.moodLast.rawValue, .string(figures.lastMood))
        }
        set(.amountToday, Double(figures.amountTodayThousandths) / 1000)
        set(.regretMean30Days, regretMean30Days)
        // By name: an activation without the variable ignores it.
        for reading in ofRules { activation.set(reading.variable.name, reading.value.held) }
    }
}
