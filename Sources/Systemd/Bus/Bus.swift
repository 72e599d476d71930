import CSystemd
import Dispatch
import Glibc

/// A D-Bus connection by sd-bus(3), to a message bus or directly to a peer, on a serial Dispatch
/// queue; nothing in it blocks.
///
/// Dispatch watches the connection, because NIO cannot watch a descriptor that another library
/// reads. An idle connection costs no wake-up: an answered call leaves no timer behind.
package actor Bus {
    let executor: QueueExecutor
    let handle: BusReference
    /// True if the peer is connected directly: without a bus there are no names and subscriptions.
    let isDirect: Bool
    var calls: [UInt64: PendingCall] = [:]
    var matches: [UInt64: MatchHandler] = [:]
    /// The exported objects by path.
    var objects: [String: ObjectHandler] = [:]
    private(set) var isClosed = false
    private var wasLost = false
    private var onDisconnect: [@Sendable () -> Void] = []
    private var lastID: UInt64 = 0
    private(set) var pump: BusPump?

    /// The queue's executor: sources of the queue may assume the actor's isolation.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Connects to the system bus, sd_bus_open_system(3); sd-bus is still authenticating when this
    /// returns. If the executor is shared with the calling actor, answers arrive without a change
    /// of thread. Throws `.unavailable` if there is no such bus.
    package static func system(
        on executor: QueueExecutor = QueueExecutor(label: "systemd.bus")
    ) throws(BusError) -> Bus {
        try Bus("sd_bus_open_system", executor) { sd_bus_open_system(&$0) }
    }

    /// Connects to the user's bus, sd_bus_open_user(3); otherwise like `system`.
    package static func user(
        on executor: QueueExecutor = QueueExecutor(label: "systemd.bus")
    ) throws(BusError) -> Bus {
        try Bus("sd_bus_open_user", executor) { sd_bus_open_user(&$0) }
    }

    /// Connects to the bus at an address, sd_bus_set_address(3), such as
    /// `unix:path=/run/dbus/system_bus_socket`. Throws `.unavailable` if nothing is listening
    /// there.
    package init(
        address: String, on executor: QueueExecutor = QueueExecutor(label: "systemd.bus")
    ) throws(BusError) {
        try self.init(address: address, isDirect: false, executor)
    }

    /// Connects to a peer that speaks D-Bus without a bus, such as the service manager at
    /// `unix:path=$XDG_RUNTIME_DIR/systemd/private`. There are no names: signals have no sender,
    /// and calls need no destination. Throws `.unavailable` if nothing is listening there.
    package init(
        peer address: String, on executor: QueueExecutor = QueueExecutor(label: "systemd.bus")
    ) throws(BusError) {
        try self.init(address: address, isDirect: true, executor)
    }

    private init(address: String, isDirect: Bool, _ executor: QueueExecutor) throws(BusError) {
        try self.init("sd_bus_start", isDirect: isDirect, executor) { pointer in
            var result = sd_bus_new(&pointer)
            if result >= 0 { result = sd_bus_set_address(pointer, address) }
            if result >= 0 { result = sd_bus_set_bus_client(pointer, isDirect ? 0 : 1) }
            if result >= 0 { result = sd_bus_start(pointer) }
            return result
        }
    }

    private init(
        _ function: String, isDirect: Bool = false, _ executor: QueueExecutor,
        start: (inout OpaquePointer?) -> Int32
    ) throws(BusError) {
        var pointer: OpaquePointer?
        let result = start(&pointer)
        guard result >= 0, let pointer else {
            sd_bus_unref(pointer)
            throw .unavailable(SystemError(function: function, code: result))
        }
        // Not flushed at the end: that would block, and no call waits for an answer any more.
        handle = BusReference(pointer, release: sd_bus_close_unref)
        self.isDirect = isDirect
        self.executor = executor
    }

    /// Sets a handler for the end of the connection without `close()`: the bus or the peer went
    /// away. The connection is watched from then on even without calls. `handler` is called once on
    /// the queue, after pending calls have failed; at once if the connection is already lost.
    package func onDisconnect(_ handler: @escaping @Sendable () -> Void) {
        guard !isClosed else {
            if wasLost { handler() }
            return
        }
        onDisconnect.append(handler)
        process()
    }

    /// Closes the connection; pending calls fail with `BusError.disconnected`.
    package func close() {
        onDisconnect = []
        end()
    }

    /// Lets sd-bus process everything that needs no waiting, ends calls that took too long, then
    /// sets what to wait for.
    func process() {
        guard !isClosed else { return }
        var result: Int32 = 1
        while result > 0, !isClosed { result = sd_bus_process(handle.pointer, nil) }
        guard !isClosed else { return }
        if result < 0 || sd_bus_is_open(handle.pointer) <= 0 {
            wasLost = true
            end()
        } else {
            giveUpLateCalls()
            wait()
        }
    }

    /// Sets up the next wake-up. After a call was queued this is enough: received data was
    /// processed, and the answer will be read.
    func wait() {
        guard !isClosed else { return }
        let pump = pump ?? makePump()
        self.pump = pump
        pump.wait(for: handle.pointer, until: calls.values.lazy.compactMap(\.deadline).min())
    }

    /// For a call or a match.
    func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    private func makePump() -> BusPump {
        BusPump(handle.pointer, queue: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.process() }
        }
    }

    /// Ends the calls whose time is over, in the order of their deadlines.
    private func giveUpLateCalls() {
        let limited = calls.values.compactMap { call in call.deadline.map { (call, $0) } }
        guard !limited.isEmpty else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        for (call, _) in limited.filter({ $0.1 <= now }).sorted(by: { $0.1 < $1.1 }) {
            call.finish(.failure(.timedOut))
        }
    }

    private func end() {
        guard !isClosed else { return }
        isClosed = true
        pump?.cancel()
        for call in calls.values { call.finish(.failure(.disconnected)) }
        matches = [:]
        objects = [:]
        sd_bus_close(handle.pointer)
        let handlers = onDisconnect
        onDisconnect = []
        for handler in handlers { handler() }
    }
}
