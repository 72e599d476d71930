import API
import Testing

@testable import soteria

/// The doctor's findings from the facts.
@Suite struct DiagnosisTests {
    private static let runs = """
        LoadState=loaded
        ActiveState=active
        SubState=running
        UnitFileState=enabled
        NRestarts=0
        ExecMainStatus=0
        ExecStart={ path=/home/a/.local/bin/soteriad ; argv[]=/home/a/.local/bin/soteriad ; }
        """

    /// An installation in which all is well.
    private var healthy: Installation {
        var found = Installation(socket: .success("/run/s"))
        found.socketFile = .socket(mode: 0o600)
        var status = SampleReplies.status
        status.executable = "/home/a/.local/bin/soteriad"
        status.clock.synchronised = true
        status.subscribers = 3
        found.daemon = .status(status)
        found.service = Unit(showing: Self.runs)
        found.socketUnit = Unit(showing: Self.runs)
        found.agent = Unit(showing: Self.runs)
        found.notifications = .runs
        found.lingers = false
        found.rules = .init(errors: 0, warnings: 0, files: 4)
        return found
    }

    private func unit(_ changes: [String: String]) throws -> Unit {
        var text = Self.runs
        for (name, value) in changes {
            text = text.split(separator: "\n").map { line in
                line.hasPrefix(name + "=") ? "\(name)=\(value)" : String(line)
            }.joined(separator: "\n")
        }
        return try #require(Unit(showing: text))
    }

    private func findings(_ area: String, _ found: Installation) -> [Finding] {
        Diagnosis(found: found).findings.filter { $0.area == area }
    }

