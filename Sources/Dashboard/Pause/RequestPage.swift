import API

/// The page of one open request, at its current step.
enum RequestPage {
    struct View {
        let number: Int
        let subject: String
        let notice: Notice?
        let standings: [PauseData.Standing]
        /// True if the targets are named in addition to the subject.
        let isNamed: Bool
        let circumstances: String
        let keepLabel: String
        /// The question for the purpose, until it is stated.
        let asking: Asking?
        /// The form of the chosen purpose.
        let saying: IntentForm.View?
        let waiting: Waiting?
        let lengths: [FormChoice]
        let lengthError: String?
    }

    /// The ways to open the subject, if any.
    struct Asking {
        /// The reason why nothing can be opened; nil if something can.
        let why: String?
        /// The emergency way out of strict blocks; nil if it is none, or not needed.
        let emergency: String?
        let ways: [Way]
    }

    struct Way {
        let purpose: String
        let label: String
        let isEmergency: Bool
    }

    struct Waiting {
        let purpose: String
        /// The seconds left; 0 once the wait is over.
        let seconds: Int
        let left: String
        let goesOn: Bool
        let said: String
        let afterwards: String
    }

    /// Shows the state of a request, or its outcome. `?purpose=` shows the form of that purpose,
    /// `&emergency=1` as an emergency.
    static func show(_ context: PageContext, _ number: Int) throws -> PageResponse {
        let data = try PauseData(context)
        guard let request = data.request(number) else { return try over(context, number) }
        let purpose = context.request.query["purpose"].flatMap(UnblockAPI.Purpose.init)
        return try page(
            request, data,
            saying: purpose.map {
                IntentForm(
                    $0, request.intent, context.formats,
                    isEmergency: context.request.query["emergency"] == "1")
            })
    }

    /// Shows a request, with the typed form and the reason for a refusal if there is one.
    static func page(
        _ request: UnblockAPI.OpenRequest, _ data: PauseData, saying: IntentForm? = nil,
        notice: Notice? = nil, lengthError: String? = nil, status: Int = 200
    ) throws -> PageResponse {
        let context = data.context
        let options = try context.daemon.call(UnblockAPI.Options.self)
        let isBlocked = data.isBlocked(request)
        let strict = data.strict(request)
        let isEmergency = request.emergency == true || saying?.isEmergency == true
        let canOpen = isBlocked && (strict == nil || isEmergency)
        let saying = canOpen ? saying : nil
        let waiting = canOpen && saying == nil ? waiting(request, options, data) : nil
        let subject = data.subject(request)
        let standings = data.standings(of: request)
        let view = View(
            number: request.request, subject: subject, notice: notice,
            standings: standings, isNamed: standings.map(\.name) != [subject],
            circumstances: circumstances(request.circumstances, context),
            keepLabel: context.texts(isBlocked ? "pause.keep" : "pause.keepAway"),
            asking: saying == nil && waiting == nil
                ? asking(strict, request, options, isBlocked: isBlocked, data) : nil,
            saying: saying?.view(options, spends: request.spending != false, context),
            waiting: waiting,
            lengths: lengths(context, isFocused: lengthError != nil), lengthError: lengthError)
        return context.show(
            "pause-request", title: context.texts("pause.title"), view, status: status)
    }

    private static func over(_ context: PageContext, _ number: Int) throws -> PageResponse {
        do {
            let reply = try context.daemon.call(UnblockAPI.List.self, .init(request: number))
            guard let outcome = reply.outcome else { throw PageNotFound() }
            let text = PauseErrorMessage.over(outcome, context.texts)
            return try PausePage.show(
                context, .init(notice: Notice(level: "info", text: text), status: 200))
        } catch CallFailure.refused(is UnblockAPI.NoSuchRequest) {
            throw PageNotFound()
        }
    }

    private static func asking(
        _ strict: String?, _ request: UnblockAPI.OpenRequest, _ options: UnblockAPI.Options.Reply,
        isBlocked: Bool, _ data: PauseData
    ) -> Asking {
        let texts = data.context.texts
        guard isBlocked else {
            return Asking(why: texts("pause.nothingToOpen"), emergency: nil, ways: [])
        }
        let emergency = strict == nil ? nil : options.emergency
        if let strict {
            guard let emergency, data.mayBeEmergency(request) else {
                return Asking(why: strict, emergency: nil, ways: [])
            }
            if let next = emergency.next {
                let words = texts(
                    "pause.emergencyUsed.\(emergency.per.rawValue)", ["time": data.moment(next)])
                return Asking(why: strict, emergency: words, ways: [])
            }
        }
        let ways = UnblockAPI.Purpose.allCases.map { purpose in
            Way(
                purpose: purpose.rawValue, label: texts("pause.\(purpose.rawValue)"),
                isEmergency: emergency != nil)
        }
        let words = emergency.map {
            texts(
                "pause.emergency.\($0.per.rawValue)",
                [
                    "used": data.context.formats.number($0.used),
                    "count": data.context.formats.number($0.count),
                    "wait": data.length($0.waitSeconds),
                ])
        }
        return Asking(why: strict, emergency: words, ways: ways)
    }

    private static func waiting(
        _ request: UnblockAPI.OpenRequest, _ options: UnblockAPI.Options.Reply, _ data: PauseData
    ) -> Waiting? {
        guard let intent = request.intent, let seconds = request.waitSeconds else { return nil }
        let context = data.context
        let texts = context.texts
        let parts = [
            texts("pause.\(intent.purpose.rawValue)"), intent.category, intent.mood,
            intent.amount.map { context.formats.money($0, intent.currency) },
            intent.minutes.map { data.length($0 * 60) },
        ]
        let afterwards =
            request.place.protection == nil
            ? texts(
                "pause.afterwards",
                ["time": data.length(request.grantSeconds ?? options.grant)])
            : texts("pause.afterwardsProtection")
        return Waiting(
            purpose: intent.purpose.rawValue, seconds: seconds, left: data.length(seconds),
            goesOn: seconds > 0, said: parts.compactMap(\.self).joined(separator: " · "),
            afterwards: seconds > 0
                ? afterwards
                : texts("pause.waitOver", ["time": data.moment(request.expires)]))
    }

    /// `This is request 3 today. You unblocked something once today. Your last unblock was 2 h
    /// ago.`
    private static func circumstances(
        _ circumstances: UnblockAPI.Circumstances, _ context: PageContext
    ) -> String {
        let texts = context.texts
        var parts = [
            texts(
                "pause.requestsToday",
                ["number": context.formats.number(circumstances.requestsToday)])
        ]
        let unblocks = circumstances.unblocksToday
        if unblocks > 0 {
            parts.append(
                texts(
                    "pause.unblocksToday", count: unblocks,
                    ["count": context.formats.number(unblocks)]))
        }
        if let since = circumstances.sinceLastUnblock {
            parts.append(
                texts(
                    "pause.sinceLastUnblock", ["time": context.formats.length(seconds: since)]))
        }
        if circumstances.quietHours { parts.append(texts("pause.quietHoursActive")) }
        return parts.joined(separator: " ")
    }

    /// The lengths of a protection to choose from, in seconds; one hour is the default.
    private static let seconds = [1800, 3600, 7200, 14_400, 28_800, 86_400]

    private static func lengths(_ context: PageContext, isFocused: Bool) -> [FormChoice] {
        let typed = Int(context.request.form.typed("seconds")) ?? 3600
        return seconds.map { seconds in
            FormChoice(
                id: "length-\(seconds)", value: String(seconds),
                label: context.formats.length(seconds: seconds), isChosen: seconds == typed,
                isFocused: isFocused)
        }
    }
}
