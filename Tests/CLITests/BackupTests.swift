import API
import EventStore
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria backup`.
@Suite struct BackupTests {
    /// A daemon that sends these bytes, as if there were `size` of them.
    private func daemon(_ bytes: Data, size: Int? = nil, pieces: Int = 3) throws -> FakeDaemon {
        let size = size ?? bytes.count
        return try FakeDaemon([
            "org.soteria.daemon.Backup": .streaming { call in
                let length = max(1, bytes.count / pieces)
                var rest = bytes
                while !rest.isEmpty {
                    let piece = rest.prefix(length)
                    rest = rest.dropFirst(length)
                    call.reply(
                        DaemonAPI.Backup.Reply(data: piece.base64EncodedString(), size: size),
                        continues: true)
                }
                call.reply(DaemonAPI.Backup.Reply(size: size))
            }
        ])
    }

    @Test func theRecordComesWhole() throws {
        let directory = try RecordDirectory()
        _ = try directory.backup("source", events: 30)
        let bytes = try directory.read("source")
        let daemon = try daemon(bytes)
        defer { daemon.stop() }
        let run = CommandRun("backup", directory.file("copy"), daemon: daemon)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output
                == "\(directory.file("copy")): \(ByteText.size(bytes.count)), 30 events, from "
                + "2026-11-01 to 2026-11-01\n")
        #expect(try directory.read("copy") == bytes && directory.mode("copy") == 0o600)
        #expect(directory.names == ["copy", "of-source", "source"])
        let json = CommandRun("backup", directory.file("b"), "--json", daemon: daemon)
        let answer = try JSON(parsing: json.output)
        #expect(answer["record"]?["events"]?.intValue == 30)
        #expect(answer["size"]?.intValue == Int64(bytes.count))
    }

    @Test func aFileThatIsThereStaysUnlessForced() throws {
        let directory = try RecordDirectory()
        _ = try directory.backup("source", events: 3)
        try directory.write("mine", "copy")
        let daemon = try daemon(directory.read("source"))
        defer { daemon.stop() }
        let run = CommandRun("backup", directory.file("copy"), daemon: daemon)
        #expect(run.status == 1 && run.error.contains("already exists"))
        #expect(try directory.read("copy") == Data("mine".utf8))
        #expect(CommandRun("backup", directory.file("copy"), "--force", daemon: daemon).status == 0)
        #expect(try directory.read("copy") == directory.read("source"))
    }

    @Test func whatComesInPartIsNoBackup() throws {
        let directory = try RecordDirectory()
        _ = try directory.backup("source", events: 3)
        let bytes = try directory.read("source")
        let daemon = try daemon(bytes.dropLast(10), size: bytes.count)
        defer { daemon.stop() }
        let run = CommandRun("backup", directory.file("copy"), daemon: daemon)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(
            run.error
                == "soteria: received \(bytes.count - 10) of \(bytes.count) bytes, so no backup "
                + "was written; try again\n")
        #expect(!directory.names.contains { $0.hasPrefix("copy") })
    }

    @Test func whatComesDamagedIsNoBackup() throws {
        let directory = try RecordDirectory()
        _ = try directory.backup("source", events: 3)
        let bytes = try directory.read("source")
        let daemon = try daemon(Data("not a database".utf8) + bytes.dropFirst(14))
        defer { daemon.stop() }
        let run = CommandRun("backup", directory.file("copy"), daemon: daemon)
        #expect(run.status == 1)
        #expect(run.error.hasPrefix("soteria: the daemon sent a damaged backup: "))
        #expect(!directory.names.contains { $0.hasPrefix("copy") })
    }

    @Test func whatIsNoBase64OrRefusedLeavesNothing() throws {
        let directory = try RecordDirectory()
        for handler: MethodHandler in [
            { $0.reply(DaemonAPI.Backup.Reply(data: "?!", size: 2)) },
            { _ in throw DaemonAPI.StoreUnavailable(reason: "no space").varlinkError },
        ] {
            let daemon = try FakeDaemon(["org.soteria.daemon.Backup": .streaming(handler)])
            defer { daemon.stop() }
            let run = CommandRun("backup", directory.file("copy"), daemon: daemon)
            #expect(run.status == 1 && run.output.isEmpty && !run.error.isEmpty)
            #expect(directory.names.isEmpty)
        }
    }
}
