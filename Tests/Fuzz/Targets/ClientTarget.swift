import Glibc

@testable import Varlink

/// Any bytes from a server, to a client that asked for more and more.
enum ClientTarget {
    /// A socket that listens, with a path that leads to it though its file is gone.
    private static let listener: (descriptor: CInt, path: String)? = makeListener()

    /// `O_PATH` of open(2), which Glibc's module leaves out.
    private static let onlyPath: CInt = 0o10_000_000

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let listener, let client = try? VarlinkClient(path: listener.path) else {
            return promise(false, "there is a socket to connect to")
        }
        let server = accept(listener.descriptor, nil, nil)
        defer { close(server) }
        // It all fits into the kernel's buffer.
        let sent = send(server, bytes.baseAddress, bytes.count, 0)
        promise(sent == bytes.count || bytes.isEmpty, "the input goes into the socket")
        shutdown(server, CInt(SHUT_WR))
        check(client, against: bytes)
    }

    private static func check(
        _ client: VarlinkClient, against bytes: UnsafeBufferPointer<UInt8>
    ) {
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        var expected: [JSONObject] = []
        var error: (any Error)?
        var isOver = false
        for text in texts where !isOver {
            do {
                let reply = try ReplyMessage(JSON(parsing: Array(text)))
                if let name = reply.error {
                    error = VarlinkError(name, reply.parameters)
                } else {
                    expected.append(reply.parameters)
                }
                isOver = !reply.continues
            } catch {
                isOver = true
                promise(!"\(error)".isEmpty, "an error has words")
            }
        }
        var found: [JSONObject] = []
        var isMore = true
        var thrown: (any Error)?
        do {
            try client.callMore("a.b.C", [:], timeout: .seconds(10)) { reply, continues in
                promise(isMore, "nothing follows the last reply")
                found.append(reply)
                isMore = continues
                return .continue
            }
        } catch {
            thrown = error
        }
        promise(found == expected, "the replies are what their messages say")
        promise(thrown as? VarlinkError == error as? VarlinkError, "so is the error")
        promise((thrown == nil) == !isMore, "it ends with the last reply, or with an error")
        if let thrown = thrown as? ClientError, !isOver {
            promise(thrown == .disconnected, "what ends too early is told: \(thrown)")
        }
    }

    private static func makeListener() -> (descriptor: CInt, path: String)? {
        let path = "/tmp/soteria-fuzz-\(getpid())"
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard var address = sockaddr_un(path: path),
            address.with({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1) == 0
        else { return nil }
        // A file that is gone cannot be left behind, and its socket goes on.
        let held = open(path, Self.onlyPath)
        unlink(path)
        return held < 0 ? nil : (descriptor, "/proc/self/fd/\(held)")
    }
}
