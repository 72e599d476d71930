import API
import Foundation
import Synchronization
import Testing
import Varlink

@testable import soteria_browser_host

/// The extension's end of a pump that runs on a thread of its own.
final class Extension: Sendable {
    private let toHost: Mutex<CInt>
    private let fromHost: Mutex<CInt>
    private let pump = RunningPump()

    init(address: SocketAddress, timeout: Duration = .seconds(900)) throws {
        BrokenPipes.areErrors
        var up: [CInt] = [0, 0]
        var down: [CInt] = [0, 0]
        try #require(pipe(&up) == 0 && pipe(&down) == 0)
        toHost = Mutex(up[1])
        fromHost = Mutex(down[0])
        let (input, output) = (up[0], down[1])
        Threads.run { [pump] in
            pump.run(input, output, address, timeout)
            close(input)
            close(output)
            pump.ended.signal()
        }
    }

    deinit {
        endInput()
        endOutput()
    }

    /// Sends bytes as they are.
    func send(bytes: [UInt8]) {
        var rest = bytes[...]
        let descriptor = toHost.withLock { $0 }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether the host takes more, or does so before it has stood still for half a second.
    var canSend: Bool {
        var ready = pollfd(fd: toHost.withLock { $0 }, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 500) == 1
    }

    /// Sends text as a frame.
    func send(_ text: String) { send(bytes: Self.frame(Array(text.utf8))) }

    func send(_ message: JSON) { send(message.text) }

    /// Makes a call.
    func call(_ id: Int, _ method: String, _ parameters: JSON = [:], more: Bool = false) {
        var message: JSONObject = [
            "id": .integer(Int64(id)), "method": .string(method), "parameters": parameters,
        ]
        if more { message["more"] = true }
        send(.object(message))
    }

    static func frame(_ body: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(body.count)) { Array($0) } + body
    }

    func endInput() {
        toHost.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// The next message; nil at the end, or if none came for a quarter of an hour.
    func next() throws -> JSON? {
        guard let header = read(4) else { return nil }
        let length = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        #expect(length <= 1 << 20)
        return try JSON(parsing: try #require(read(Int(length))))
    }

    /// The next message, which has to be the greeting.
    func greeting() throws {
        #expect(
            try next() == ["hello": ["version": .string(Version.text), "protocol": 1]])
    }

    private func read(_ count: Int) -> [UInt8]? {
        let descriptor = fromHost.withLock { $0 }
        var bytes: [UInt8] = []
        while bytes.count < count {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10_000) == 1 else { return nil }
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            let got = Foundation.read(descriptor, &chunk, chunk.count)
            guard got > 0 else { return nil }
            bytes += chunk[..<got]
        }
        return bytes
    }

    /// Reads no more, as a browser that has ended.
    func endOutput() {
        fromHost.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// How often the host found that nobody reads.
    var timesGone: Int { pump.gone.withLock { $0 } }

    /// How the pump ended; nil if it still runs a quarter of an hour later.
    func ending() -> Result<Void, InputFault>? {
        guard pump.ended.wait(timeout: .now() + 900) == .success else { return nil }
        return pump.outcome.withLock { $0 }
    }

    /// The fault with which the pump ended.
    func fault() -> InputFault? {
        if case .failure(let fault) = ending() { fault } else { nil }
    }

    /// Whether the pump ended as it should once the input had.
    func endsWell() -> Bool {
        if case .success = ending() { true } else { false }
    }
}

/// The state shared by a pump's thread and the test.
private final class RunningPump: Sendable {
    let ended = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Void, InputFault>?>(nil)
    let gone = Mutex(0)

    func run(
        _ input: CInt, _ output: CInt, _ address: SocketAddress, _ timeout: Duration
    ) {
        let writer = FrameWriter(descriptor: output) { [self] in gone.withLock { $0 += 1 } }
        let result = Result { () throws(InputFault) in
            try Pump(
                input: FrameReader(descriptor: input), output: writer, address: address,
                timeout: timeout
            ).run()
        }
        outcome.withLock { $0 = result }
    }
}
