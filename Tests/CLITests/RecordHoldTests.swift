import API
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteria

/// The reasons that keep `soteria restore` and `soteria import` from replacing the record.
@Suite struct RecordHoldTests {
    private static let edit = DaemonAPI.PendingEdit(
        edit: 9, kind: .files, weakens: ["quiet_hours.nights"],
        since: "2026-11-21T20:00:00+01:00", until: "2026-11-22T20:00:00+01:00")
    private static let strict =
        "soteria: the record cannot be replaced yet: Shopping is strictly blocked until 06:30 "
        + "(in 7 h 12 min)\n"

    /// The result of restoring a backup of two events over a record of seven: the output, and the
    /// number of events in place.
    private func restore(
        _ targets: [ProtectionAPI.TargetState], elsewhere: Bool = false,
        change: (inout DaemonAPI.GetStatus.Reply) -> Void = { _ in }
    ) throws -> (error: String, count: Int64) {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        var status = SampleReplies.status
        status.store.path = EventStore.database(
            in: directory.file(elsewhere ? "elsewhere" : "state"))
        change(&status)
        let reply = status
        var list = SampleReplies.list
        list.targets = targets
        let state = list
        let daemon = try FakeDaemon([
            "org.soteria.daemon.GetStatus": Method { $0.reply(reply) },
            "org.soteria.protection.List": Method { $0.reply(state) },
        ])
        defer { daemon.stop() }
        let run = CommandRun(
            "restore", backup, "--state", directory.file("state"), daemon: daemon,
            run: { program, arguments in
                guard program == "systemctl" else { return ProgramResult(status: nil, output: "") }
                let state = "LoadState=loaded\nActiveState=active\nMainPID=4242\n"
                return ProgramResult(status: 0, output: arguments.contains("show") ? state : "")
            })
        let count = try directory.count("state")
        #expect((run.status == 0) == (count == 2), "\(run.error)")
        return (run.error, count)
    }

    @Test func aStrictBlockHolds() throws {
        let (error, count) = try restore(SampleReplies.list.targets)
        #expect(count == 7)
        #expect(error.hasSuffix(Self.strict), "\(error)")
    }

    @Test func theLastStrictEndIsSaid() throws {
        var target = SampleReplies.list.targets[0]
        var later = SampleReplies.restriction
        later.rule = "mornings"
        later.until = "2026-11-22T07:00:00+01:00"
        target.restrictions.append(later)
        #expect(try restore([target]).error.contains("until 07:00"))
        target.restrictions[0].until = nil
        #expect(try restore([target]).error.contains("blocked, no end known\n"))
    }

    @Test func aWaitingEditHolds() throws {
        let (error, count) = try restore([]) { $0.rules.pendingEdits = [Self.edit] }
        #expect(count == 7)
        #expect(error.contains("an edit of the rules is waiting until Sun 20:00"), "\(error)")
    }

    @Test func whatIsNotStrictDoesNot() throws {
        var target = SampleReplies.list.targets[0]
        target.strict = false
        target.restrictions[0].strict = false
        #expect(try restore([target]).count == 2)
    }

    @Test(arguments: [false, true])
    func aRecordThatIsDamagedHoldsNobodyUp(setAside: Bool) throws {
        let (error, count) = try restore(SampleReplies.list.targets) { status in
            if setAside {
                status.store.setAside = "/state/soteria.sqlite.damaged"
            } else {
                status.store.healthy = false
            }
            status.rules.pendingEdits = [Self.edit]
        }
        #expect(count == 2, "\(error)")
    }

    /// A daemon that was stopped cannot be asked; its record can.
    @Test func aRecordOnDiskHoldsWhatItsDaemonBlockedStrictly() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        let end = RecordDirectory.start + .hours(8)
        try directory.record("state", blocking: "shopping", strictlyUntil: end)
        func restore(_ now: Instant) -> CommandRun {
            CommandRun("restore", backup, "--state", directory.file("state"), now: now)
        }
        let refused = restore(end - .minutes(1))
        #expect(refused.status == 1)
        #expect(
            refused.error.contains("target shopping is strictly blocked until"),
            "\(refused.error)")
        #expect(refused.error.contains("the record cannot be replaced yet: target shopping"))
        #expect(try directory.count("state") == 1)
        let restored = restore(end + .minutes(1))
        #expect(restored.status == 0, "\(restored.error)")
        #expect(try directory.count("state") == 2)
    }

    /// An unreadable record may hold something strict, and nothing in it is lost.
    @Test func aRecordThatCannotBeReadIsNotReplaced() throws {
        let directory = try RecordDirectory()
        let backup = try directory.backup("backup", events: 2)
        try directory.record("state", events: 7)
        let database = EventStore.database(in: directory.file("state"))
        try FileManager.default.removeItem(atPath: database)
        // A file whose reading fails, for whoever reads it.
        try FileManager.default.createSymbolicLink(
            atPath: database, withDestinationPath: "/proc/self/mem")
        let run = CommandRun("restore", backup, "--state", directory.file("state"))
        #expect(run.status == 1)
        #expect(run.error.contains("cannot use \(database)"), "\(run.error)")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: database)
                == "/proc/self/mem")
    }

    @Test func anotherDaemonsBlocksDoNotMatter() throws {
        #expect(try restore(SampleReplies.list.targets, elsewhere: true).count == 2)
    }
}
