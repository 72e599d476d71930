import CSystemd
import Glibc

extension Bus {
    /// Subscribes to signals, sd_bus_add_match_async(3); nil matches any. `argument0` is the first
    /// argument, if that is text; `timeLimit` is for the bus's confirmation. `handler` is called on
    /// the bus's queue for each signal from then on.
    ///
    /// A direct connection has no bus to subscribe to: the peer sends everything, and the filter is
    /// applied here. `sender` has no effect there, because signals have no sender.
    package func match(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, argument0: String? = nil, timeLimit: Duration? = .seconds(2),
        handler: @escaping @Sendable (BusSignal) -> Void
    ) async throws(BusError) -> BusMatch {
        let terms = [
            ("type", "signal"), ("sender", isDirect ? nil : sender), ("path", path),
            ("interface", interface), ("member", member), ("arg0", argument0),
        ]
        let rule = try Self.rule(terms)
        let id = nextID()
        matches[id] = MatchHandler(handler)
        let outcome = await executor.answer { continuation in
            keep(timeLimit, onEnd: { continuation.resume(returning: $0) }) { call, _ in
                add(rule, id, call)
            }
        }
        matches[id]?.installation = nil
        if case .failure(let error) = outcome {
            matches[id] = nil
            throw error
        }
        return BusMatch(id: id, bus: self)
    }

    func remove(match id: UInt64) {
        matches[id] = nil
        process()
    }

    /// Adds a match in sd-bus. `call` ends with the bus's answer; on a direct connection, where
    /// there is none, at once.
    private func add(_ rule: String, _ id: UInt64, _ call: PendingCall) -> Int32 {
        guard let match = matches[id] else { return -ENOTCONN }
        var slot: OpaquePointer?
        match.installation = isDirect ? nil : call
        let result = sd_bus_add_match_async(
            handle.pointer, &slot, rule, Self.onSignal, isDirect ? nil : Self.onInstalled,
            Unmanaged.passUnretained(match).toOpaque())
        match.slot = slot.map { BusReference($0, release: sd_bus_slot_unref) }
        if isDirect, result >= 0 { call.finish(.success([])) }
        return result
    }

    /// The match rule in D-Bus notation: `type='signal',member='UnitNew'`.
    private static func rule(_ terms: [(String, String?)]) throws(BusError) -> String {
        var rule: [String] = []
        for case (let key, let value?) in terms {
            // Either would end the value too early.
            guard !value.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0 }) else {
                throw .invalidCall(SystemError(function: "sd_bus_add_match_async", code: EINVAL))
            }
            rule.append("\(key)='\(value)'")
        }
        return rule.joined(separator: ",")
    }

    private static let onInstalled: sd_bus_message_handler_t = { message, data, _ in
        guard let message, let data else { return 0 }
        let match = Unmanaged<MatchHandler>.fromOpaque(data).takeUnretainedValue()
        match.installation?.finish(with: message)
        return 0
    }

    private static let onSignal: sd_bus_message_handler_t = { message, data, _ in
        guard let message, let data, let signal = BusSignal(message) else { return 0 }
        Unmanaged<MatchHandler>.fromOpaque(data).takeUnretainedValue().handler(signal)
        return 0
    }
}
