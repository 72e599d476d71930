import API
import Dashboard
import Synchronization

@testable import soteria_dashboard

/// Pages of every kind, which remember what they were asked.
final class FakePages: Sendable {
    private let log = Mutex<[PageRequest]>([])
    private let download: PageResponse.Download

    /// The file at `/file` is this one.
    init(
        download: @escaping @Sendable (any DaemonCalls, ([UInt8]) throws -> Void) throws -> Void = {
            _, write in
            try write(Array("one\n".utf8))
            try write([])
            try write(Array("two\n".utf8))
        }
    ) {
        self.download = .init(
            name: "events.jsonl", contentType: "application/jsonl", write: download)
    }

    /// The requests, in order.
    var requests: [PageRequest] { log.withLock { $0 } }

    var pages: Pages {
        Pages(
            respond: { request, connect in self.respond(request, connect) },
            describe: { decision, languages in
                "\(decision.name) \(decision.verdict.rawValue) \(languages.joined(separator: " "))"
            })
    }

    private func respond(
        _ request: PageRequest, _ connect: () throws(CallFailure) -> any DaemonCalls
    ) -> PageResponse {
        log.withLock { $0.append(request) }
        switch request.path {
        case ["missing"]: return .page(status: 404, html: "<h1>Missing</h1>")
        case ["style.css"]: return .file(contentType: "text/css", body: Array("a{}".utf8))
        case ["form"]: return .redirect("goals?done=ä added")
        case ["file"]: return .download(download)
        case ["risk"]:
            do {
                let reply = try connect().call(RiskAPI.GetStatus.self)
                return .page(status: 200, html: reply.status.level.rawValue)
            } catch {
                return .page(status: 503, html: "\(error)")
            }
        default: return .page(status: 200, html: "<p>csrf=\(request.csrf)</p>")
        }
    }
}
