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
    private var isOver = false
    private var putAways = 0

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
        Task { await load() }
    }

    nonisolated func end() {
        Task { await unload() }
    }

    nonisolated func putAway(_ window: FrontWindow) {
        Task { await minimise(window) }
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
            // A script that an earlier agent left.
            _ = try? await scripting("unloadScript", [.string(Self.plugin)])
            let service = try await bus.uniqueName()
            let script = Self.script("focus.js", ["SERVICE": service])
            try await run(script, file: "focus.js", plugin: Self.plugin)
            guard !isOver else { return await unload() }
            onReport(.ready(FocusAbilities(reportsFront: true, putsAway: true)))
        } catch {
            lose("KWin does not run Soteria's script: \(error)")
        }
    }

    private func unload() async {
        isOver = true
        _ = try? await scripting("unloadScript", [.string(Self.plugin)])
        unlink(directory + "/focus.js")
        await bus.close()
    }

    private func minimise(_ window: FrontWindow) async {
        guard !isOver, window.process != nil || window.app != nil else { return }
        // Scripts of one name are loaded once; two can be on their way.
        putAways += 1
        let plugin = "\(Self.plugin).putAway\(putAways)"
        let script = Self.script(
            "put-away.js",
            ["PROCESS": "\(window.process ?? -1)", "APP": Self.quoted(window.app ?? "\u{1}")])
        try? await run(script, file: "put-away-\(putAways).js", plugin: plugin)
        _ = try? await scripting("unloadScript", [.string(plugin)])
        unlink(directory + "/put-away-\(putAways).js")
    }

    /// Loads a script and runs it.
    private func run(_ text: String, file: String, plugin: String) async throws(BusError) {
        let file = directory + "/" + file
        guard TextFile.create(file, text) else {
            throw .unavailable(SystemError(function: "open", code: errno))
        }
        let reply = try await scripting("loadScript", [.string(file), .string(plugin)])
        guard case .signed(let number)? = reply.first, number >= 0 else { throw .malformedReply }
        // KWin 5.27 and 6; older ones have the object at "/NUMBER".
        _ = try await bus.call(
            destination: Self.kwin, path: "\(Self.scripting)/Script\(number)",
            interface: "org.kde.kwin.Script", member: "run", timeLimit: .seconds(10))
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
        let window = FrontWindow(
            app: DesktopFileName.appID(app), process: Self.process(call.arguments[1]))
        onReport(.event(.front(window == FrontWindow() ? nil : window)))
        return .values([])
    }

    /// A process's id; JavaScript's numbers arrive as integers or not. Nil for 0.
    static func process(_ value: BusValue) -> Int32? {
        let process: Int32? =
            if case .double(let number) = value {
                Int32(exactly: number)
            } else {
                value.count.flatMap(Int32.init(exactly:))
            }
        return process.flatMap { $0 > 0 ? $0 : nil }
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
