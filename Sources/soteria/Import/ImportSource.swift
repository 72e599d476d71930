import Foundation
import Localization

/// A file, or the answer of a server on this machine, read piece by piece.
final class ImportSource {
    /// The largest file or answer, in bytes.
    static let largest = 4 << 30
    private static let piece = 1 << 18

    private let descriptor: Int32
    private let name: String
    private var rest: [UInt8] = []
    private var count = 0

    private init(_ descriptor: Int32, _ name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit { close(descriptor) }

    /// Opens a regular file.
    static func file(_ path: String) throws(Failure) -> ImportSource {
        // Without O_NONBLOCK the opening of a pipe would wait for its writer forever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            throw Failure("\(Printable.text(path)): \(String(cString: strerror(errno)))")
        }
        let source = ImportSource(file, path)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(localized("\(Printable.text(path)) is not a file"))
        }
        return source
    }

    /// The next bytes; none at the end.
    func read() throws(JSONStream.Problem) -> [UInt8] {
        if !rest.isEmpty {
            defer { rest = [] }
            return rest
        }
        var bytes = [UInt8](repeating: 0, count: Self.piece)
        var length = Foundation.read(descriptor, &bytes, bytes.count)
        while length < 0, errno == EINTR {
            length = Foundation.read(descriptor, &bytes, bytes.count)
        }
        guard length >= 0 else {
            let isLate = errno == EAGAIN || errno == EWOULDBLOCK
            throw .unreadable(
                isLate ? localized("no answer for a minute") : String(cString: strerror(errno)))
        }
        count += length
        guard count <= Self.largest else {
            throw .unreadable(localized("larger than \(Self.largest >> 30) GiB"))
        }
        return Array(bytes[..<length])
    }
}

// MARK: - A server on this machine

extension ImportSource {
    /// Asks a server for what is at an address, `http://localhost:5600/api/0/export`. Throws if the
    /// address is not on this machine, or if the server does not send it.
    static func address(_ address: LoopbackAddress) throws(Failure) -> ImportSource {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let connection = socket(AF_INET, kind, 0)
        guard connection >= 0 else { throw unreached(address, errno) }
        let source = ImportSource(connection, address.text)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = address.port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw unreached(address, errno) }
        try source.request(address)
        return source
    }

    private static func unreached(_ address: LoopbackAddress, _ code: Int32) -> Failure {
        Failure(
            localized(
                """
                \(Printable.text(address.text)) cannot be reached: \
                \(String(cString: strerror(code))). Is ActivityWatch running?
                """))
    }

    /// The most bytes before the contents of an answer.
    private static let longestHead = 16 << 10

    /// Sends the request, and reads the head of the answer. By HTTP 1.0, so that the contents come
    /// in one piece and end with the connection.
    private func request(_ address: LoopbackAddress) throws(Failure) {
        let text =
            "GET \(address.path) HTTP/1.0\r\nHost: localhost:\(address.port)\r\n"
            + "Accept: application/json\r\n\r\n"
        let bytes = Array(text.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw Self.unreached(address, errno) }
        var head: [UInt8] = []
        let blank = Array("\r\n\r\n".utf8)
        while true {
            let piece: [UInt8]
            do throws(JSONStream.Problem) {
                piece = try read()
            } catch {
                throw Self.unreached(address, errno)
            }
            head += piece
            if let end = head.firstRange(of: blank) {
                rest = Array(head[end.upperBound...])
                head = Array(head[..<end.lowerBound])
                break
            }
            guard !piece.isEmpty, head.count <= Self.longestHead else {
                throw Failure(
                    localized("\(Printable.text(address.text)) does not answer like a web server"))
            }
        }
        let status = String(decoding: head.prefix { $0 != 0x0d }, as: UTF8.self)
        let words = status.split(separator: " ")
        guard status.hasPrefix("HTTP/1."), words.count > 1, words[1] == "200" else {
            throw Failure(
                localized(
                    """
                    \(Printable.text(address.text)) answers \
                    "\(Printable.text(String(status.prefix(100))))"
                    """))
        }
    }
}

/// An address of a server on this machine.
struct LoopbackAddress: Hashable {
    let text: String
    let port: UInt16
    let path: String

    /// Reads `http://localhost:5600/api/0/export`; port and path are ActivityWatch's if they are
    /// left out. Throws for any other machine.
    init(_ text: String) throws(Failure) {
        self.text = text
        let refusal = Failure(
            localized(
                """
                \(Printable.text(text)) is not on this machine; give an address such as \
                http://localhost:5600, or a file
                """), status: ExitStatus.usage)
        guard let scheme = text.firstRange(of: "http://"), scheme.lowerBound == text.startIndex,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw refusal }
        let place = text[scheme.upperBound...]
        let authority = place.prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, ["localhost", "127.0.0.1"].contains(host), parts.count < 3,
            let port = parts.count == 1 ? 5600 : UInt16(parts[1]), port > 0
        else { throw refusal }
        self.port = port
        let path = String(place[authority.endIndex...])
        self.path = ["", "/"].contains(path) ? "/api/0/export" : path
    }
}
