import Glibc
import Systemd

/// The service manager of the user (org.freedesktop.systemd1(5)), over its private socket, which is
/// faster and works until the end of the session; over the bus if the socket is not available.
///
/// A restart of the manager closes the direct connection, which triggers a reconnection; over the
/// bus it would go unnoticed.
///
/// Used on the queue that its bus shares with the agent.
final class UserManager: Sendable {
    private static let interface = "org.freedesktop.systemd1.Manager"
    private static let object = "/org/freedesktop/systemd1"
    private static let unitInterface = "org.freedesktop.systemd1.Unit"
    /// A freeze ends once every process is frozen, which a hanging disk can delay.
    private static let timeLimit = Duration.seconds(25)
    /// Everything else is answered at once.
    private static let quickLimit = Duration.seconds(10)

    let bus: Bus
    private let destination: String?

    /// Connects by the user's runtime directory; throws if neither way works.
    init(on executor: QueueExecutor, runtimeDirectory directory: String?) throws(BusError) {
        let socket = directory.map { $0 + "/systemd/private" }
        if let socket, access(socket, F_OK) == 0,
            let bus = try? Bus(peer: "unix:path=" + Self.escaped(socket), on: executor)
        {
            self.bus = bus
            destination = nil
        } else {
            bus = try Bus.user(on: executor)
            destination = "org.freedesktop.systemd1"
        }
    }

    /// The manager at the other end of an open connection; `destination` is its bus name, nil
    /// without a bus.
    init(bus: Bus, destination: String?) {
        self.bus = bus
        self.destination = destination
    }

    /// Subscribes to changes of units. The closures run on the bus's queue: `began` if a unit has
    /// processes or may have, `ended` if it has none any more, `reached` if a target was reached or
    /// left, as when a graphical session begins, `reloading` when a reload of the
    /// manager begins (true) or has ended (false). Signals during a reload are void: every unit is
    /// reported as removed, even if it has processes.
    ///
    /// `UnitNew` alone is not enough: a unit is reported before it has processes, and a service
    /// that is already loaded starts without it. Units are looked up by name only: a call to a
    /// unit's object would load a unit that has ended, which the manager reports as a new unit,
    /// without end.
    nonisolated(nonsending) func follow(
        began: @escaping @Sendable (String) -> Void,
        ended: @escaping @Sendable (String) -> Void,
        reached: @escaping @Sendable () -> Void = {},
        reloading: @escaping @Sendable (Bool) -> Void
    ) async throws(BusError) {
        if destination != nil { _ = try await call("Subscribe", []) }
        _ = try await bus.match(
            sender: destination, path: Self.object, interface: Self.interface,
            member: "Reloading"
        ) { signal in
            if let isActive = signal.arguments.first?.flag { reloading(isActive) }
        }
        _ = try await bus.match(
            sender: destination, path: Self.object, interface: Self.interface,
            member: "JobRemoved"
        ) { signal in
            guard signal.arguments.count == 4, let name = signal.arguments[2].text else { return }
            if name.hasSuffix(".target") { reached() }
            if UnitState.canBeApp(name) { began(name) }
        }
        _ = try await bus.match(
            sender: destination, path: Self.object, interface: Self.interface,
            member: "UnitRemoved"
        ) { signal in
            if let name = signal.arguments.first?.text, UnitState.canBeApp(name) { ended(name) }
        }
        _ = try await bus.match(
            sender: destination, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", argument0: Self.unitInterface
        ) { signal in
            guard let name = UnitState.name(ofPath: signal.path), UnitState.canBeApp(name),
                signal.arguments.count == 3,
                let activity = signal.arguments[1].dictionary?["ActiveState"]?.text
            else { return }
            UnitState(name: name, activity: activity).isRunning ? began(name) : ended(name)
        }
    }

    nonisolated(nonsending) func units() async throws(BusError) -> [UnitState] {
        let reply = try await call("ListUnits", [])
        guard let rows = reply.first?.elements else { throw .malformedReply }
        return rows.compactMap(UnitState.init(listed:))
    }

    /// The environment that the manager gives to units (`NAME=value`), which names the display.
    nonisolated(nonsending) func environment() async throws(BusError) -> [String] {
        let texts = try await property("Environment", Self.interface, Self.object).elements ?? []
        return texts.compactMap(\.text)
    }

    /// The app of a unit; nil if the unit lies outside the slices of apps or has no processes.
    /// Throws if there is no such unit.
    nonisolated(nonsending) func app(_ name: String) async throws(BusError) -> AppUnit? {
        let isService = name.hasSuffix(".service")
        // A name without a convention says nothing; the processes in the unit may.
        var ids = UnitName.applicationIDs(of: name) ?? []
        let rows = try await call("GetUnitProcesses", [.string(name)]).first?.elements ?? []
        guard let within = rows.first?.elements?.first?.text,
            let group = Self.group(of: name, within: within), Self.isAppGroup(group)
        else { return nil }
        guard isService else {
            return AppUnit(name: name, ids: ids, controlGroup: ControlGroup.root + group)
        }
        let object = UnitState.path(of: name)
        // An alias may be the name that identifies the app; scopes have no aliases.
        let names = try await property("Names", Self.unitInterface, object).elements ?? []
        for case .string(let alias) in names where alias != name {
            ids += UnitName.applicationIDs(of: alias) ?? []
        }
        let limit =
            try await property(
                "WatchdogUSec", "org.freedesktop.systemd1.Service", object
            ).count ?? 0
        return AppUnit(
            name: name, ids: ids, controlGroup: ControlGroup.root + group,
            isWatched: limit > 0 && limit < UInt64.max)
    }

