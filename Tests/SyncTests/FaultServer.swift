import Dispatch
import Glibc
import Synchronization

/// A server that answers every request with bytes of a test, and then closes the connection.
final class FaultServer: Sendable {
    let port: UInt16
    private let listening: Int32
    private let answers: Mutex<(last: [UInt8], next: [[UInt8]])>
    private let requests = Mutex<[String]>([])

    /// Gives these answers in turn, and the last one for ever.
    init(_ answers: [[UInt8]]) {
        self.answers = Mutex((answers.last ?? [], answers))
        listening = Self.socketOnLoopback(0)
        port = Self.port(of: listening)
        listen(listening, 16)
        let listening = listening
        DispatchQueue(label: "fault-server").async { [self] in
            while true {
                let connection = accept(listening, nil, nil)
                guard connection >= 0 else { break }
                serve(connection)
                close(connection)
            }
            close(listening)
        }
    }

    convenience init(_ answer: String) { self.init([Array(answer.utf8)]) }

    /// Every test calls it at its end: the server must outlive the requests.
    func stop() { shutdown(listening, Int32(SHUT_RDWR)) }

    var endpoint: String { "http://127.0.0.1:\(port)" }

    /// The first lines of the requests so far.
    var seen: [String] { requests.withLock { $0 } }

    private func serve(_ connection: Int32) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var rest = Int.max
        while rest > 0 {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += buffer[..<count]
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                let head = String(decoding: received[..<end], as: UTF8.self).lowercased()
                let length = head.split(separator: "content-length: ").dropFirst().first
                    .flatMap { Int($0.prefix { $0.isNumber }) }
                rest = end + (length ?? 0) - received.count
            }
        }
        let line = String(decoding: received.prefix { $0 != 13 }, as: UTF8.self)
        requests.withLock { $0.append(line) }
        let answer = answers.withLock { answers in
            answers.next.isEmpty ? answers.last : answers.next.removeFirst()
        }
        var sent = 0
        while sent < answer.count {
            let count = answer[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    // MARK: Ports

    private static func socketOnLoopback(_ port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        withAddress(port) { _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        return descriptor
    }

    private static func withAddress<Value>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A port that nobody has.
    static func freePort() -> UInt16? {
        let descriptor = socketOnLoopback(0)
        defer { close(descriptor) }
        let port = port(of: descriptor)
        return port == 0 ? nil : port
    }

    static func listens(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withAddress(port) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
