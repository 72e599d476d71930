import API

@testable import Dashboard

/// A page as it was answered.
struct ShownPage {
    let status: Int
    let html: String

    init(_ response: PageResponse) throws {
        guard case .page(let status, let html) = response else { throw Unshown(response: response) }
        self.status = status
        self.html = html
    }

    /// The answer that is no page.
    struct Unshown: Error {
        let response: PageResponse
    }

    func has(_ text: String) -> Bool { html.contains(text) }

    /// How often a text stands in it.
    func count(_ text: String) -> Int { html.ranges(of: text).count }

    /// Whether these stand in it in this order.
    func has(inOrder texts: String...) -> Bool {
        var rest = html[...]
        for text in texts {
            guard let range = rest.range(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// The text between the angle brackets of the first tag that contains a text.
    func tag(with text: String) -> String {
        guard let found = html.range(of: text) else { return "" }
        let before = html[..<found.lowerBound].lastIndex(of: "<") ?? html.startIndex
        let behind = html[found.upperBound...].firstIndex(of: ">") ?? html.endIndex
        return String(html[before..<behind])
    }
}

extension Site {
    /// Looks at a page; its path may have a query.
    func look(_ path: String, _ daemon: CannedDaemon, languages: [String] = ["en-GB"]) throws
        -> ShownPage
    {
        try ShownPage(respond(.at(path, languages: languages), daemon))
    }

    /// Sends a form and gives the page that comes back.
    func send(
        _ path: String, _ form: [String: String], _ daemon: CannedDaemon,
        languages: [String] = ["en-GB"]
    ) throws -> ShownPage {
        try ShownPage(respond(.at(path, form: form, languages: languages), daemon))
    }

    /// Sends a form and gives where it leads; nil where it leads nowhere.
    func follow(
        _ path: String, _ form: [String: String], _ daemon: CannedDaemon,
        languages: [String] = ["en-GB"]
    ) -> String? {
        let answer = respond(.at(path, form: form, languages: languages), daemon)
        guard case .redirect(let path) = answer else { return nil }
        return path
    }
}

extension PageRequest {
    /// A request for a path with its query; a form where one is given.
    static func at(_ path: String, form: [String: String]? = nil, languages: [String])
        -> PageRequest
    {
        let halves = path.split(separator: "?", maxSplits: 1).map(String.init)
        var query: [String: String] = [:]
        for pair in (halves.count == 2 ? halves[1] : "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            query[parts[0]] = parts.count == 2 ? parts[1] : ""
        }
        return PageRequest(
            form == nil ? .get : .post,
            path: (halves.first ?? "").split(separator: "/").map(String.init), query: query,
            form: (form ?? [:]).mapValues { [$0] }, base: "/s-1", csrf: "token",
            languages: languages)
    }
}
