/// Decides which requests are let in. Everything that the machine's other users, and pages of other
/// sites in the person's browser, could send passes through here.
struct RequestGuard: Sendable {
    /// The `Host` of the server: `127.0.0.1:PORT`.
    let host: String
    /// The prefix of every path except the entrance's, without a slash at its end.
    ///
    /// It is as good as a second password. Cookies ignore ports: a browser sends a cookie to every
    /// server of the same machine, also to one that another local user runs at another port, unless
    /// the cookie's path prevents it; and nobody can guess this path.
    let base: String

    static let largestForm = 256 * 1024
    /// The path at which a token is exchanged for a cookie.
    static let entrance = "enter"

    init(port: Int) {
        host = "127.0.0.1:\(port)"
        base = "/s-" + Secret(bytes: 8).text
    }

    var origin: String { "http://\(host)" }

    /// The address that lets in a browser with the token.
    func address(token: Secret) -> String { "\(origin)/\(Self.entrance)?token=\(token.text)" }

    /// The decision about a request, before its body is read.
    enum Admission: Sendable {
        case refused(Refusal)
        /// The request presents a token.
        case entrance(token: String)
        /// The request is redirected to an address of this server.
        case redirect(String)
        case page(AdmittedRequest)
    }

    /// Decides on a request; `number` identifies the request if it is let in.
    func admit(_ head: RequestHead, _ sessions: Sessions, number: Int) -> Admission {
        guard head.hosts == [host] else { return .refused(.misdirected) }
        guard ["GET", "HEAD", "POST"].contains(head.method) else {
            return .refused(.wrongMethod(allowed: "GET, HEAD, POST"))
        }
        guard let target = RequestTarget(head.target) else { return .refused(.malformed) }
        if target.path == [Self.entrance] {
            guard head.method == "GET" else { return .refused(.wrongMethod(allowed: "GET")) }
            return .entrance(token: target.query["token"] ?? "")
        }
        guard let first = target.path.first, "/" + first == base else {
            return .refused(.forbidden)
        }
        // The cookie is only sent below it.
        if target.path.count == 1, !target.endsWithSlash, head.method != "POST" {
            return .redirect(base + "/")
        }
        guard let session = sessions.session(of: head.cookies), isOurs(head) else {
            return .refused(.forbidden)
        }
        if head.method == "POST", !isForm(head) { return .refused(.wrongMediaType) }
        return .page(
            AdmittedRequest(
                number: number, session: session, path: Array(target.path.dropFirst()),
                query: target.query, requestGuard: self))
    }

    /// True if no other site caused the request. To a browser, a page at another port is of the
    /// same site, so the cookie alone is no proof.
    private func isOurs(_ head: RequestHead) -> Bool {
        if head.method == "POST" {
            return head.origins == [origin]
                && head.fetchSites.allSatisfy { $0 == "same-origin" }
        }
        return head.origins.allSatisfy { $0 == origin }
            && head.fetchSites.allSatisfy { $0 == "same-origin" || $0 == "none" }
    }

    private func isForm(_ head: RequestHead) -> Bool {
        guard head.contentTypes.count == 1, let type = head.contentTypes.first else {
            return false
        }
        let parts = type.split(separator: ";").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " }).lowercased()
        }
        return parts.first == "application/x-www-form-urlencoded"
            && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" }
    }

    /// The fields of a session's form, without the required token.
    func fields(
        of body: [UInt8], from session: Session
    ) throws(Refusal) -> [String: [String]] {
        guard body.count <= Self.largestForm else { throw .tooLarge }
        // Texts of several lines, and those with tabs in them.
        guard let pairs = Percent.pairs(body, allowed: [0x09, 0x0a, 0x0d]) else {
            throw .malformed
        }
        var fields: [String: [String]] = [:]
        for (name, value) in pairs { fields[name, default: []].append(value) }
        let tokens = fields.removeValue(forKey: "csrf") ?? []
        guard tokens.count == 1, session.csrf.matches(tokens[0]) else { throw .forbidden }
        return fields
    }
}

struct AdmittedRequest: Sendable {
    let number: Int
    let session: Session
    /// The path below the base.
    let path: [String]
    let query: [String: String]
    let requestGuard: RequestGuard
}
