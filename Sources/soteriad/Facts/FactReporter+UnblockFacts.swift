import Engine
import RuleModel

/// Reports on unblock requests and grants.
extension FactReporter {
    func attempted(_ attempt: Attempt) -> FactReport {
        let targets = attempt.targets.joined(separator: ", ")
        let isThawed = attempt.isThawed == true
        return FactReport(
            FactMembers(
                attempt.place.members,
                ["targets": attempt.targets, "thawed": isThawed ? true : nil]),
            text: "\(attempt.place.words) (\(targets))" + (isThawed ? ", thawed" : ""),
            FactEntry(
                .attempted, .info,
                (isThawed
                    ? "Somebody thawed a frozen app of "
                    : "An attempt was made to open a blocked site or app of ")
                    + "\(journal.list(attempt.targets)).",
                [
                    "TARGET": journal.key(attempt.targets),
                    "SEQUENCE": String(event.sequence),
                ]))
    }

    func unblockRequested(_ request: UnblockRequest) -> FactReport {
        let targets = journal.list(request.targets)
        let message =
            if case .protection(let id) = request.place {
                "A request was made to end a protection early: "
                    + "\(journal.name(journal.before.protection(id), id))."
            } else {
                request.isPause
                    ? "A voluntary pause before opening \(targets) began."
                    : "A request to open \(targets) was made."
            }
        return self.request(
            request,
            FactEntry(
                .unblockRequested, .info, message,
                [
                    "TARGET": journal.key(request.targets), "REQUEST": String(request.id),
                    "REASON": request.isPause ? "pause" : "block",
                ]))
    }

    func intentGiven(_ request: UnblockRequest) -> FactReport { self.request(request, nil) }

    private func request(_ request: UnblockRequest, _ entry: FactEntry?) -> FactReport {
        let circumstances = request.circumstances
        let intent = request.intent
        return FactReport(
            FactMembers(
                ["request": request.id, "targets": request.targets, "pause": request.isPause],
                request.place.members,
                [
                    "hour": circumstances.hour, "weekday": circumstances.weekday,
                    "quietHours": circumstances.quietHours,
                    "requestsToday": circumstances.requestsToday,
                    "requestsThisWeek": circumstances.requestsThisWeek,
                    "unblocksToday": circumstances.unblocksToday,
                    "unblocksThisWeek": circumstances.unblocksThisWeek,
                    "sinceLastUnblock": circumstances.sinceLastUnblock,
                    "purpose": intent?.purpose.rawValue, "category": intent?.category,
                    "mood": intent?.mood, "amount": intent?.amount?.decimal,
                    "currency": intent?.amount?.currency, "minutes": intent?.minutes,
                    "waitSeconds": intent == nil ? nil : request.wait?.length,
                    "emergency": request.isEmergency ? true : nil,
                ]), text: requestWords(request), entry)
    }

