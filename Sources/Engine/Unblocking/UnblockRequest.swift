import RuleModel

/// An open conversation: a person wants to open targets, or pauses.
package struct UnblockRequest: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Boxed, because requests are large and copied often; a change makes a new box.
    private var held: Shared<Content>

    /// The request's number on this device: the sequence of the event that opened it.
    package var id: Int64 {
        get { held.content.id }
        set { change { $0.id = newValue } }
    }
    package var place: Place {
        get { held.content.place }
        set { change { $0.place = newValue } }
    }
    /// The keys of the targets that are unblocked together.
    package var targets: [String] {
        get { held.content.targets }
        set { change { $0.targets = newValue } }
    }
    /// Whether the person opened it without having met a block.
    package var isPause: Bool {
        get { held.content.isPause }
        set { change { $0.isPause = newValue } }
    }
    package var at: Instant {
        get { held.content.at }
        set { change { $0.at = newValue } }
    }
    /// The intent; nil until it is named.
    package var intent: Intent? {
        get { held.content.intent }
        set { change { $0.intent = newValue } }
    }
    /// The wait, which starts with the intent; nil until then.
    package var wait: Countdown? {
        get { held.content.wait }
        set { change { $0.wait = newValue } }
    }
    package var expires: Countdown {
        get { held.content.expires }
        set { change { $0.expires = newValue } }
    }
    package var circumstances: Circumstances {
        get { held.content.circumstances }
        set { change { $0.circumstances = newValue } }
    }
    /// Whether the person asks for an emergency, which opens strict blocks too.
    package var isEmergency: Bool {
        get { held.content.isEmergency ?? false }
        set { change { $0.isEmergency = newValue ? true : nil } }
    }

    /// How long a request can be confirmed after its wait: a wait cannot be saved up.
    package static let patience = TimeSpan.minutes(10)

    /// A request when it is opened or resumed.
    package init(
        id: Int64, place: Place, targets: [String], isPause: Bool, at: Instant, intent: Intent?,
        wait: Countdown?, expires: Countdown, circumstances: Circumstances,
        isEmergency: Bool = false
    ) {
        held = Shared(
            Content(
                id: id, place: place, targets: targets, isPause: isPause, at: at, intent: intent,
                wait: wait, expires: expires, circumstances: circumstances,
                isEmergency: isEmergency ? true : nil))
    }

    package var description: String { "\(held.content)" }

    private mutating func change(_ change: (inout Content) -> Void) {
        var content = held.content
        change(&content)
        held = Shared(content)
    }

    package init(from decoder: any Decoder) throws { held = Shared(try Content(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try held.content.encode(to: encoder) }

    /// Whether the request is a pause without an intent: it asks nothing and does not get in the
    /// way of other requests.
    var isSilentPause: Bool { isPause && intent == nil }

    /// Whether a request about another place would open the same.
    func opens(_ targets: [String], _ place: Place) -> Bool {
        if case .protection = place { return false }
        if case .protection = self.place { return false }
        return self.targets == targets
    }

    /// The circumstances that are recorded with every request.
    package struct Circumstances: Hashable, Sendable, Codable {
        /// The hour on the local clock, 0 to 23.
        package var hour: Int
        /// The local weekday, 1 Monday to 7 Sunday.
        package var weekday: Int
        /// Requests today, this one included.
        package var requestsToday: Int
        /// Requests since Monday, this one included.
        package var requestsThisWeek: Int
        package var unblocksToday: Int
        package var unblocksThisWeek: Int
        /// The time since the last unblock; nil if there was none.
        package var sinceLastUnblock: TimeSpan?
        package var quietHours: Bool

        package init(
            hour: Int, weekday: Int, requestsToday: Int, requestsThisWeek: Int,
            unblocksToday: Int, unblocksThisWeek: Int, sinceLastUnblock: TimeSpan?,
            quietHours: Bool
        ) {
            self.hour = hour
            self.weekday = weekday
            self.requestsToday = requestsToday
            self.requestsThisWeek = requestsThisWeek
            self.unblocksToday = unblocksToday
            self.unblocksThisWeek = unblocksThisWeek
            self.sinceLastUnblock = sinceLastUnblock
            self.quietHours = quietHours
        }
    }

    /// The content, under the names of the record.
    private struct Content: Hashable, Codable {
        var id: Int64
        var place: Place
        var targets: [String]
        var isPause: Bool
        var at: Instant
        var intent: Intent?
        var wait: Countdown?
        var expires: Countdown
        var circumstances: Circumstances
        /// Nil: no.
        var isEmergency: Bool?
    }

    /// The way in which a request ended.
    package enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
        /// The block was kept: a protection moment.
        case kept
        /// The targets were unblocked, or the protection was ended.
        case unblocked
        /// The request expired unanswered.
        case expired
        /// Nothing was blocked any more.
        case lapsed
        /// A protection was started instead.
        case protected
    }
}

/// A grant: time in which targets are open despite restrictions.
package struct Grant: Hashable, Sendable, Codable {
    /// The grant's number on this device: the sequence of the event that began it.
    package var id: Int64
    package var request: Int64
    package var targets: [String]
    package var purpose: Purpose
    package var at: Instant
    /// The length and the end.
    package var time: Countdown
    /// The time since the previous unblock; nil if there was none.
    package var sinceLast: TimeSpan?
    /// Whether a quiet-hours schedule ran; nil, as in early records: not known.
    package var quietHours: Bool?
    /// The strict restrictions that an emergency opens; nil: the grant is none's.
    package var emergency: Emergency?

    package init(
        id: Int64, request: Int64, targets: [String], purpose: Purpose, at: Instant,
        time: Countdown, sinceLast: TimeSpan? = nil, quietHours: Bool? = nil,
        emergency: Emergency? = nil
    ) {
        self.emergency = emergency
        self.quietHours = quietHours
        self.sinceLast = sinceLast
        self.id = id
        self.request = request
        self.targets = targets
        self.purpose = purpose
        self.at = at
        self.time = time
    }

    package enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its time was over.
        case time
        /// A strict restriction began to hold for one of its targets.
        case strict
        /// An auto-protection of one of its targets began.
        case autoProtection = "auto_protection"
        /// The person protected one of its targets.
        case manualProtection = "manual_protection"
        /// The person ended it.
        case person
    }
}
