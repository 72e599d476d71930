import NIOCore
import SeededRandom
import Testing

@testable import Varlink

@Suite("Calls, replies and frames")
struct CallMessageTests {
    private func message(_ text: String) throws -> CallMessage {
        try CallMessage(JSON(parsing: text))
    }

    @Test(
        "Flags make the mode",
        arguments: [
            ("", .single), (#","more":true"#, .more), (#","oneway":true"#, .oneway),
            (#","upgrade":true"#, .upgrade), (#","more":false,"oneway":true"#, .oneway),
            (#","more":false"#, .single),
        ] as [(String, CallMessage.Mode)])
    func modes(_ flags: String, _ mode: CallMessage.Mode) throws {
        let call = try message(#"{"method":"a.b.C"\#(flags)}"#)
        #expect(call.mode == mode)
        #expect(call.method == "a.b.C")
        #expect(call.parameters == [:])
    }

    @Test(
        "Why a message is no call",
        arguments: [
            ("[]", "the message is not an object"), ("{}", "`method` is missing"),
            (#"{"method":""}"#, "`method` has the wrong type"),
            (#"{"method":"a.b.C","x":1}"#, "a member is unknown"),
            (
                #"{"method":"a.b.C","parameters":1}"#,
                "`parameters` has the wrong type"
            ),
            (
                #"{"method":"a.b.C","more":true,"oneway":true}"#,
                "`more` and `oneway` cannot be combined"
            ),
        ])
    func reasons(_ text: String, _ reason: String) {
        #expect(throws: MalformedMessage(reason)) { try message(text) }
    }

    @Test("A reason does not repeat a long name whole")
    func longNames() {
        let name = String(repeating: "n", count: 100_000)
        let error = #expect(throws: MalformedMessage.self) {
            try message(#"{"method":"a.b.C","\#(name)":1}"#)
        }
        #expect((error?.description.count ?? .max) < 100)
    }

    @Test("Replies: parameters, continues and error, nothing else counts")
    func replies() throws {
        func reply(_ text: String) throws -> ReplyMessage {
            try ReplyMessage(JSON(parsing: text))
        }
        #expect(try reply("{}").parameters == [:])
        #expect(try reply(#"{"parameters":null,"continues":null,"error":null}"#) == reply("{}"))
        #expect(try reply(#"{"parameters":{"a":1},"continues":true}"#).continues)
        #expect(try reply(#"{"error":"a.b.E","parameters":{"x":1}}"#).error == "a.b.E")
        #expect(try reply(#"{"later":1}"#) == reply("{}"))
        for text in [
            "[]", #"{"parameters":[]}"#, #"{"continues":1}"#, #"{"error":""}"#, #"{"error":{}}"#,
            #"{"error":"a.b.E","continues":true}"#,
        ] {
            #expect(throws: MalformedMessage.self) { try reply(text) }
        }
    }

    @Test("Frames are cut at NULs however the bytes are dealt out")
    func frames() {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        let messages: [[UInt8]] = (0..<200).map { _ in
            (0..<Int.random(in: 0...40, using: &source)).map { _ in
                UInt8.random(in: 1...255, using: &source)
            }
        }
        var rest = Array(messages.map { $0 + [0] as [UInt8] }.joined())[...]
        var frames = IncomingFrames(limit: 40)
        var taken: [[UInt8]] = []
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...60, using: &source))
            rest = rest.dropFirst(piece.count)
            var buffer = ByteBuffer(bytes: piece)
            frames.append(&buffer)
            // Sometimes frames wait, as they do behind a call that is not answered yet.
            var patience = Int.random(in: 0...5, using: &source)
            while patience > 0, case .message(let message) = frames.next() {
                taken.append(Array(message.readableBytesView))
                patience -= 1
            }
        }
        while case .message(let message) = frames.next() {
            taken.append(Array(message.readableBytesView))
        }
        #expect(taken == messages, "seed \(seed)")
        #expect(frames.pendingBytes == 0)
        #expect(frames.next() == .incomplete)
    }

    @Test("Bytes that are one whole message need not be kept")
    func soleMessages() {
        var frames = IncomingFrames(limit: 3)
        func sole(_ bytes: [UInt8]) -> [UInt8]? {
            frames.sole(ByteBuffer(bytes: bytes)).map { Array($0.readableBytesView) }
        }
        #expect(sole([1, 2, 3, 0]) == [1, 2, 3])
        #expect(sole([0]) == [])
        #expect(sole([]) == nil)
        #expect(sole([1, 2, 3]) == nil)
        #expect(sole([1, 0, 2, 0]) == nil)
        #expect(sole([0, 0]) == nil)
        #expect(sole([1, 0, 2]) == nil)
        #expect(sole([1, 2, 3, 4, 0]) == nil)
        var partial = ByteBuffer(bytes: [9])
        frames.append(&partial)
        #expect(sole([1, 0]) == nil, "it is the end of what came before")
        var shifted = ByteBuffer(bytes: [7, 7, 1, 2, 0])
        shifted.moveReaderIndex(forwardBy: 2)
        let taken = IncomingFrames(limit: 3).sole(shifted)
        #expect(taken.map { Array($0.readableBytesView) } == [1, 2])
    }

    @Test("A frame over the limit is refused with its end in sight or not")
    func longFrames() {
        for ending in [[UInt8](), [0]] {
            var frames = IncomingFrames(limit: 3)
            var buffer = ByteBuffer(bytes: [1, 2, 3, 0, 1, 2, 3, 4] + ending)
            frames.append(&buffer)
            #expect(frames.next() == .message(ByteBuffer(bytes: [1, 2, 3])))
            #expect(frames.next() == .tooLong)
        }
    }
}
