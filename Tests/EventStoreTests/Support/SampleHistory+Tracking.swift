import RuleModel

@testable import Engine

/// Facts of use, check-ins, budgets, goals and of what befell the record.
extension SampleHistory {
    func tracking(_ kind: Fact.Kind, _ key: String, _ coin: Bool, earlier: Int64) -> Fact {
        let day = Int(at.seconds / 86_400)
        return switch kind {
        case .rulesWeakened: .rulesWeakened(RulesWeakened(entries: ["quiet_hours.\(key)"]))
        case .reporterLost: .reporterLost(ReporterLoss(length: .minutes(coin ? 5 : 6)))
        case .storeRestored:
            .storeRestored(StoreRestored(source: "\(key).backup", keptAside: coin ? "aside" : nil))
        case .retained:
            .retained(
                Retention(through: earlier, removed: 1, hash: String(repeating: "0", count: 64)))
        case .checkInOpened, .checkInAsked, .checkInAnswered, .checkInLapsed, .checkInReset,
            .checkInDayForgotten, .checkInWelcomed:
            checkIn(kind, key, coin, day)
        case .budgetReached:
            .budgetReached(
                BudgetReach(
                    budget: key, target: key, used: .minutes(45), from: at - .hours(9),
                    until: at + .hours(15), fingerprint: "f"))
        case .budgetReset: .budgetReset(budget: key)
        case .riskyHourTold:
            .riskyHourTold(RiskyHour(weekday: 5, hour: 22, count: 14, total: 40))
        case .newsTold:
            .newsTold(
                ToldNews(
                    openTimeEnd: OpenTimeEnd(
                        targets: [key], cause: coin ? .budget : .grant, rule: "\(earlier)",
                        at: at + .minutes(5), period: coin ? at - .hours(1) : nil)))
        case .goalAdded, .goalContributed, .goalRemoved: goal(kind, key, coin, earlier)
        case .editBegan, .editEnded, .editsTakenBack: edit(kind, key, coin, earlier)
        case .useImported:
            .useImported(
                UseImport(
                    id: sequence + 1, at: at, source: "activitywatch \(key)",
                    use: [UseImport.Day(target: key, day: 20_700, time: .minutes(earlier + 1))]))
        case .useImportRemoved: .useImportRemoved(id: earlier)
        case .received:
            .received(
                Received(
                    device: key,
                    facts: [
                        SharedFact(
                            id: SharedFactID(bits: UInt64(sequence)), at: at,
                            content: coin
                                ? .unblocked(targets: [key], purpose: .impulse)
                                : .used(
                                    target: key, bucket: Bucket(holding: at), seconds: 60,
                                    isSynchronised: true))
                    ], cursor: HexBytes([UInt8(truncatingIfNeeded: earlier)])))
        case .placeNamed:
            .placeNamed(PlaceName(place: .site("\(key).example"), name: coin ? "Ünser \"S\"" : nil))
        case .timeNoted, .outcomeLogged, .usageBegan, .usageNoted, .usageEnded:
            use(kind, key, coin, earlier)
        // Made beside the call.
        case .daemonStarted, .daemonStopped, .storeReplaced, .storeFailed, .rulesLoaded,
            .clockJumped, .clockAdopted, .clockReturned, .zoneChanged, .quietHoursBegan,
            .quietHoursMoved, .quietHoursEnded, .protectionStarted, .protectionEnded, .switched,
            .switchCleared, .decided, .riskAssessed, .attempted, .unblockRequested, .intentGiven,
            .blockKept, .unblocked, .requestClosed, .grantEnded, .protectionReleased,
            .promptClosed:
            .timeNoted
        }
    }

    private func edit(_ kind: Fact.Kind, _ key: String, _ coin: Bool, _ earlier: Int64) -> Fact {
        let now = Deadline(boot: BootID("boot-\(boot)"), elapsed: elapsed)
        switch kind {
        case .editBegan:
            return .editBegan(
                RuleEdit(
                    id: sequence + 1, entries: coin ? ["quiet_hours.\(key)"] : [],
                    sources: [RuleText(path: "/\(key).yaml", layer: 2, text: "# Ünser \"S\"\n")],
                    switches: [], at: at, time: Countdown(.days(1), from: now),
                    revocable: Countdown(RuleSet.revocability, from: now),
                    cancels: coin ? [earlier] : []))
        case .editEnded:
            return .editEnded(
                EditEnd(edit: earlier, entries: [key], reason: coin ? .over : .restored))
        default: return .editsTakenBack(EditReversal(first: earlier))
        }
    }

    private func use(_ kind: Fact.Kind, _ key: String, _ coin: Bool, _ earlier: Int64) -> Fact {
        var session = UsageSession(
            id: sequence + 1, target: key, places: [.app(key), .site("\(key).example")], at: at)
        switch kind {
        case .outcomeLogged:
            return .outcomeLogged(
                LoggedOutcome(
                    request: earlier, isBought: coin,
                    amount: coin ? Money(thousandths: 12_340, currency: "EUR") : nil,
                    regret: coin ? 3 : nil, at: at))
        case .usageBegan: return .usageBegan(session)
        case .usageNoted:
            return .usageNoted(
                UsageNote(
                    since: at - .minutes(5),
                    targets: [.init(target: key, active: .minutes(coin ? 4 : -1))],
                    requests: [.init(request: earlier, active: .minutes(coin ? 3 : 0))]))
        case .usageEnded:
            session.active = .minutes(7)
            session.requests = coin ? [earlier] : []
            session.until = at
            return .usageEnded(session)
        default: return .timeNoted
        }
    }

    private func checkIn(_ kind: Fact.Kind, _ key: String, _ coin: Bool, _ day: Int) -> Fact {
        let here = Deadline(boot: BootID("boot-\(boot)"), elapsed: elapsed)
        return switch kind {
        case .checkInOpened:
            .checkInOpened(
                CheckInDayStart(
                    checkIn: key, day: day, targets: [key], time: Countdown(.hours(25), from: here))
            )
        case .checkInAsked:
            .checkInAsked(CheckInRepetition(checkIn: key, reason: coin ? .resume : .reminder))
        case .checkInAnswered:
            .checkInAnswered(CheckInAnswer(checkIn: key, day: day, isYes: coin, at: at))
        case .checkInLapsed: .checkInLapsed(checkIn: key)
        case .checkInWelcomed: .checkInWelcomed(checkIn: key)
        case .checkInReset: .checkInReset(checkIn: key)
        default: .checkInDayForgotten(checkIn: key)
        }
    }

    private func goal(_ kind: Fact.Kind, _ key: String, _ coin: Bool, _ earlier: Int64) -> Fact {
        guard let money = Money(thousandths: 250_000, currency: "EUR") else { return .timeNoted }
        return switch kind {
        case .goalAdded:
            .goalAdded(
                Goal(
                    id: sequence + 1, name: "Rad, \(key)\n", target: money, by: coin ? 21_000 : nil,
                    isFromKept: coin, at: at))
        case .goalContributed:
            .goalContributed(
                GoalContribution(goal: earlier, amount: money, request: coin ? earlier : nil))
        default: .goalRemoved(id: earlier)
        }
    }
}
