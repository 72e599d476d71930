import CSystemd
import Dispatch
import Glibc

/// A connection to a D-Bus message bus by sd-bus(3), on a Dispatch queue of its own; nothing in it
/// blocks.
///
/// Dispatch and not NIO watches the connection, since NIO has no way to watch a descriptor that
/// somebody else reads. It costs no wake-up while nothing is said.
package actor Bus {
    private nonisolated let executor = QueueExecutor(label: "systemd.bus")
    private let handle: BusHandle
    private var isClosed = false
    private var lastID: UInt64 = 0
    private var calls: [UInt64: PendingCall] = [:]
    private var matches: [UInt64: MatchHandler] = [:]
    private var pump: BusPump?

    /// The queue's executor: sources of the queue may assume the actor's isolation.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A connection to the system bus, sd_bus_open_system(3).
    ///
    /// - Throws: `BusError.unavailable` when there is none.
    package static func system() throws(BusError) -> Bus {
        var pointer: OpaquePointer?
        return try Bus(sd_bus_open_system(&pointer), pointer, "sd_bus_open_system")
    }

    /// A connection to the user's bus, sd_bus_open_user(3).
    ///
    /// - Throws: `BusError.unavailable` when there is none.
    package static func user() throws(BusError) -> Bus {
        var pointer: OpaquePointer?
        return try Bus(sd_bus_open_user(&pointer), pointer, "sd_bus_open_user")
    }

    /// A connection to the bus at an address, sd_bus_set_address(3).
    ///
    /// - Parameter address: `unix:path=/run/dbus/system_bus_socket` or the like.
    /// - Throws: `BusError.unavailable` when nobody listens there.
    package init(address: String) throws(BusError) {
        var pointer: OpaquePointer?
        var result = sd_bus_new(&pointer)
        if result >= 0 { result = sd_bus_set_address(pointer, address) }
        if result >= 0 { result = sd_bus_set_bus_client(pointer, 1) }
        if result >= 0 { result = sd_bus_start(pointer) }
        try self.init(result, pointer, "sd_bus_start")
    }

    private init(_ result: Int32, _ pointer: OpaquePointer?, _ function: String) throws(BusError) {
        guard result >= 0, let pointer else {
            sd_bus_unref(pointer)
            throw .unavailable(SystemError(function: function, code: result))
        }
        handle = BusHandle(pointer)
    }

    /// Calls a method, sd_bus_call_async(3).
    ///
    /// - Parameters:
    ///   - destination: the peer's bus name.
    ///   - path: the object.
    ///   - interface: the method's interface.
    ///   - member: the method.
    ///   - arguments: its arguments, all of type `s`.
    ///   - timeLimit: how long to wait for the answer, connecting included.
    /// - Returns: the reply's values, in order.
    /// - Throws: `BusError`.
    package func call(
        destination: String, path: String, interface: String, member: String,
        arguments: [String] = [], timeLimit: Duration = .seconds(2)
    ) async throws(BusError) -> [BusValue] {
        var pointer: OpaquePointer?
        let made = sd_bus_message_new_method_call(
            handle.pointer, &pointer, destination, path, interface, member)
        guard made >= 0, let pointer else {
            throw isClosed
                ? .disconnected
                : .invalidCall(SystemError(function: "sd_bus_message_new_method_call", code: made))
        }
        let message = BusMessage(pointer)
        for argument in arguments {
            // The C string would end at a NUL, and the rest would be lost.
            let code =
                argument.utf8.contains(0)
                ? -EINVAL
                : sd_bus_message_append_basic(message.pointer, CChar(UInt8(ascii: "s")), argument)
            guard code >= 0 else {
                throw .invalidCall(
                    SystemError(function: "sd_bus_message_append_basic", code: code))
            }
        }
        return try await outcome(timeLimit: timeLimit) { call, slot in
            sd_bus_call_async(
                handle.pointer, &slot, message.pointer, Self.onReply,
                Unmanaged.passUnretained(call).toOpaque(), UInt64.max)
        }.get()
    }

    /// Reads one property through `org.freedesktop.DBus.Properties.Get`.
    ///
    /// - Parameters:
    ///   - destination: the peer's bus name.
    ///   - path: the object.
    ///   - interface: the property's interface.
    ///   - name: the property.
    ///   - timeLimit: how long to wait for the answer, connecting included.
    /// - Returns: the value inside the variant.
    /// - Throws: `BusError`.
    package func property(
        destination: String, path: String, interface: String, name: String,
        timeLimit: Duration = .seconds(2)
    ) async throws(BusError) -> BusValue {
        let reply = try await call(
            destination: destination, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: [interface, name], timeLimit: timeLimit)
        guard case .variant(let value)? = reply.first else { throw .malformedReply }
        return value
    }

    /// Subscribes to signals, sd_bus_match_signal_async(3); nil stands for any.
    ///
    /// - Parameters:
    ///   - sender: the bus name that the signals come from.
    ///   - path: the object.
    ///   - interface: the interface.
    ///   - member: the signal's name.
    ///   - timeLimit: how long to wait until the bus has taken the subscription in.
    ///   - handler: called on the bus's queue for each signal from then on.
    /// - Returns: the subscription, for ending it before the connection ends.
    /// - Throws: `BusError`.
    package func match(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, timeLimit: Duration = .seconds(2),
        handler: @escaping @Sendable (BusSignal) -> Void
    ) async throws(BusError) -> BusMatch {
        lastID += 1
        let id = lastID
        matches[id] = MatchHandler(handler)
        let result = await outcome(timeLimit: timeLimit) { call, _ in
            guard let match = matches[id] else { return -ENOTCONN }
            match.installation = call
            var slot: OpaquePointer?
            let result = sd_bus_match_signal_async(
                handle.pointer, &slot, sender, path, interface, member, Self.onSignal,
                Self.onInstalled, Unmanaged.passUnretained(match).toOpaque())
            match.slot = slot.map(BusSlot.init)
            return result
        }
        matches[id]?.installation = nil
        if case .failure(let error) = result {
            matches[id] = nil
            throw error
        }
        return BusMatch(id: id, bus: self)
    }

    /// Ends the connection; calls that wait fail with `BusError.disconnected`.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        pump?.cancel()
        for call in calls.values { call.finish(.failure(.disconnected)) }
        matches = [:]
        sd_bus_close(handle.pointer)
    }

    /// Drops a subscription; unknown ones are none.
    func remove(match id: UInt64) {
        matches[id] = nil
        process()
    }

    /// Lets sd-bus do all that it can do without waiting, then says what to wait for.
    fileprivate func process() {
        guard !isClosed else { return }
        var result: Int32 = 1
        while result > 0, !isClosed { result = sd_bus_process(handle.pointer, nil) }
        guard !isClosed else { return }
        if result < 0 || sd_bus_is_open(handle.pointer) <= 0 {
            close()
        } else {
            pump?.wait(for: handle.pointer)
        }
    }

    /// Starts something that ends in a reply, and waits for its end.
    private func outcome(
        timeLimit: Duration,
        start: (PendingCall, inout OpaquePointer?) -> Int32
    ) async -> PendingCall.Outcome {
        guard !isClosed else { return .failure(.disconnected) }
        if pump == nil {
            pump = BusPump(handle.pointer, queue: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.process() }
            }
        }
        lastID += 1
        let id = lastID
        let outcome = await withCheckedContinuation { continuation in
            let call = PendingCall(
                timeLimit: timeLimit, queue: executor.queue, continuation: continuation)
            calls[id] = call
            var slot: OpaquePointer?
            let result = start(call, &slot)
            call.slot = slot.map(BusSlot.init)
            if result < 0 {
                call.finish(.failure(Self.error(of: result)))
            } else {
                process()
            }
        }
        calls[id] = nil
        return outcome
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