    /// `request 12 of shopping, impulse, tired, 49.90 EUR, 10 min, wait 30 s`.
    private func requestWords(_ request: UnblockRequest) -> String {
        let intent = request.intent
        let parts = [
            "request \(request.id) of \(request.place.words)", request.isPause ? "a pause" : nil,
            request.isEmergency ? "an emergency" : nil,
            intent?.purpose.rawValue, intent?.category, intent?.mood, intent?.amount.map(words),
            intent?.minutes.map { "\($0) min" },
            intent == nil ? nil : request.wait.map { "wait \(length($0.length))" },
        ]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    func blockKept(_ id: Int64) -> FactReport {
        let request = journal.before.request(id)
        let targets = request?.targets ?? []
        let what =
            switch request?.isPause {
            case nil: "A block was kept."
            case true?: "A voluntary pause ended, and nothing was opened."
            case false?: "The block of \(journal.list(targets)) was kept."
            }
        return FactReport(
            ["request": id], text: "request \(id)",
            FactEntry(
                .blockKept, .notice,
                "\(what) This is a protection moment, unless the target is opened within two hours.",
                ["TARGET": journal.key(targets), "REQUEST": String(id)]))
    }

    func unblocked(_ grant: Grant) -> FactReport {
        let end = until(event.at + grant.time.length)
        let isEmergency = grant.emergency != nil
        var fields = [
            "TARGET": journal.key(grant.targets), "UNTIL": end,
            "REQUEST": String(grant.request), "SEQUENCE": String(event.sequence),
        ]
        if isEmergency { fields["REASON"] = "emergency" }
        return FactReport(
            [
                "grant": grant.id, "request": grant.request, "targets": grant.targets,
                "purpose": grant.purpose.rawValue, "seconds": grant.time.length,
                "quietHours": grant.quietHours, "emergency": isEmergency ? true : nil,
            ],
            text: "\(grant.targets.joined(separator: ", ")) for \(length(grant.time.length)), "
                + "\(grant.purpose.rawValue) (request \(grant.request))"
                + (isEmergency ? ", an emergency" : ""),
            FactEntry(
                .unblocked, .notice,
                (isEmergency ? "An emergency opened" : "Unblocked")
                    + " \(journal.list(grant.targets)) until \(end).", fields))
    }

    func requestClosed(_ closing: RequestEnd) -> FactReport {
        let targets = journal.before.request(closing.request)?.targets ?? []
        let why =
            switch closing.outcome {
            case .kept: "the block was kept"
            case .unblocked: "the target was opened"
            case .expired: "the request expired without an answer"
            case .lapsed: "nothing was blocked any more, or another request replaced it"
            case .protected: "a protection was started instead"
            }
        return FactReport(
            [
                "request": closing.request, "outcome": closing.outcome.rawValue,
                "protection": closing.protection,
            ],
            text: "request \(closing.request) \(closing.outcome.rawValue)",
            FactEntry(
                .requestClosed, .info,
                "Request \(closing.request) for \(journal.list(targets)) ended: \(why).",
                [
                    "TARGET": journal.key(targets), "REASON": closing.outcome.rawValue,
                    "REQUEST": String(closing.request),
                ]))
    }

    func grantEnded(_ ending: GrantEnd) -> FactReport {
        let targets = journal.before.grant(ending.grant)?.targets ?? []
        let why =
            switch ending.reason {
            case .time: "its time ran out"
            case .strict: "a strict block began"
            case .autoProtection: "an auto-protection began"
            case .manualProtection: "a protection was started"
            case .person: "the person ended it"
            }
        let subject = targets.isEmpty ? "" : " for \(journal.list(targets))"
        return FactReport(
            [
                "grant": ending.grant, "reason": ending.reason.rawValue,
                "opensNothing": ending.opensNothing,
            ],
            text: "permission \(ending.grant) ended: \(why)",
            FactEntry(
                .grantEnded, .notice,
                "The permission\(subject) ended: \(why).",
                [
                    "TARGET": journal.key(targets), "REASON": ending.reason.rawValue,
                    "SEQUENCE": String(ending.grant),
                ]))
    }

    func protectionReleased(_ release: ProtectionRelease) -> FactReport {
        let ended = journal.before.protection(release.id)
        let targets = ended?.targets ?? []
        return FactReport(
            [
                "id": release.id, "request": release.request,
                "purpose": release.purpose.rawValue, "quietHours": release.quietHours,
                "targets": release.targets,
            ],
            text: "protection \(release.id) was ended early by request \(release.request) "
                + "(\(release.purpose.rawValue))",
            FactEntry(
                .protectionReleased, .notice,
                "\(journal.name(ended, release.id)) for \(journal.list(targets)) was ended early.",
                [
                    "TARGET": journal.key(targets), "REQUEST": String(release.request),
                    "SEQUENCE": String(release.id),
                ]))
    }

    /// `49.90 EUR`.
    func words(_ money: Money) -> String {
        money.decimal + (money.currency.map { " \($0)" } ?? "")
    }
}
