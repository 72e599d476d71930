import CSystemd
import Glibc

extension Bus {
    /// Calls a method, sd_bus_call_async(3), and returns the values of the reply in order. Any
    /// number of calls may wait at once. `destination`, the peer's bus name, may be nil on a direct
    /// connection. `timeLimit` includes connecting and is at most a day; nil waits as long as the
    /// connection lasts.
    package func call(
        destination: String?, path: String, interface: String, member: String,
        arguments: [BusArgument] = [], timeLimit: Duration? = .seconds(2)
    ) async throws(BusError) -> [BusValue] {
        let outcome = await executor.answer { continuation in
            start(
                destination: destination, path: path, interface: interface, member: member,
                arguments: arguments, timeLimit: timeLimit
            ) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    /// Calls a method like `call`, for callers on the bus's queue that start many calls at once: no
    /// task is needed, and answers arrive in order, also relative to signals. `onEnd` is called
    /// exactly once on the queue, possibly before this returns.
    package func start(
        destination: String?, path: String, interface: String, member: String,
        arguments: [BusArgument] = [], timeLimit: Duration? = .seconds(2),
        onEnd: @escaping @Sendable (Result<[BusValue], BusError>) -> Void
    ) {
        do throws(BusError) {
            let message = try message(destination, path, interface, member, arguments)
            keep(timeLimit, onEnd: onEnd) { call, slot in
                sd_bus_call_async(
                    handle.pointer, &slot, message.pointer, Self.onReply,
                    Unmanaged.passUnretained(call).toOpaque(), UInt64.max)
            }
        } catch {
            onEnd(.failure(error))
        }
    }

    /// Reads one property by `org.freedesktop.DBus.Properties.Get`; returns the value inside the
    /// variant.
    package func property(
        destination: String?, path: String, interface: String, name: String,
        timeLimit: Duration? = .seconds(2)
    ) async throws(BusError) -> BusValue {
        let reply = try await call(
            destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: [.string(interface), .string(name)], timeLimit: timeLimit)
        guard case .variant(let value)? = reply.first else { throw .malformedReply }
        return value
    }

    /// Reads all properties of an interface by name, by `org.freedesktop.DBus.Properties.GetAll`;
    /// returns the values inside the variants. An empty interface means all interfaces, if the peer
    /// supports that.
    package func properties(
        destination: String?, path: String, interface: String, timeLimit: Duration? = .seconds(2)
    ) async throws(BusError) -> [String: BusValue] {
        let reply = try await call(
            destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "GetAll", arguments: [.string(interface)], timeLimit: timeLimit)
        guard let properties = reply.first?.dictionary else { throw .malformedReply }
        return properties
    }

    /// Starts an operation that ends in a reply, and keeps it until then. `body` starts it in
    /// sd-bus and returns the result of that; the slot, if there is one, ends it. `onEnd` is called
    /// exactly once on the queue.
    func keep(
        _ timeLimit: Duration?, onEnd: @escaping (PendingCall.Outcome) -> Void,
        start body: (PendingCall, inout OpaquePointer?) -> Int32
    ) {
        guard !isClosed else { return onEnd(.failure(.disconnected)) }
        let id = nextID()
        let call = PendingCall(timeLimit: timeLimit) { [weak self] outcome in
            self?.assumeIsolated { $0.calls[id] = nil }
            onEnd(outcome)
        }
        calls[id] = call
        var slot: OpaquePointer?
        let result = body(call, &slot)
        call.slot = slot.map { BusReference($0, release: sd_bus_slot_unref) }
        if result < 0 { call.finish(.failure(Self.error(of: result))) }
        wait()
    }

    private func message(
        _ destination: String?, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusArgument]
    ) throws(BusError) -> BusReference {
        guard !isClosed else { throw .disconnected }
        var pointer: OpaquePointer?
        let made = sd_bus_message_new_method_call(
            handle.pointer, &pointer, destination, path, interface, member)
        guard made >= 0, let pointer else {
            throw .invalidCall(SystemError(function: "sd_bus_message_new_method_call", code: made))
        }
        let message = BusReference(pointer, release: sd_bus_message_unref)
        let writer = BusMessageWriter(message: pointer)
        for argument in arguments { try writer.append(argument) }
        return message
    }

    private static func error(of result: Int32) -> BusError {
        switch -result {
        case ENOTCONN, ECONNRESET: .disconnected
        default: .invalidCall(SystemError(function: "sd_bus_call_async", code: result))
        }
    }

    private static let onReply: sd_bus_message_handler_t = { message, data, _ in
        guard let message, let data else { return 0 }
        Unmanaged<PendingCall>.fromOpaque(data).takeUnretainedValue().finish(with: message)
        return 0
    }
}