    /// Freezes a unit; `onEnd` is called once on the queue.
    func freeze(_ name: String, onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void) {
        order("FreezeUnit", [.string(name)], onEnd)
    }

    /// Thaws a unit; `onEnd` is called once on the queue.
    func thaw(_ name: String, onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void) {
        order("ThawUnit", [.string(name)], onEnd)
    }

    /// Makes a scope of the app slice from running processes. A failure has only the error's name:
    /// the manager's text names the app, which may be the one in front.
    func makeScope(
        _ name: String, of processes: [Int32],
        onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void
    ) {
        let properties: [(String, BusArgument)] = [
            ("PIDs", .uint32s(processes.map { UInt32(bitPattern: $0) })), ("Slice", "app.slice"),
        ]
        order(
            "StartTransientUnit",
            [.string(name), "fail", .properties(properties), .array(of: "(sa(sv))", [])],
            hidesText: true, onEnd)
    }

    /// Starts a program as an app of its own, which lasts until all of its processes have ended.
    func launch(
        _ name: String, program: String, arguments: [String],
        onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void
    ) {
        let command = BusArgument.structure([
            .string(program), .strings([program] + arguments), .boolean(false),
        ])
        let properties: [(String, BusArgument)] = [
            ("ExecStart", .array(of: "(sasb)", [command])), ("Slice", "app.slice"),
            ("ExitType", "cgroup"), ("CollectMode", "inactive-or-failed"),
        ]
        order(
            "StartTransientUnit",
            [.string(name), "fail", .properties(properties), .array(of: "(sa(sv))", [])], onEnd)
    }

    /// Sends a signal to all processes of a unit. `StopUnit` would kill them after a timeout that
    /// the rules do not control.
    func signal(
        _ name: String, _ signal: Int32, onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void
    ) {
        order("KillUnit", [.string(name), "all", .int32(signal)], onEnd)
    }

    /// The control group of a unit, from the group of one of its processes, which may be below it;
    /// nil if the name is no part of the path.
    static func group(of name: String, within path: String) -> String? {
        var group = ""
        for part in path.split(separator: "/") {
            group += "/" + part
            // A name that collides with a file of the kernel has a leading underscore.
            if part == name || part == "_" + name { return group }
        }
        return nil
    }

    /// Whether a control group lies in a slice of a user's manager that has apps. Some desktops
    /// start apps in the session's slice; what the session cannot do without is exempt by itself.
    static func isAppGroup(_ group: String) -> Bool {
        group.contains("/app.slice/") || group.contains("/session.slice/")
    }

    static func outcome(_ result: Result<[BusValue], BusError>) -> Enforcer.Outcome {
        switch result {
        case .success: .done
        case .failure(.remote("org.freedesktop.systemd1.NoSuchUnit", _)): .gone
        case .failure(.remote("org.freedesktop.DBus.Error.UnknownObject", _)): .gone
        case .failure(.remote("org.freedesktop.systemd1.UnitBusy", _)): .busy
        case .failure(.remote(let name, let message)):
            .failed(message.isEmpty ? name : message)
        case .failure(.invalidCall(let error)), .failure(.unavailable(let error)):
            .failed(error.description)
        case .failure(.timedOut), .failure(.disconnected), .failure(.malformedReply): .unanswered
        }
    }

    private func order(
        _ member: String, _ arguments: [BusArgument], hidesText: Bool = false,
        _ onEnd: @escaping @Sendable (Enforcer.Outcome) -> Void
    ) {
        let destination = destination
        bus.assumeIsolated { bus in
            bus.start(
                destination: destination, path: Self.object, interface: Self.interface,
                member: member, arguments: arguments, timeLimit: Self.timeLimit
            ) { result in
                onEnd(Self.outcome(hidesText ? result.mapError(\.withoutText) : result))
            }
        }
    }

    private nonisolated(nonsending) func call(
        _ member: String, _ arguments: [BusArgument]
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: destination, path: Self.object, interface: Self.interface,
            member: member, arguments: arguments, timeLimit: Self.quickLimit)
    }

    private nonisolated(nonsending) func property(
        _ name: String, _ interface: String, _ path: String
    ) async throws(BusError) -> BusValue {
        try await bus.property(
            destination: destination, path: path, interface: interface, name: name,
            timeLimit: Self.quickLimit)
    }

    /// Escapes a path for a D-Bus address: bytes that would end it.
    static func escaped(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_/.".unicodeScalars.contains(scalar))
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}

extension BusError {
    /// The error without the peer's text.
    fileprivate var withoutText: BusError {
        if case .remote(let name, _) = self { .remote(name: name, message: "") } else { self }
    }
}
