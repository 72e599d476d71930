import API
import Foundation
import Testing

@testable import Dashboard

/// Actions on the page of settings: switches, downloads, and debug actions.
@Suite struct SettingsActionTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    // MARK: Auto-protection

    @Test(arguments: [
        (SettingsWorld.rule(), "badge-success\">on<", "Switch off", "no"),
        (
            SettingsWorld.rule(until: "2026-11-22T01:00:00+01:00"),
            "badge-blocked\">protects until 01:00<", "Switch off", "no"
        ),
        (
            SettingsWorld.rule(enabled: false, switched: true),
            "badge-neutral\">switched off by you", "Switch on", "yes"
        ),
        (
            SettingsWorld.rule(enabled: false), "badge-neutral\">switched off in the rule files",
            "Switch on", "yes"
        ),
        (
            SettingsWorld.rule(enabled: false, switched: true, until: "2026-11-22T01:00:00+01:00"),
            "protects until 01:00, switched off by you", "Switch on", "yes"
        ),
    ])
    func eachRuleHasItsSwitch(
        rule: ProtectionAPI.AutoProtection, state: String, action: String, value: String
    ) throws {
        var world = SettingsWorld()
        world.autoProtections = [rule]
        let page = try site.look("settings", world.daemon)
        #expect(
            page.has(
                inOrder: "High risk", state, "Blocks shopping for 2 h.", "risk.automatic &gt;= 0.8",
                "name=\"rule\" value=\"high_risk\"", "name=\"on\" value=\"\(value)\"", action))
    }

    @Test func oneThatBlocksNothingSaysSo() throws {
        var world = SettingsWorld()
        world.autoProtections = [SettingsWorld.rule(targets: [])]
        #expect(try site.look("settings", world.daemon).has("Blocks nothing right now."))
        world.autoProtections = []
        #expect(
            try site.look("settings", world.daemon).has("no auto-protection rules in force"))
    }

    @Test func aSwitchThatWaitsCanBeTakenBack() throws {
        var world = SettingsWorld()
        world.pending = [
            .init(
                edit: 4, kind: .files, weakens: ["auto_protections.high_risk"],
                since: PauseWorld.now, until: "2026-11-23T10:00:00+01:00"),
            .init(
                edit: 5, kind: .switch, weakens: ["auto_protections.high_risk"],
                since: PauseWorld.now, until: "2026-11-22T23:18:00+01:00"),
        ]
        let page = try site.look("settings", world.daemon)
        #expect(page.has("Your rules delay switching this off until Sun 23:18."))
        #expect(page.has(inOrder: "name=\"on\" value=\"yes\"", "Keep switched on"))
        #expect(!page.has("Switch off"))
    }

    /// The daemon chooses the name of the weakening on the socket; a pending edit of another rule
    /// does not concern this one.
    @Test(arguments: ["auto_protections.other", "quiet_hours.high_risk", "high_risk"])
    func anotherWaitIsNotThisOnes(path: String) throws {
        var world = SettingsWorld()
        world.pending = [
            .init(
                edit: 5, kind: .switch, weakens: [path], since: PauseWorld.now,
                until: "2026-11-22T23:18:00+01:00")
        ]
        let page = try site.look("settings", world.daemon)
        #expect(page.has("Switch off"))
        #expect(!page.has("Keep switched on"))
    }

    @Test(arguments: [
        ("yes", true, nil, "switchedOn"), ("no", false, nil, "switchedOff"),
        ("no", false, "2026-11-22T23:18:00+01:00", "switchWaits"),
        ("", false, nil, "switchedOff"),
    ])
    func switchingIsTold(typed: String, on: Bool, pending: String?, key: String) throws {
        let daemon = SettingsWorld().daemon
        daemon.on(ProtectionAPI.SetAutoProtection.self) { _ throws(CallFailure) in
            .init(rule: SettingsWorld.rule(), pendingUntil: pending)
        }
        let path = site.follow(
            "settings/auto-protection", ["rule": "high_risk", "on": typed], daemon)
        #expect(path == "settings?done=\(key)")
        #expect(
            daemon.calls(of: ProtectionAPI.SetAutoProtection.self) == [
                .init(rule: "high_risk", enabled: on)
            ])
        #expect(try site.look(path ?? "", daemon).has(try Texts.english()("settings.\(key)")))
    }

    @Test(arguments: [
        (ProtectionAPI.Strict(until: "2026-11-22T01:00:00+01:00") as any TypedError, "01:00"),
        (ProtectionAPI.Strict(), "A strict rule is active"),
        (ProtectionAPI.NoSuchRule(rule: "high_risk"), "The rule “high_risk” no longer exists."),
        (ProtectionAPI.StoreUnavailable(reason: "disk full"), "disk full"),
    ])
    func refusedSwitchesAreExplained(error: any TypedError, words: String) throws {
        let daemon = SettingsWorld().daemon
        daemon.on(ProtectionAPI.SetAutoProtection.self) { _ throws(CallFailure) in
            throw .refused(error)
        }
        let page = try site.send(
            "settings/auto-protection", ["rule": "high_risk", "on": "no"], daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words))
    }

    // MARK: Files to keep

    private struct NoDownload: Error {}

    private func download(_ path: String, _ daemon: CannedDaemon) throws -> PageResponse.Download {
        let answer = site.respond(.at(path, languages: []), daemon)
        guard case .download(let download) = answer else { throw NoDownload() }
        return download
    }

    private func bytes(_ download: PageResponse.Download, _ daemon: CannedDaemon) throws -> [UInt8]
    {
        var bytes: [UInt8] = []
        try download.write(daemon) { bytes += $0 }
        return bytes
    }

    @Test(arguments: MetricsAPI.Table.allCases, MetricsAPI.Format.allCases)
    func exportsAreHandedOnPieceByPiece(
        table: MetricsAPI.Table, format: MetricsAPI.Format
    ) throws {
        let daemon = SettingsWorld().daemon
        daemon.onMore(MetricsAPI.Export.self) { asked in
            [.init(text: "\(asked.table) "), .init(text: "é"), .init(text: "\n")]
        }
        let page = try site.look("settings", daemon)
        let query = "table=\(table.rawValue)&format=\(format.rawValue)"
        #expect(page.has("/settings/export?\(query.replacing("&", with: "&amp;"))\""))
        let download = try download("settings/export?\(query)", daemon)
        #expect(download.name == "soteria-\(table.rawValue).\(format.rawValue)")
        #expect(download.contentType.hasPrefix(format == .csv ? "text/csv" : "application/jsonl"))
        #expect(try bytes(download, daemon) == Array("\(table) é\n".utf8))
        #expect(
            daemon.calls(of: MetricsAPI.Export.self).allSatisfy {
                $0 == .init(format: format, table: table)
            })
    }

    /// A page says what the plan does not allow, before any download begins.
    @Test(arguments: [
        (
            MetricsAPI.PlanLimit(plan: "free", what: "export of what is recorded")
                as any TypedError,
            "The plan “free” does not allow export of what is recorded."
        ),
        (MetricsAPI.StoreUnavailable(reason: "damaged"), "damaged"),
    ])
    func exportsThatAreRefusedAreExplained(error: any TypedError, words: String) throws {
        let daemon = SettingsWorld().daemon
        daemon.onMore(MetricsAPI.Export.self) { _ in throw CallFailure.refused(error) }
        let page = try site.look("settings/export?table=events&format=csv", daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words, "Your plan"))
    }

    @Test(arguments: [
        "", "?table=events", "?format=csv", "?table=secrets&format=csv",
        "?table=events&format=xlsx", "?table=../events&format=csv",
    ])
    func thereAreNoOtherExports(query: String) throws {
        #expect(try site.look("settings/export\(query)", SettingsWorld().daemon).status == 404)
    }

    @Test func whoeverWantsNoMoreEndsTheExport() throws {
        struct Gone: Error {}
        let daemon = SettingsWorld().daemon
        daemon.onMore(MetricsAPI.Export.self) { _ in [.init(text: "a"), .init(text: "b")] }
        let download = try download("settings/export?table=events&format=csv", daemon)
        var pieces = 0
        #expect(throws: Gone.self) {
            try download.write(daemon) { _ in
                pieces += 1
                throw Gone()
            }
        }
        #expect(pieces == 1)
    }

    @Test func aBackupIsTheBytesThatTheDaemonSends() throws {
        let file = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let daemon = SettingsWorld().daemon
        daemon.onMore(DaemonAPI.Backup.self) { _ in
            [file[..<3000], file[3000...]].map {
                .init(data: Data($0).base64EncodedString(), size: 5000)
            } + [.init(size: 5000)]
        }
        let download = try download("settings/backup", daemon)
        #expect(download.name == "soteria-backup-2026-11-21.db")
        #expect(try bytes(download, daemon) == file)
    }

    /// The download breaks off rather than look whole.
    @Test(arguments: [
        [DaemonAPI.Backup.Reply(data: "AAAA", size: 4), .init(size: 4)],
        [.init(data: "AAAA", size: 2), .init(size: 2)],
        [.init(data: "*", size: 3), .init(size: 3)], [.init(size: 0)], [],
    ])
    func aBackupThatIsNotWholeBreaksOff(replies: [DaemonAPI.Backup.Reply]) throws {
        let daemon = SettingsWorld().daemon
        daemon.onMore(DaemonAPI.Backup.self) { _ in replies }
        let download = try download("settings/backup", daemon)
        #expect(throws: CallFailure.self) { try bytes(download, daemon) }
    }

    @Test func withoutAStoreThereIsNoBackup() throws {
        var world = SettingsWorld()
        world.storeProblem = "disk full"
        let page = try site.look("settings/backup", world.daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", "Soteria cannot make a backup", "disk full"))
    }

    // MARK: Debug actions

    private var debugging: SettingsWorld {
        var world = SettingsWorld()
        world.debug = true
        world.checkIns = [Self.checkIn]
        return world
    }

    private static let checkIn = CheckInAPI.CheckIn(
        checkIn: "morning", question: "Did you plan?", phase: .no, opens: "04:00",
        next: "2026-11-22T04:00:00+01:00", blocks: [], blocksOnNo: [], suggestions: [], streak: 0,
        longestStreak: 3, strict: true, answers: [])

    private func debugDaemon(_ answer: CheckInAPI.GivenAnswer?) -> CannedDaemon {
        let daemon = debugging.daemon
        daemon.on(CheckInAPI.GetState.self) { _ throws(CallFailure) in
            .init(
                phase: .no, day: "2026-11-21", openedAt: "2026-11-21T04:00:00+01:00",
                cap: "2026-11-22T05:00:00+01:00", streak: 0, longestStreak: 3, answers: 40,
                asked: 2)
        }
        daemon.on(CheckInAPI.GetLastAnswer.self) { _ throws(CallFailure) in .init(answer: answer) }
        return daemon
    }

    @Test func withoutDebugThereIsNothingToTry() throws {
        let daemon = SettingsWorld().daemon
        #expect(!(try site.look("settings", daemon)).has("Test your check-ins"))
        #expect(daemon.calls(of: CheckInAPI.GetState.self).isEmpty)
    }

    @Test func whatIsRememberedIsShown() throws {
        let answer = CheckInAPI.GivenAnswer(
            day: "2026-11-20", yes: true, at: "2026-11-20T08:12:00+01:00")
        let page = try site.look("settings", debugDaemon(answer))
        #expect(
            page.has(
                inOrder: "Test your check-ins", "Did you plan?", "answered no",
                "21 November 2026", "04:00", "05:00", ">2<", ">40<", ">0<", ">3<",
                "yes, for 20 November 2026 (answered 20 Nov 08:12)"))
        #expect(page.count("name=\"checkIn\" value=\"morning\"") == 1)
        let none = try site.look("settings", debugDaemon(nil))
        #expect(none.has(">none<"))
    }

    @Test func aCheckInThatIsGoneMeanwhileHidesTheRest() throws {
        let daemon = debugDaemon(nil)
        daemon.on(CheckInAPI.GetState.self) { _ throws(CallFailure) in
            throw .refused(CheckInAPI.NoSuchCheckIn(checkIn: "morning"))
        }
        let page = try site.look("settings", daemon)
        #expect(page.status == 200)
        #expect(!page.has("Test your check-ins"))
    }

    @Test func actionsAreDone() throws {
        let daemon = debugDaemon(nil)
        daemon.on(CheckInAPI.Force.self) { _ throws(CallFailure) in .init(checkIn: Self.checkIn) }
        daemon.on(CheckInAPI.SimulateNewDay.self) { _ throws(CallFailure) in
            .init(checkIn: Self.checkIn)
        }
        daemon.on(CheckInAPI.Reset.self) { _ throws(CallFailure) in .init(checkIn: Self.checkIn) }
        for action in ["force", "newDay", "reset"] {
            let path = site.follow(
                "settings/debug", ["checkIn": "morning", "action": action], daemon)
            #expect(path == "settings?done=debugged.\(action)")
            let said = try Texts.english()("settings.debugged.\(action)")
            #expect(try site.look(path ?? "", daemon).has(said))
        }
        #expect(daemon.calls(of: CheckInAPI.Force.self) == [.init(checkIn: "morning")])
        #expect(daemon.calls(of: CheckInAPI.SimulateNewDay.self) == [.init(checkIn: "morning")])
        #expect(daemon.calls(of: CheckInAPI.Reset.self) == [.init(checkIn: "morning")])
        let other = try site.send(
            "settings/debug", ["checkIn": "morning", "action": "explode"], daemon)
        #expect(other.status == 404)
    }

    @Test(arguments: [
        (CheckInAPI.DebugOff() as any TypedError, "It needs “debug: true”"),
        (CheckInAPI.NoSuchCheckIn(checkIn: "morning"), "The check-in “morning” no longer exists."),
        (CheckInAPI.NotOpen(checkIn: "morning", next: ""), "not possible right now"),
        (CheckInAPI.StoreUnavailable(reason: "disk full"), "disk full"),
    ])
    func refusedActionsAreExplained(error: any TypedError, words: String) throws {
        let daemon = debugDaemon(nil)
        daemon.on(CheckInAPI.Reset.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send(
            "settings/debug", ["checkIn": "morning", "action": "reset"], daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words))
    }
}
