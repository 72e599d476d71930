import API

/// The auto-protection rules and their switches.
enum AutoProtectionSwitch {
    struct View {
        let rule: String
        let name: String
        /// The targets that it blocks, and for how long.
        let effect: String
        let condition: String
        let kind: String
        let label: String
        let pending: String?
        let turnsOn: Bool
        /// The action of the switch; empty if it cancels a pending edit.
        let action: String
    }

    static func view(
        _ rule: ProtectionAPI.AutoProtection, pending: [DaemonAPI.PendingEdit], now: Moment,
        _ context: PageContext
    ) -> View {
        let texts = context.texts
        let until = pending.first { edit in
            edit.kind == .switch
                && edit.weakens.contains {
                    $0.hasPrefix("auto_protection") && $0.hasSuffix(".\(rule.rule)")
                }
        }?.until
        // One that is only about to be switched off is on until then.
        let turnsOn = !rule.enabled || until != nil
        let length = context.formats.length(seconds: rule.seconds)
        let targets = rule.targets.joined(separator: ", ")
        return View(
            rule: rule.rule, name: rule.name,
            effect: rule.targets.isEmpty
                ? texts("settings.protectsNothing")
                : texts("settings.protects", ["targets": targets, "time": length]),
            condition: rule.condition, kind: kind(rule), label: label(rule, now, context),
            pending: until.map {
                texts("settings.pendingOff", ["time": context.formats.moment($0, now: now)])
            }, turnsOn: turnsOn,
            action: texts(
                until != nil
                    ? "settings.leaveOn" : turnsOn ? "settings.switchOn" : "settings.switchOff"))
    }

    private static func kind(_ rule: ProtectionAPI.AutoProtection) -> String {
        rule.until != nil ? "blocked" : rule.enabled ? "success" : "neutral"
    }

    private static func label(
        _ rule: ProtectionAPI.AutoProtection, _ now: Moment, _ context: PageContext
    ) -> String {
        let texts = context.texts
        var parts: [String] = []
        if let until = rule.until {
            let time = context.formats.moment(until, now: now)
            parts.append(texts("settings.protectsUntil", ["time": time]))
        }
        if !rule.enabled {
            parts.append(texts(rule.switched ? "settings.offByYou" : "settings.offByRules"))
        } else if parts.isEmpty {
            parts.append(texts("settings.watches"))
        }
        return parts.joined(separator: ", ")
    }

    static func set(_ context: PageContext) throws -> PageResponse {
        let form = context.request.form
        let turnsOn = form.typed("on") == "yes"
        do {
            let reply = try context.daemon.call(
                ProtectionAPI.SetAutoProtection.self,
                .init(rule: form.typed("rule"), enabled: turnsOn))
            if reply.pendingUntil != nil { return .redirect("settings?done=switchWaits") }
            return .redirect("settings?done=\(turnsOn ? "switchedOn" : "switchedOff")")
        } catch CallFailure.refused(let error) {
            let words =
                (error as? ProtectionAPI.NoSuchRule).map {
                    context.texts("settings.noSuchRule", ["rule": $0.rule])
                } ?? ErrorMessage.words(error, context.environment)
            return try SettingsPage.show(context, error: words)
        }
    }
}
