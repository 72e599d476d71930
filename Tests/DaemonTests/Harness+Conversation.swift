import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// A person who talks to the daemon.
extension Harness {
    /// Moves both clocks on and has the daemon look at them, as its timer for the next change does.
    func pass(seconds: Int64, milliseconds: Int64 = 0) throws {
        time.pass(seconds * 1000 + milliseconds)
        try inside { $0.observe() }
        try settle()
    }

    /// Asks to open a target; no purpose: nothing is said of the wish.
    @discardableResult
    func request(
        _ target: String = "shopping", _ purpose: UnblockAPI.Purpose? = .planned,
        pause: Bool? = nil
    ) throws -> UnblockAPI.OpenRequest {
        let intent = purpose.map { UnblockAPI.Intent(purpose: $0) }
        return try call(
            UnblockAPI.Request.self,
            .init(place: .init(target: target), intent: intent, pause: pause)
        ).request
    }

    /// Asks to open a target, waits as long as it takes, and opens it.
    @discardableResult
    func unblock(
        _ target: String = "shopping", _ purpose: UnblockAPI.Purpose = .planned
    ) throws -> UnblockAPI.Grant {
        let request = try request(target, purpose)
        time.pass(Int64(request.waitSeconds ?? 0) * 1000)
        let reply = try call(UnblockAPI.Confirm.self, .init(request: request.request))
        return try #require(reply.grant)
    }

    /// Returns the outcome of a request.
    func outcome(of request: Int) throws -> UnblockAPI.Outcome? {
        try call(UnblockAPI.List.self, .init(request: request)).outcome
    }

    /// Whether a target is blocked.
    func isBlocked(_ target: String = "shopping") throws -> Bool {
        try call(ProtectionAPI.Check.self, .init(target: target)).blocked
    }

    /// The error that a call must be answered with.
    func refusal<Method: TypedMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        at location: SourceLocation = #_sourceLocation
    ) throws -> VarlinkError {
        try #require(throws: VarlinkError.self, sourceLocation: location) {
            try call(method, parameters)
        }
    }

    /// Puts other rules in force.
    func edit(_ text: String) throws {
        try text.write(toFile: rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        _ = try call(RulesAPI.Reload.self, .init())
    }

    /// The prompts that are open.
    func prompts() throws -> [PromptsAPI.Prompt] {
        try call(PromptsAPI.List.self, .init()).prompts
    }
}
