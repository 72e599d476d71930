import API
import Synchronization

@testable import Dashboard

/// A daemon that answers as a test says, and remembers what it was asked.
final class CannedDaemon: DaemonCalls {
    private var answers: [String: Any] = [:]
    /// The parameters of every call by method, in order.
    private(set) var asked: [String: [Any]] = [:]

    /// Answers a method from now on.
    @discardableResult
    func on<Called: TypedMethod>(
        _ method: Called.Type,
        _ answer: @escaping (Called.Parameters) throws(CallFailure) -> Called.Reply
    ) -> CannedDaemon {
        answers[Called.method] = answer
        return self
    }

    /// Answers a method that answers again and again.
    @discardableResult
    func onMore<Called: TypedMethod>(
        _ method: Called.Type, _ answer: @escaping (Called.Parameters) throws -> [Called.Reply]
    ) -> CannedDaemon {
        answers[Called.method] = answer
        return self
    }

    /// The parameters of every call of a method.
    func calls<Called: TypedMethod>(of method: Called.Type) -> [Called.Parameters] {
        (asked[Called.method] ?? []).compactMap { $0 as? Called.Parameters }
    }

    func call<Called: TypedMethod>(_ method: Called.Type, _ parameters: Called.Parameters)
        throws(CallFailure) -> Called.Reply
    {
        asked[Called.method, default: []].append(parameters)
        guard
            let answer = answers[Called.method]
                as? (Called.Parameters) throws(CallFailure) -> Called.Reply
        else { throw .unexpected("no answer to \(Called.method)") }
        return try answer(parameters)
    }

    func follow<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters,
        _ body: (Called.Reply) throws -> Bool
    ) throws {
        asked[Called.method, default: []].append(parameters)
        guard let answer = answers[Called.method] as? (Called.Parameters) throws -> [Called.Reply]
        else { throw CallFailure.unexpected("no answer to \(Called.method)") }
        for reply in try answer(parameters) {
            guard try body(reply) else { return }
        }
    }
}

extension Site {
    /// Read once for all tests: a build for tests takes a while over them.
    private static let readOnce = Result {
        (texts: try Texts.english(), templates: try Templates())
    }

    /// A site for tests, with a home where nothing is.
    static func forTests(
        texts: Texts? = nil, home: String = "/nonexistent", environment: [String: String] = [:],
        runTool: @escaping @Sendable ([String]) -> (status: Int32?, output: String) = { _ in
            (nil, "")
        }
    ) throws -> Site {
        let read = try readOnce.get()
        return Site(
            PageSurroundings(environment: environment, home: home, runTool: runTool),
            texts: texts ?? read.texts, templates: read.templates)
    }

    /// The response of a page.
    func respond(_ request: PageRequest, _ daemon: CannedDaemon) -> PageResponse {
        respond(to: request) { () throws(CallFailure) in daemon }
    }
}
