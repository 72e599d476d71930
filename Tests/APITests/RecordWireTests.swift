import API
import Foundation
import Testing
import Varlink

/// The record's soundness and its copies as they stand on the socket.
@Suite struct RecordWireTests {
    @Test func theStoreWithItsChain() throws {
        let hash = String(repeating: "0f", count: 32)
        #expect(
            try ReplyText.compact(Sample.status.store) == """
                {"healthy":false,"problem":"the disk is full","path":"/s/soteria.sqlite",\
                "events":1,"setAside":"/s/soteria.sqlite.damaged-1",\
                "head":{"sequence":1,"hash":"\(hash)"},\
                "retention":{"keepSeconds":63072000,"lastApplied":"2026-11-21T22:30:00+01:00",\
                "removed":12}}
                """)
        #expect(
            try ReplyText.compact(Sample.bareStatus.store)
                == #"{"healthy":true,"path":"","events":0}"#)
        #expect(
            try ReplyText.compact(DaemonAPI.Retention(keepSeconds: 2_592_000, removed: 0))
                == #"{"keepSeconds":2592000,"removed":0}"#)
    }

    @Test func incidents() throws {
        #expect(
            try ReplyText.compact(Sample.status.incidents) == """
                [{"kind":"gap","at":"2026-11-21T22:30:00+01:00","seconds":3600,"what":[],\
                "names":[]},\
                {"kind":"rules_weakened","at":"2026-11-21T22:30:00+01:00",\
                "what":["quiet_hours.nights"]}]
                """)
        #expect(
            DaemonAPI.IncidentKind.allCases.map(\.rawValue) == [
                "gap", "crash", "stop", "clock_jump", "rules_weakened", "switched_off",
                "store_replaced", "restored", "reporter_lost", "zone_changed",
            ])
    }

    /// The clock may have been set back.
    @Test func secondsMayBeNegative() throws {
        let jump: JSON = [
            "kind": "clock_jump", "at": "2026-11-21T22:30:00+01:00", "seconds": -3600, "what": [],
        ]
        #expect(
            try jump.decode(as: DaemonAPI.Incident.self)
                == .init(kind: .clockJump, at: Sample.now, seconds: -3600, what: []))
    }

    @Test func withoutIncidentsTheListIsThere() throws {
        let text = try ReplyText.compact(Sample.bareStatus)
        #expect(text.hasSuffix(#""connections":1,"subscribers":0,"incidents":[]}"#))
    }

    /// Every byte goes over in base64, and pieces that are put together are the file.
    @Test(arguments: [1, 2, 3, 100, 256, 1000])
    func aCopyInPieces(length: Int) throws {
        let file = Data((0..<256).map { UInt8($0) })
        var received = Data()
        for start in stride(from: 0, to: file.count, by: length) {
            let piece = file[start..<min(start + length, file.count)]
            let reply = DaemonAPI.Backup.Reply(data: piece.base64EncodedString(), size: file.count)
            let sent = try JSON(parsing: ReplyText.compact(reply))
            let read = try sent.decode(as: DaemonAPI.Backup.Reply.self)
            #expect(read.size == 256)
            received += try #require(read.data.flatMap { Data(base64Encoded: $0) })
        }
        #expect(received == file)
        #expect(
            try ReplyText.compact(DaemonAPI.Backup.Reply(size: 256)) == #"{"size":256}"#)
    }
}
