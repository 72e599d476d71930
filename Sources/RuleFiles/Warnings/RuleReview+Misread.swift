import CEL
import RuleModel

extension RuleReview {
    /// Warns of parts of conditions that mean something else than they seem to.
    mutating func reviewMeanings() {
        let factors = member("factors", of: root["risk"])?.value.map?.entries ?? []
        let conditions =
            (root["features"]?.value.map?.entries ?? [])
            + factors.compactMap { member("when", of: $0) }
            + draft.autoProtections.compactMap { member("when", of: $0.entry) }
        for condition in conditions where layer(of: condition.value.at) > 0 {
            guard let scalar = condition.value.scalar,
                case .success(let parsed) = draft.environment.parse(scalar.text)
            else { continue }
            reviewMeaning(of: parsed.root, in: scalar, at: condition.value.at)
        }
    }

    private mutating func reviewMeaning(
        of expression: Expression, in scalar: Scalar, at start: Position
    ) {
        let found = utcPart(expression, in: scalar.text) ?? wholeDivision(expression)
        if let (kind, message) = found {
            let place = findings.files[start.file].position(
                of: expression.range.lowerBound, in: scalar, at: start)
            warn(kind, message, at: place)
        }
        for child in expression.children { reviewMeaning(of: child, in: scalar, at: start) }
    }

    /// The parts of a time that differ between zones, with the variables for the local ones.
    private static let zonedParts: [String: String?] = [
        "getFullYear": nil, "getMonth": nil, "getDate": "local.day",
        "getDayOfMonth": "local.day - 1", "getDayOfWeek": "local.weekday", "getDayOfYear": nil,
        "getHours": "local.hour", "getMinutes": "local.minute",
    ]

    /// `now.getHours()`, unless the rules are in UTC themselves.
    private func utcPart(
        _ expression: Expression, in condition: String
    ) -> (kind: WarningKind, message: String)? {
        guard case .call(let name, let target?, let arguments) = expression.kind,
            arguments.isEmpty, let local = Self.zonedParts[name],
            !["UTC", "Etc/UTC"].contains(draft.timeZone?.name)
        else { return nil }
        // A duration has parts of the same names, and no zone.
        let bytes = Array(condition.utf8)[target.range]
        let source = String(decoding: bytes, as: UTF8.self)
        guard case .success(let program) = draft.environment.compile(source),
            program.type == .timestamp
        else { return nil }
        let zoned = "\(name)(\"Europe/Berlin\")"
        return (
            .utcPart,
            "\(name)() without a time zone uses UTC; "
                + (local.map { "write \($0), or name" } ?? "name") + " a zone: \(zoned)"
        )
    }

    /// `1 / 2`, which is 0.
    private func wholeDivision(
        _ expression: Expression
    ) -> (kind: WarningKind, message: String)? {
        guard case .call("_/_", nil, let operands) = expression.kind, operands.count == 2,
            case .literal(.int(let left)) = operands[0].kind,
            case .literal(.int(let right)) = operands[1].kind,
            // The least number divided by -1 would trap; nothing is lost when that divides.
            right != 0, right != -1, left % right != 0
        else { return nil }
        return (
            .wholeDivision,
            "\(left) / \(right) divides whole numbers, which gives \(left / right); write "
                + "\(left).0 / \(right).0 for the fraction"
        )
    }

    /// Warns if weaker edits wait while the machine's zone, which no edit changes, moves the times
    /// of the rules.
    mutating func reviewZone() {
        let zones =
            draft.quietHours.map(\.rule.timeZone) + draft.checkIns.map(\.rule.timeZone)
            + draft.budgets.map(\.rule.timeZone)
        guard draft.weakeningWaits > .zero, draft.timeZone == nil, zones.contains(nil),
            let delay = member("weakening_waits", of: root["edits"])
        else { return }
        warn(
            .machineZone,
            "edits that weaken the rules wait, but the times of the rules move with the machine's "
                + "time zone (until the delay is over, the former times also apply); to keep the "
                + "times for good, set \"time_zone:\", for example to Europe/Berlin",
            at: delay.value.at)
    }

    /// Warns if the wait before an impulse unblock is the shorter one.
    mutating func reviewWaits() {
        let rules = draft.unblock
        let wait = member("wait", of: root["unblock"])
        let places = ["impulse", "planned"].compactMap { member($0, of: wait)?.value.at }
        guard rules.impulseWait < rules.plannedWait,
            let highest = places.map(layer).max(),
            let place = places.first(where: { layer(of: $0) == highest })
        else { return }
        let text = TimeSpanText.short.text
        warn(
            .shortImpulseWait,
            "the wait before an impulse unblock (\(text(rules.impulseWait))) is shorter than the "
                + "wait before a planned one (\(text(rules.plannedWait))): calling a wish an "
                + "impulse opens the target sooner", at: place)
    }
}
