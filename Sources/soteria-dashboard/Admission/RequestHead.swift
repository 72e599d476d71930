import HTTPTypes

/// The parts of a request that decide whether it is let in.
struct RequestHead: Sendable {
    var method: String
    /// The path and query, as sent.
    var target: String
    /// Every `Host`, and every value of the other headers, in order.
    var hosts: [String]
    var origins: [String] = []
    var fetchSites: [String] = []
    var contentTypes: [String] = []
    /// The values of every cookie called `soteria`.
    var cookies: [String] = []

    static let cookie = "soteria"
}

extension RequestHead {
    init(_ head: HTTPRequest) {
        let fields = head.headerFields
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.canonicalName == name }.map(\.value)
        }
        method = head.method.rawValue
        target = head.path ?? ""
        // The first one is the authority; what is left among the fields came besides.
        hosts = [head.authority].compactMap { $0 } + values("host")
        origins = values("origin")
        fetchSites = values("sec-fetch-site")
        contentTypes = values("content-type")
        cookies = values("cookie").flatMap { Self.cookies(in: $0) }
    }

    private static func cookies(in header: String) -> [String] {
        header.split(separator: ";").compactMap { pair in
            let trimmed = pair.drop { $0 == " " }
            return trimmed.hasPrefix("\(cookie)=")
                ? String(trimmed.dropFirst(cookie.count + 1)) : nil
        }
    }
}
