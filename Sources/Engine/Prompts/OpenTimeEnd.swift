import RuleModel

/// The coming end of the time in which targets in use are open: they close.
package struct OpenTimeEnd: Hashable, Sendable, Codable {
    /// The keys of the targets in use that close.
    package var targets: [String]
    package var cause: Cause
    /// The key of the rule that begins to restrict, or the grant's number.
    package var rule: String
    /// The time at which the targets close, as things are now.
    package var at: Instant
    /// The start of the budget's period; nil for other causes.
    package var period: Instant?

    package enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// A grant ends, and a restriction still holds.
        case grant
        /// A schedule begins.
        case quietHours = "quiet_hours"
        /// A check-in asks its question for a new day.
        case checkIn = "check_in"
        /// A budget is used up if the use continues.
        case budget
    }

    /// How long before its end open time is told.
    static let lead = TimeSpan.minutes(5)
    /// How long before its end a short open time is told.
    static let shortLead = TimeSpan.minutes(1)
    /// Open time is short below this length.
    static let short = TimeSpan.minutes(10)
    /// The number of ends that are remembered as told; more if they can all be told again.
    static let remembered = 50

    /// Whether this is the same end of open time, whatever targets it concerns: the end of a
    /// budget moves with the use, and that of a check-in drifts.
    func isSame(as other: OpenTimeEnd) -> Bool {
        guard cause == other.cause, rule == other.rule, period == other.period else { return false }
        switch cause {
        case .grant, .budget: return true
        case .quietHours, .checkIn: return (at - other.at).magnitude < .minutes(1)
        }
    }
}

/// News for the person that no other fact brings.
package struct ToldNews: FactPayload {
    /// The end of open time that was announced.
    package var openTimeEnd: OpenTimeEnd?
    /// The check-in and the day whose text was sent.
    package var text: Text?

    package struct Text: Hashable, Sendable, Codable {
        package var checkIn: String
        /// The local day of the check-in, as days since 1970-01-01.
        @LocalDay package var day: Int

        package init(checkIn: String, day: Int) {
            self.checkIn = checkIn
            self.day = day
        }
    }

    package init(openTimeEnd: OpenTimeEnd? = nil, text: Text? = nil) {
        self.openTimeEnd = openTimeEnd
        self.text = text
    }

    package func apply(to state: inout State, _ event: Event) {
        if let openTimeEnd { state.tell(openTimeEnd, event) }
        if let text { state.tell(text, event) }
    }
}

extension State {
    fileprivate mutating func tell(_ end: OpenTimeEnd, _ event: Event) {
        openTimeEndsTold.append(end)
        while openTimeEndsTold.count > OpenTimeEnd.remembered,
            let past = openTimeEndsTold.firstIndex(where: { isPast($0, at: event.at) })
        {
            openTimeEndsTold.remove(at: past)
        }
        prompts.append(
            Prompt(
                id: event.sequence, kind: .closing, at: event.at, targets: end.targets,
                openTimeEnd: end,
                expires: Countdown(max(.zero, end.at - event.at), from: event.deadline)))
    }

    /// Whether an end of open time that was told cannot come again.
    private func isPast(_ end: OpenTimeEnd, at now: Instant) -> Bool {
        switch end.cause {
        case .grant: !grants.contains { String($0.id) == end.rule }
        case .quietHours, .checkIn: end.at <= now - .minutes(1)
        // It moves within the period, which lasts a week at most.
        case .budget:
            end.at <= now - .days(8)
                || openTimeEndsTold.contains {
                    $0.cause == .budget && $0.rule == end.rule
                        && $0.period ?? end.at > end.period ?? end.at
                }
        }
    }

    fileprivate mutating func tell(_ text: ToldNews.Text, _ event: Event) {
        checkIns[text.checkIn]?.textSentOn = text.day
        prompts.removeAll { $0.kind == .checkInText && $0.checkIn == text.checkIn }
        prompts.append(
            Prompt(
                id: event.sequence, kind: .checkInText, at: event.at, targets: [],
                checkIn: text.checkIn, expires: Countdown(Prompt.textLength, from: event.deadline)))
    }

    /// Removes a blocked target from the prompts about ends of open time, and closes those with no
    /// target left.
    mutating func withdrawOpenTimeEnds(of target: String) {
        for index in prompts.indices where prompts[index].kind == .closing {
            prompts[index].targets.removeAll { $0 == target }
        }
        prompts.removeAll { $0.kind == .closing && $0.targets.isEmpty }
    }
}