    @Test func whereAllIsWellNothingIsBad() {
        let findings = Diagnosis(found: healthy).findings
        #expect(findings.allSatisfy { $0.state == .good && $0.advice == nil })
        #expect(
            findings.map(\.area) == [
                "Service", "Socket", "Version", "Rules", "Record", "Clock", "Time zone", "Session",
                "Agent", "Notifications",
            ])
    }

    @Test func everyStateOfTheServiceHasItsAdvice() throws {
        let cases: [([String: String], Finding.State, String)] = [
            (["LoadState": "not-found"], .bad, "systemd/install"),
            (["LoadState": "masked"], .bad, "unmask"),
            (["ActiveState": "inactive"], .bad, "systemctl --user start"),
            (["ActiveState": "activating"], .bad, "systemctl --user start"),
            (["UnitFileState": "disabled"], .bad, "systemctl --user enable"),
            (
                ["ActiveState": "inactive", "UnitFileState": "disabled"], .bad,
                "systemctl --user enable --now soteriad.socket soteriad.service"
            ),
            (["ActiveState": "failed", "ExecMainStatus": "217"], .bad, "journalctl"),
            (["NRestarts": "3"], .hint, "journalctl"),
        ]
        for (changes, state, advice) in cases {
            var found = healthy
            found.service = try unit(changes)
            let finding = try #require(findings("Service", found).first)
            #expect(finding.state == state)
            #expect(finding.advice?.contains(advice) == true, "\(finding)")
        }
    }

    @Test func knownExitStatusesAreExplained() throws {
        for (status, words) in [
            ("78", "another daemon"), ("217", "user namespaces"), ("218", "sandbox"),
            ("9", "exit status 9"),
        ] {
            var found = healthy
            found.service = try unit(["ActiveState": "failed", "ExecMainStatus": status])
            #expect(findings("Service", found).first?.text.contains(words) == true)
        }
    }

    @Test func withoutAUserManagerItIsAHintOnly() throws {
        var found = healthy
        found.service = nil
        found.socketUnit = nil
        #expect(findings("Service", found).first?.state == .hint)
        #expect(findings("Service", found).first?.advice == nil)
        #expect(findings("Socket unit", found).isEmpty && findings("Session", found).isEmpty)
        found.daemon = .none("nothing is listening")
        #expect(findings("Service", found).first?.advice?.contains("soteriad") == true)
    }

    @Test func theSocketUnitMatters() throws {
        var found = healthy
        found.socketUnit = try unit(["LoadState": "not-found"])
        #expect(findings("Socket unit", found).first?.state == .bad)
        found.socketUnit = try unit(["ActiveState": "inactive", "SubState": "dead"])
        #expect(
            findings("Socket unit", found).first?.text == "soteriad.socket is inactive (dead).")
    }

    @Test func theSocketItself() {
        var found = healthy
        found.socketFile = .missing
        #expect(findings("Socket", found).first?.text == "There is no socket at /run/s.")
        found.socketFile = .somethingElse
        #expect(findings("Socket", found).first?.text == "/run/s is not a socket.")
        found.socketFile = .hidden
        #expect(
            findings("Socket", found).first?.text == "You cannot access the directory of /run/s.")
        found.socketFile = .socket(mode: 0o666)
        #expect(findings("Socket", found).first?.text.contains("mode 666") == true)
        found.daemon = .none("the daemon did not answer in time")
        #expect(
            findings("Socket", found).first?.text
                == "/run/s exists, but the daemon did not answer in time.")
        found.daemon = .none("connect: \(FailureText.permissionDenied)")
        #expect(findings("Socket", found).first?.text.contains("not allowed to use it") == true)
        #expect(findings("Socket", found).first?.advice?.contains("chmod 600 /run/s") == true)
        found.isSocketOfAnother = true
        #expect(
            findings("Socket", found).first?.text
                == "/run/s belongs to another user.")
        found.socket = .failure(.noRuntimeDirectory(user: 7))
        #expect(findings("Socket", found).first?.text.contains("XDG_RUNTIME_DIR") == true)
        #expect(findings("Socket", found).allSatisfy { $0.state == .bad })
        // Without a daemon nothing is said of what only it knows.
        #expect(findings("Clock", found).isEmpty && findings("Version", found).isEmpty)
    }

    @Test func programsThatDisagree() {
        var found = healthy
        found.version = "9.9.9"
        #expect(
            findings("Version", found).first?.text
                == "The daemon is version \(Version.text), but this program is version 9.9.9.")
        found.isExecutableReplaced = true
        #expect(findings("Program", found).first?.advice == "systemctl --user restart soteriad")
        found.isExecutableReplaced = false
        var status = SampleReplies.status
        status.executable = "/tmp/soteriad"
        found.daemon = .status(status)
        #expect(findings("Program", found).first?.text.contains("/tmp/soteriad") == true)
    }

    @Test(
        arguments: [
            (["0.1.0"], "in a browser is version 0.1.0; the daemon is version 0.2.0.", "reload it"),
            ([nil], "in a browser is older than Soteria 0.2.0.", "restart the browser"),
            (
                ["0.2.0", "0.3.0"],
                "in a browser is version 0.3.0, but the daemon is still version 0.2.0.",
                "systemctl --user restart soteriad"
            ),
        ] as [([String?], String, String)])
    func anExtensionOfAnotherVersion(versions: [String?], text: String, advice: String) throws {
        var found = healthy
        var status = SampleReplies.status
        status.version = "0.2.0"
        status.extensions = versions.map { .init(version: $0, at: SampleReplies.now) }
        found.daemon = .status(status)
        let finding = try #require(findings("Extension", found).first)
        #expect(finding.state == .hint && finding.text.contains(text), "\(finding)")
        #expect(finding.advice?.contains(advice) == true)
        status.extensions = [.init(version: "0.2.0", at: SampleReplies.now)]
        found.daemon = .status(status)
        #expect(findings("Extension", found).isEmpty)
    }

    @Test func rules() {
        var found = healthy
        found.rules.errors = 2
        #expect(
            findings("Rules", found).first?.text
                == "The rule files have 2 errors, so the last good rules stay in force.")
        found.daemon = .none("nothing is listening")
        #expect(findings("Rules", found).first?.text == "The rule files have 2 errors.")
        found.rules = .init(errors: 0, warnings: 1, files: 4)
        #expect(findings("Rules", found).first?.state == .hint)
        var status = SampleReplies.status
        status.rules.refused = true
        status.rules.directories = [.init(path: "/r", layer: .person, problem: "no inotify")]
        found.daemon = .status(status)
        #expect(
            findings("Rules", found).map(\.advice) == [
                "soteria rules reload", "After each edit, run: soteria rules reload",
            ])
    }

    @Test func theRecord() {
        var found = healthy
        found.setAside = ["/s/soteria.sqlite.damaged-20261121T221500Z"]
        found.otherStores = ["/old/soteria.sqlite"]
        var status = SampleReplies.status
        status.store.healthy = false
        status.store.problem = "the disk is full"
        found.daemon = .status(status)
        let record = findings("Record", found)
        #expect(record.map(\.state) == [.bad, .hint, .hint])
        #expect(record.first?.text == "Nothing can be recorded: the disk is full.")
        #expect(record[1].text.contains("damaged-20261121T221500Z"))
        #expect(record[2].text.contains("/old/soteria.sqlite"))
    }

    @Test func theClock() {
        var found = healthy
        var status = SampleReplies.status
        found.daemon = .status(status)
        #expect(findings("Clock", found).first?.text.contains("no time server") == true)
        status.clock.continuity = .unproven
        found.daemon = .status(status)
        #expect(findings("Clock", found).first?.state == .hint)
        status.clock.jump = 3600
        status.clock.adoptedAt = "2026-11-22T23:18:00+01:00"
        found.daemon = .status(status)
        #expect(
            findings("Clock", found).first?.text
                == "The clock was set forward by 1 h. The daemon does not trust the new time yet, "
                + "but will by Sun 23:18 (in 1 d).")
    }

    @Test func theZone() {
        var found = healthy
        found.zoneIssue = "/etc/localtime: there is no such file"
        #expect(findings("Time zone", found).first?.state == .bad)
        #expect(
            findings("Time zone", found).first?.text
                == "The time zone is unknown: /etc/localtime: there is no such file.")
        #expect(findings("Time zone", found).first?.advice?.contains("timedatectl") == true)
        found.zoneIssue = "$TZ is \"Mars\": there is no such file"
        #expect(
            findings("Time zone", found).first?.advice
                == "Unset the variable TZ, or set it to a valid time zone.")
        found.zoneIssue = nil
        #expect(findings("Time zone", found).first?.text == "Europe/Berlin.")
    }

    @Test(arguments: [
        (nil, "Etc/UTC."), ("Etc/UTC", "Etc/UTC."),
        ("Asia/Tokyo", "Etc/UTC; times are shown in Asia/Tokyo, because the rules set time_zone."),
    ])
    func theZoneOfTheRules(zone: String?, text: String) {
        var found = healthy
        var status = SampleReplies.status
        status.clock.timeZone = "Etc/UTC"
        status.clock.localTimeZone = zone
        found.daemon = .status(status)
        #expect(findings("Time zone", found).first == .good("Time zone", text))
    }
}

/// Parsing of `systemctl show`.
@Suite struct UnitTests {
    @Test func textThatDescribesNoUnitIsNil() {
        #expect(Unit(showing: "") == nil)
        #expect(Unit(showing: "Failed to connect to bus\n") == nil)
        #expect(Unit(showing: "ActiveState=active\n") == nil)
    }

    @Test func whatIsMissingIsUnknown() throws {
        let unit = try #require(Unit(showing: "LoadState=not-found\nNRestarts=x\nExecStart=\n"))
        #expect(!unit.isLoaded && !unit.isActive && !unit.isEnabled && !unit.isMasked)
        #expect(unit.restarts == 0 && unit.exitStatus == 0 && unit.program == nil)
        #expect(unit.state == "unknown (unknown)")
    }

    @Test func theProgramIsRead() throws {
        let text = "LoadState=loaded\nExecStart={ path=/usr/bin/a ; argv[]=/usr/bin/a -x ; }\n"
        #expect(try #require(Unit(showing: text)).program == "/usr/bin/a")
    }
}
