/// The window in front and idleness, by the X11 protocol.
///
/// The window manager names the window in `_NET_ACTIVE_WINDOW` of the root window (EWMH); its app
/// is the class in `WM_CLASS`, its process what the extension X-Resource tells, else `_NET_WM_PID`.
/// No property with a title is ever asked for.
struct X11Focus: FocusProtocol {
    private let screen: Int
    private let cookie: [UInt8]?
    private let isOnlyForIdleness: Bool
    private var wire = X11Wire()
    private var server = X11Server()
    private var windows = X11Windows()
    private var idleness: X11Idleness
    private var abilities: FocusAbilities?
    /// The window that was reported; nil before the first report.
    private var reported: FrontWindow??
    private var isReady = false
    private var hasFailed = false

    /// Reports idleness after `awayAfter` seconds without input. `cookie` is the secret for
    /// MIT-MAGIC-COOKIE-1, see `Xauthority`. With `isOnlyForIdleness`, no windows are asked for.
    init(awayAfter: Int, screen: Int = 0, cookie: [UInt8]?, isOnlyForIdleness: Bool = false) {
        self.screen = screen
        self.cookie = cookie
        self.isOnlyForIdleness = isOnlyForIdleness
        idleness = X11Idleness(awayAfter: awayAfter)
    }

    /// No titles are told; other properties of the root window change just before the active one.
    var isBusy: Bool { true }

    mutating func begin() -> [UInt8] {
        let method = cookie == nil ? [] : Xauthority.method
        var bytes = [UInt8(ascii: 1.littleEndian == 1 ? "l" : "B"), 0]
        for half in [11, 0, UInt16(method.count), UInt16(clamping: cookie?.count ?? 0), 0] {
            bytes.append(half: half)
        }
        for part in [method, cookie ?? []] {
            bytes += part
            bytes.pad()
        }
        return bytes
    }

    mutating func receive(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        var position = 0
        while !hasFailed, let message = wire.next(bytes, at: &position) {
            handle(message, &output)
            hasFailed = output.failure != nil
        }
        output.reply += server.takeRequests()
        return output
    }

    mutating func putAway(_ window: FrontWindow) -> [UInt8]? {
        guard abilities?.putsAway == true else { return nil }
        windows.putAway(window, &server)
        return server.takeRequests()
    }

    mutating func setAway(after seconds: Int) -> [UInt8] {
        idleness.setAway(after: seconds, &server)
        return server.takeRequests()
    }

    private mutating func handle(_ message: X11Wire.Message, _ output: inout FocusOutput) {
        switch message {
        case .refused:
            output.failure = "refused the connection"
        case .setup(let bytes):
            guard let setup = X11Setup(bytes, screen: screen) else {
                output.failure = "has no screen \(screen)"
                return
            }
            begin(setup)
        case .reply(let sequence, let bytes):
            if let question = server.answered(sequence) { handle(question, bytes, &output) }
        case .error(let sequence, _):
            // A window may be gone before a question about it arrives: it has no answer.
            if let question = server.answered(sequence) { handle(question, nil, &output) }
        case .event(X11Server.propertyNotify, let bytes):
            let atom = bytes.word(at: 8)
            let isWanted = [server.atoms[.activeWindow], server.atoms[.managed]].contains(atom)
            if isReady, isWanted, bytes.word(at: 4) == server.root { windows.askActive(&server) }
        case .event(X11Server.destroyNotify, let bytes):
            windows.destroyed(bytes.word(at: 8))
            tellFront(&output)
        case .event(let code, let bytes):
            guard let codes = server.extensions[.sync], code == codes.firstEvent + 1 else { break }
            note(idleness.handleAlarm(bytes), &output)
        }
    }

    /// Asks for the names and the extensions.
    private mutating func begin(_ setup: X11Setup) {
        server.begin(setup)
        if !isOnlyForIdleness { server.watch(server.root, for: .properties) }
        for atom in X11Server.Atom.allCases {
            server.ask(.atom(atom), Self.named(16, atom.rawValue))
        }
        for name in X11Server.Extension.allCases {
            server.ask(.extension(name), Self.named(98, name.rawValue))
        }
        server.mark(.extensionsKnown)
    }

    /// InternAtom or QueryExtension.
    private static func named(_ opcode: UInt8, _ name: String) -> X11Request {
        X11Request(opcode).half(UInt16(name.utf8.count)).half(0).padded(Array(name.utf8))
    }

    private mutating func handle(
        _ question: X11Server.Question, _ answer: [UInt8]?, _ output: inout FocusOutput
    ) {
        switch question {
        case .atom(let atom):
            if let answer, answer.word(at: 8) != 0 { server.atoms[atom] = answer.word(at: 8) }
        case .extension(let name):
            // Present, major opcode, first event.
            guard let answer, answer[8] == 1, answer[10] < 128 else { break }
            server.extensions[name] = X11Server.Codes(opcode: answer[9], firstEvent: answer[10])
        case .extensionsKnown:
            idleness.askCounters(&server)
            if let codes = server.extensions[.resources] {
                // Version 1.2.
                server.ask(.resourcesVersion, X11Request(codes.opcode).padded([1, 2]))
            }
            server.mark(.ready)
        case .counters:
            if let answer { idleness.readCounters(answer, &server) }
        case .resourcesVersion:
            if let answer { windows.readResourcesVersion(answer) }
        case .ready:
            isReady = true
            if isOnlyForIdleness { tellAbilities(&output) } else { windows.askActive(&server) }
        case .idleTime:
            if let answer { note(idleness.readCounter(answer), &output) }
        case .window(let question):
            windows.handle(question, answer, &server)
            if question != .managed { tellAbilities(&output) }
            tellFront(&output)
        case .none:
            break
        }
    }

    /// Tells what the source can do, again once a window manager has started.
    private mutating func tellAbilities(_ output: inout FocusOutput) {
        let now = FocusAbilities(
            reportsFront: windows.isManaged, reportsIdle: idleness.isAvailable,
            limitsInhibitors: idleness.isAvailable, putsAway: windows.isManaged)
        guard now != abilities else { return }
        abilities = now
        output.abilities = now
    }

    private mutating func tellFront(_ output: inout FocusOutput) {
        guard windows.isManaged, windows.isSettled, reported != .some(windows.front) else { return }
        reported = .some(windows.front)
        output.events.append(.front(windows.front))
    }

    private func note(_ isIdle: Bool?, _ output: inout FocusOutput) {
        if let isIdle { output.events.append(.idle(isIdle)) }
    }
}
