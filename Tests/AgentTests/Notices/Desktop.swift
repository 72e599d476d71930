import API

@testable import soteria_agent

/// A desk with a notification service that shows everything at once, and a record of what the
/// daemon is told.
struct Desktop {
    var desk = NoticeController()
    /// The visible notices by number.
    private(set) var seen: [UInt32: (place: NoticeDisplay.Place, form: NotificationForm)] = [:]
    /// The shown notices in order.
    private(set) var shown: [NotificationForm] = []
    /// Whether there is a service.
    private(set) var isServed = true
    var capabilities = Capabilities(["actions", "body"])
    private var lastNumber: UInt32 = 0
    var now = Duration.seconds(1000)

    /// Takes something in, and returns what the daemon is told or asked.
    mutating func handle(_ input: NoticeController.Input) -> [NoticeController.Action] {
        var told: [NoticeController.Action] = []
        for action in desk.handle(input, at: now) {
            if case .service(let order) = action {
                told += perform(order)
            } else {
                told.append(action)
            }
        }
        return told
    }

    private mutating func perform(_ order: NoticeDisplay.Order) -> [NoticeController.Action] {
        switch order {
        case .ask:
            return handle(
                .service(isServed ? .capable(capabilities) : .unable(isSilent: false)))
        case .show(let place, let form, let replaced):
            guard isServed else { return handle(.service(.notShown(place, isSilent: false))) }
            var number = replaced
            if seen[number] == nil {
                lastNumber += 1
                number = lastNumber
            }
            seen[number] = (place, form)
            shown.append(form)
            return handle(.service(.shown(place, number)))
        case .close(let number):
            seen[number] = nil
            return []
        }
    }

    /// Lets some time pass.
    mutating func wait(_ length: Duration) -> [NoticeController.Action] {
        now += length
        return handle(.due)
    }

    /// Presses something in the notification of a place, as services do that close it then.
    mutating func press(_ key: String, _ place: NoticeDisplay.Place) -> [NoticeController.Action] {
        guard let number = number(of: place) else { return [] }
        let told = handle(.pressed(number, key: key))
        seen[number] = nil
        return told + handle(.service(.closed(number)))
    }

    /// Closes the notification of a place without an answer.
    mutating func close(_ place: NoticeDisplay.Place) -> [NoticeController.Action] {
        guard let number = number(of: place) else { return [] }
        seen[number] = nil
        return handle(.service(.closed(number)))
    }

    /// Ends the service, or starts another one.
    mutating func serve(_ isServed: Bool) -> [NoticeController.Action] {
        self.isServed = isServed
        seen = [:]
        return handle(.service(.owner(isThere: isServed)))
    }

    /// The number under which a place is seen.
    func number(of place: NoticeDisplay.Place) -> UInt32? {
        seen.first { $0.value.place == place }?.key
    }

    /// The visible notice of a subject.
    subscript(place: NoticeDisplay.Place) -> NotificationForm? {
        number(of: place).flatMap { seen[$0]?.form }
    }

    /// The visible notice of a prompt.
    subscript(prompt: Int) -> NotificationForm? { self[.prompt(prompt)] }
}

extension NotificationForm {
    /// The labels of the buttons, in order.
    var labels: [String] {
        actions.indices.filter { $0 % 2 == 1 }.map { actions[$0] }
    }
    /// The keys of the buttons, in order.
    var keys: [String] {
        actions.indices.filter { $0 % 2 == 0 }.map { actions[$0] }
    }
}

extension PromptsAPI.Prompt {
    static let at = "2026-11-22T22:10:00+01:00"

    /// The opening of a blocked app.
    static func blocked(
        _ number: Int = 5, targets: [String] = ["shopping"], site: String? = nil,
        app: String? = "com.example.Shop",
        choices: [PromptsAPI.Choice] = [.keep, .planned, .impulse]
    ) -> Self {
        Self(
            prompt: number, kind: .blockedOpened, at: at, until: "2026-11-22T22:20:00+01:00",
            title: "Shopping is blocked",
            text: "Shop belongs to Shopping, blocked until 06:30. Are you following a plan or an "
                + "impulse?",
            targets: targets, site: site, app: app, choices: choices)
    }

    /// A prompt of any other kind, with the answers that the daemon offers.
    static func other(
        _ kind: PromptsAPI.Kind, _ number: Int = 5, request: Int? = nil, checkIn: String? = nil,
        welcome: String? = nil, text: String = "What it says."
    ) -> Self {
        let choices: [PromptsAPI.Choice] =
            switch kind {
            case .blockedOpened: [.keep, .planned, .impulse]
            case .riskHigh, .riskyHour: [.protect, .dismiss]
            case .autoProtection: [.why, .dismiss]
            case .logOutcome: [.bought, .nothingBought, .later]
            case .checkIn: [.yes, .no]
            case .closing: [.end, .dismiss]
            case .checkInText: [.dismiss]
            }
        return Self(
            prompt: number, kind: kind, at: at, title: "Its title", text: text, targets: [],
            choices: choices, request: request, checkIn: checkIn, welcome: welcome)
    }
}
