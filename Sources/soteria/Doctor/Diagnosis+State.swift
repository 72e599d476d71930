import API

/// What the daemon decides by: rules, record, clock, zone.
extension Diagnosis {
    private var status: DaemonAPI.GetStatus.Reply? {
        if case .status(let reply) = found.daemon { return reply }
        return nil
    }

    var rules: Finding {
        let area = "Rules"
        if found.rules.errors > 0 {
            // Without a daemon nothing is in force at all.
            let outcome = status == nil ? "" : ", so the last good rules stay in force"
            return .bad(
                area,
                "The rule files have \(Count.text(found.rules.errors, "error"))\(outcome).",
                "soteria rules check")
        }
        if let status, status.rules.refused {
            return .hint(
                area, "The files are right now, but the daemon refused them when it read them.",
                "soteria rules reload")
        }
        if found.rules.warnings > 0 {
            return .hint(
                area, "The rule files have \(Count.text(found.rules.warnings, "warning")).",
                "soteria rules check")
        }
        let files = Count.files(found.rules.files, shipped: found.rules.shipped)
        return .good(area, "\(files), no errors.")
    }

    var watching: Finding? {
        let blind = status?.rules.directories.filter { $0.problem != nil } ?? []
        guard let first = blind.first else { return nil }
        return .hint(
            "Rules", "Edits in \(first.path) are not noticed (\(first.problem ?? "")).",
            "After an edit: soteria rules reload")
    }

    var record: [Finding] {
        var findings: [Finding] = []
        if let store = status?.store {
            if !store.healthy {
                findings.append(
                    .bad(
                        "Record", "Nothing can be recorded: \(store.problem ?? "unknown reason").",
                        "Make room or give write permission at \(store.path); the daemon tries "
                            + "again by itself."))
            } else {
                findings.append(
                    .good("Record", "\(Count.text(store.events, "event")) in \(store.path)."))
            }
        }
        if !found.setAside.isEmpty {
            findings.append(
                .hint(
                    "Record",
                    "Damaged records were put aside: \(found.setAside.joined(separator: ", ")).",
                    "Nothing needs them any more; keep or delete them."))
        }
        if !found.otherStores.isEmpty {
            findings.append(
                .hint(
                    "Record",
                    "Another record lies at \(found.otherStores.joined(separator: ", ")).",
                    "It is not used; it may be from an older systemd or a test."))
        }
        return findings
    }

    var clock: [Finding] {
        guard let status else { return [] }
        let now = Moment(status.now) ?? Moment(seconds: 0, offset: 0)
        let clock = status.clock
        if let jump = clock.jump {
            let adopted = clock.adoptedAt.map { ", at the latest \(TimeWords.ahead($0, now: now))" }
            return [
                .hint(
                    "Clock",
                    "It was set \(jump > 0 ? "forward" : "back") by "
                        + "\(TimeWords.length(seconds: jump)) and is not believed yet"
                        + "\(adopted ?? "").",
                    "A time server settles it: timedatectl set-ntp true")
            ]
        }
        switch clock.continuity {
        case .unproven, .behind:
            return [
                .hint(
                    "Clock", "Nothing has confirmed it since the machine was restarted.",
                    "timedatectl set-ntp true")
            ]
        case .first, .sameBoot, .synchronised:
            return [
                clock.synchronised == true
                    ? .good("Clock", "Trusted; a time server sets it.")
                    : .good("Clock", "Trusted, though no time server is known to set it.")
            ]
        }
    }

    var timeZone: Finding? {
        if let problem = status?.clock.zoneProblem ?? found.zoneIssue {
            return .bad(
                "Time zone", "It is not known: \(problem).",
                problem.contains("$TZ")
                    ? "unset TZ or correct it"
                    : "Install tzdata and set one: timedatectl set-timezone Europe/Berlin")
        }
        return status.map { .good("Time zone", "\($0.clock.timeZone).") }
    }

    var linger: Finding? {
        guard found.service?.isLoaded == true, found.lingers == false else { return nil }
        return .good(
            "Session", "The daemon runs while you are logged in (no lingering), as it should.")
    }
}
