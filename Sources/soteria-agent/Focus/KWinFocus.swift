import Glibc
import Systemd

/// Reports the window in front on KDE Plasma: a script in KWin (5 or 6, Wayland or X11) calls the
/// agent at each change.
///
/// KWin loads scripts through `org.kde.kwin.Scripting` on the session bus, from a file. The script
/// calls the connection's unique name, and only KWin's calls are accepted.
actor KWinFocus: FocusSource {
    private static let kwin = "org.kde.KWin"
    private static let scripting = "/Scripting"
    private static let scriptingInterface = "org.kde.kwin.Scripting"
    private static let plugin = "org.soteria.Focus"
    private static let path = "/org/soteria/Focus"

    private let executor: QueueExecutor
    private let bus: Bus
    private let directory: String
    private let onReport: @Sendable (FocusReport) -> Void
    private var owner: String?
    private var isReady = false
    private var isOver = false
    /// The last script that puts windows away. KWin 5 gives the number of a script that was
    /// unloaded to the next one, so they run one after the other.
    private var putAway: Task<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes the source on a connection of its own to the session bus. `directory` is a private
    /// one, for the script's file.
    init(
        bus: Bus, on executor: QueueExecutor, directory: String,
        onReport: @escaping @Sendable (FocusReport) -> Void
    ) {
        self.bus = bus
        self.executor = executor
        self.directory = directory
        self.onReport = onReport
    }

    nonisolated func begin() {
        executor.start { await self.load() }
    }

    nonisolated func end() {
        end {}
    }

    nonisolated func end(then done: @escaping @Sendable () -> Void) {
        executor.start {
            await self.unload()
            done()
        }
    }

    nonisolated func putAway(_ window: FrontWindow) {
        executor.start { await self.queue(window) }
    }

    // MARK: The script

    private func load() async {
        await bus.onDisconnect { [weak self] in
            self?.assumeIsolated { $0.lose("the connection to the session bus was closed") }
        }
        let object = BusObject(
            interface: Self.plugin,
            call: { [weak self] call in
                guard let self, call.member == "Changed" else { return nil }
                return self.assumeIsolated { $0.changed(call) }
            })
        do throws(BusError) {
            try await bus.export(object, at: Self.path)
            _ = try await bus.watchOwner(of: Self.kwin) { [weak self] owner in
                self?.assumeIsolated { $0.ownerChanged(owner) }
            }
            guard owner != nil else { return lose("KWin is not running") }
            let service = try await bus.uniqueName()
            try await run("focus.js", ["SERVICE": service], as: Self.plugin)
            guard !isOver else { return await unload() }
            // The script's first report makes the source ready. Without one, the script had the
            // number of another one and did not run; this runs all that have not.
            if !isReady { start() }
        } catch {
            await remove("focus.js", Self.plugin)
            lose("KWin does not run Soteria's script: \(error)")
        }
    }

    private func unload() async {
        isOver = true
        await remove("focus.js", Self.plugin)
        await bus.close()
    }

    private func queue(_ window: FrontWindow) {
        let before = putAway
        putAway = Task {
            await before?.value
            await minimise(window)
        }
    }

    private func minimise(_ window: FrontWindow) async {
        guard !isOver, window.process != nil || window.app != nil else { return }
        let values = [
            "PROCESS": "\(window.process ?? -1)", "APP": Self.quoted(window.app ?? "\u{1}"),
        ]
        let plugin = Self.plugin + ".putAway"
        try? await run("put-away.js", values, as: plugin)
        await remove("put-away.js", plugin)
    }

    /// Loads an embedded script and runs it.
    private func run(
        _ name: String, _ values: [String: String], as plugin: String
    ) async throws(BusError) {
        // Scripts of one name are loaded once; an earlier agent may have left one.
        _ = try? await scripting("unloadScript", [.string(plugin)])
        let file = directory + "/" + name
        guard TextFile.create(file, Self.script(name, values)) else {
            throw .unavailable(SystemError(function: "open", code: errno))
        }
        let reply = try await scripting("loadScript", [.string(file), .string(plugin)])
        guard case .signed(let number)? = reply.first, number >= 0 else { throw .malformedReply }
        do throws(BusError) {
            try await run("\(Self.scripting)/Script\(number)")
        } catch {
            // KWin 5.
            try await run("/\(number)")
        }
    }

    private func run(_ object: String) async throws(BusError) {
        _ = try await bus.call(
            destination: Self.kwin, path: object, interface: "org.kde.kwin.Script", member: "run",
            timeLimit: .seconds(10))
    }

    /// Runs all scripts that do not run yet. KWin sends no reply.
    private func start() {
        bus.assumeIsolated { bus in
            bus.start(
                destination: Self.kwin, path: Self.scripting, interface: Self.scriptingInterface,
                member: "start", arguments: []
            ) { _ in }
        }
    }

    private func remove(_ name: String, _ plugin: String) async {
        _ = try? await scripting("unloadScript", [.string(plugin)])
        unlink(directory + "/" + name)
    }

    private func scripting(
        _ member: String, _ arguments: [BusArgument]
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: Self.kwin, path: Self.scripting, interface: Self.scriptingInterface,
            member: member, arguments: arguments, timeLimit: .seconds(10))
    }

    /// An embedded script with its placeholders filled.
    static func script(_ name: String, _ values: [String: String]) -> String {
        var text = String(decoding: EmbeddedFiles.all["Focus/" + name] ?? [], as: UTF8.self)
        for (key, value) in values { text.replace("@\(key)@", with: value) }
        return text
    }

    /// A text as the inside of a string in JavaScript.
    static func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && scalar.value >= 0x20 && !"\"\\<".contains(Character(scalar))
            return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }

    // MARK: Reports

    private func changed(_ call: BusMethodCall) -> BusAnswer {
        guard call.sender == owner else {
            return .error(
                name: "org.freedesktop.DBus.Error.AccessDenied", message: "Only KWin may call this."
            )
        }
        guard call.arguments.count == 2, let app = call.arguments[0].text else {
            return .invalidArguments
        }
        if !isReady, !isOver {
            isReady = true
            onReport(.ready(FocusAbilities(reportsFront: true, putsAway: true)))
        }
        let window = FrontWindow(
            app: DesktopFileName.appID(app), process: call.arguments[1].process)
        onReport(.event(.front(window == FrontWindow() ? nil : window)))
        return .values([])
    }

    private func ownerChanged(_ owner: String?) {
        let wasThere = self.owner != nil
        self.owner = owner
        // Another KWin has no script yet; a new source loads it.
        if wasThere { lose("KWin ended or was replaced") }
    }

    private func lose(_ reason: String) {
        guard !isOver else { return }
        isOver = true
        onReport(.lost(reason))
    }
}
