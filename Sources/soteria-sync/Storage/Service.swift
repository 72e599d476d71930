import CCurl
import Glibc

/// A web service that takes signed requests, one at a time. libcurl signs them.
final class Service {
    struct Request {
        var method = "GET"
        /// Path and query, in the characters and the order that the signature needs.
        var path = "/"
        var headers: [String] = []
        var body: [UInt8]?
        /// The most bytes of a reply.
        var limit = 64 * 1024
    }

    struct Reply {
        var status = 0
        /// The server's clock, in seconds since 1970.
        var date: Int64?
        var body: [UInt8] = []
        /// True if the body was longer than the limit.
        var isCut = false
    }

    let endpoint: String
    private let handle: UnsafeMutableRawPointer
    private let credentials: Credentials
    /// `aws:amz:REGION:SERVICE`.
    private let scope: String
    private let now: () -> Int64

    /// The service `name` of a region, at Amazon's `host` unless the credentials name another.
    init(
        _ name: String, region: String, host: String, _ credentials: Credentials,
        now: @escaping () -> Int64
    ) throws(Failure) {
        guard let handle = curl_easy_init() else { throw Failure(.unreachable, "libcurl failed.") }
        self.handle = handle
        self.credentials = credentials
        self.now = now
        endpoint = credentials.endpoint ?? "https://\(host)"
        scope = "aws:amz:\(region):\(name)"
    }

    deinit { curl_easy_cleanup(handle) }

    func send(_ request: Request) throws(Failure) -> Reply {
        let receiver = Receiver(limit: request.limit)
        // Connections stay.
        curl_easy_reset(handle)
        var lines = request.headers
        if let token = credentials.token { lines.append("x-amz-security-token: \(token)") }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) }
        defer { curl_slist_free_all(list) }
        curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
        for (option, value) in [
            (CURLOPT_URL, endpoint + request.path), (CURLOPT_PROTOCOLS_STR, "https,http"),
            (CURLOPT_AWS_SIGV4, scope), (CURLOPT_USERNAME, credentials.key),
            (CURLOPT_PASSWORD, credentials.secret), (CURLOPT_CUSTOMREQUEST, request.method),
        ] {
            curl_set_pointer(handle, option, value)
        }
        if let body = request.body {
            curl_set_number(handle, CURLOPT_POSTFIELDSIZE, body.count)
            _ = body.withUnsafeBytes {
                // Nil would make libcurl wait for a callback.
                curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? .init(handle))
            }
        }
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, 10)
        curl_set_number(handle, CURLOPT_TIMEOUT, 60)
        curl_set_receiver(
            handle, { Receiver.take($0, $1 * $2, $3) { $0.header($1) } },
            { Receiver.take($0, $1 * $2, $3) { $0.body($1) } },
            Unmanaged.passUnretained(receiver).toOpaque())
        let result = withExtendedLifetime(receiver) { curl_easy_perform(handle) }
        guard (result == CURLE_OK && receiver.isHeadComplete) || receiver.reply.isCut else {
            let reason = String(cString: curl_easy_strerror(result))
            throw Failure(.unreachable, "\(endpoint) cannot be reached: \(reason).")
        }
        receiver.reply.status = curl_status(handle)
        return receiver.reply
    }

    /// The failure that an error stands for. The code counts before the status: DynamoDB throttles
    /// with 400. Whatever else the server says is left out.
    func failure(_ reply: Reply, code: String?) -> Failure {
        let code = code.flatMap { $0.utf8.count <= 64 && Address.isName($0) ? $0 : nil }
        let name = code ?? "HTTP \(reply.status)"
        switch (code ?? "", reply.status) {
        case ("ThrottlingException", _), ("ProvisionedThroughputExceededException", _),
            ("RequestLimitExceeded", _), ("SlowDown", _), (_, 409), (_, 429), (_, 503):
            return Failure(.throttled, "The storage wants to be asked later (\(name)).")
        case ("ItemCollectionSizeLimitExceededException", _), (_, 507):
            return Failure(.full, "The storage is full (\(name)).")
        case ("RequestTimeout", _), (_, 500...), (_, ..<200), (_, 408):
            return Failure(.unreachable, "The storage has an error of its own (\(name)).")
        case (_, ..<300):
            return Failure(.damage, "The storage's answer could not be understood.")
        default: break
        }
        let difference = reply.date.map { $0.subtractingReportingOverflow(now()).partialValue }
        if code == "RequestTimeTooSkewed" || difference.map({ $0.magnitude > 300 }) ?? false {
            return Failure(.clock, "This computer's clock is wrong, or the storage's (\(name)).")
        }
        return Failure(.refused, "The storage refuses this (\(name)).")
    }
}

/// Takes a reply in, up to the limit.
private final class Receiver {
    var reply = Service.Reply()
    /// The most bytes of headers.
    private static let headerLimit = 64 * 1024
    private let limit: Int
    private var headerBytes = 0
    /// True once the empty line came. libcurl takes an end within the head for the end of it.
    private(set) var isHeadComplete = false

    init(limit: Int) { self.limit = limit }

    /// Returns the number of bytes taken to libcurl; any other ends the transfer.
    static func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ receiver: UnsafeMutableRawPointer?,
        _ body: (Receiver, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let receiver else { return 0 }
        let taken = body(
            Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue(),
            UnsafeRawBufferPointer(start: bytes, count: count))
        return taken ? count : count + 1
    }

    func header(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        let line = String(decoding: bytes.prefix(128), as: UTF8.self)
        if line.hasPrefix("HTTP/") { isHeadComplete = false }
        if line == "\r\n" || line == "\n" { isHeadComplete = true }
        if line.lowercased().hasPrefix("date:") {
            let date = curl_getdate(String(line.dropFirst(5)), nil)
            reply.date = date < 0 ? nil : Int64(date)
        }
        return headerBytes <= Self.headerLimit
    }

    func body(_ bytes: UnsafeRawBufferPointer) -> Bool {
        reply.isCut = reply.body.count + bytes.count > limit
        if !reply.isCut { reply.body.append(contentsOf: bytes) }
        return !reply.isCut
    }
}
