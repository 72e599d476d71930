import Glibc
import Synchronization

/// The thread that waits for the streams of all sources.
///
/// Some desktops send a message for each change of a title, many times a second. Dispatch would
/// wake two threads for each; this one rests after messages of which nothing came, and reads what
/// has gathered meanwhile at once.
final class StreamThread: Sendable {
    static let shared = StreamThread()

    /// The length of a rest, in microseconds: the longest delay of a change of the window in front,
    /// and only just after another message.
    static let rest: UInt32 = 100_000

    private let streams = Mutex<[ByteStream]>([])
    /// A byte sent into one end of this pair ends a wait for the other.
    private let wakers: (sending: Int32, receiving: Int32)

    private init() {
        var pair: [Int32] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        socketpair(AF_UNIX, Int32(type), 0, &pair)
        wakers = (pair[0], pair[1])
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                StreamThread.shared.run()
                return nil
            }, nil)
    }

    /// Reads a stream until it is closed.
    func add(_ stream: ByteStream) {
        streams.withLock { $0.append(stream) }
        wake()
    }

    /// Looks again at what the streams wait for.
    func wake() {
        var byte: UInt8 = 1
        send(wakers.sending, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    private func run() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let streams = streams.withLock { streams in
                streams.removeAll { $0.hasEnded }
                return streams
            }
            var polled = [pollfd(fd: wakers.receiving, events: Int16(POLLIN), revents: 0)]
            polled += streams.map { stream in
                let events = stream.hasToWrite ? POLLIN | POLLOUT : POLLIN
                return pollfd(fd: stream.descriptor, events: Int16(events), revents: 0)
            }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            var mayRest = recv(wakers.receiving, &bytes, bytes.count, 0) <= 0
            for (stream, result) in zip(streams, polled.dropFirst()) where result.revents != 0 {
                if stream.serve() { mayRest = false }
            }
            if mayRest { usleep(Self.rest) }
        }
    }
}
