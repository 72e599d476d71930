/// The questions about windows: which is active, and to which app and process a window belongs.
struct X11Windows: Sendable {
    enum Question: Hashable, Sendable {
        case managed, active
        case list(FrontWindow)
        /// Of a lookup with this number.
        case app(Int), process(Int), processProperty(Int)
    }

    /// A look for the app and the process of a window.
    private struct Lookup {
        var window: UInt32
        /// The app whose windows are being minimised; nil if the active window is looked up.
        var wanted: FrontWindow?
        var app: String?
        var isGone = false
    }

    private enum Predefined {
        static let cardinal: UInt32 = 6
        static let string: UInt32 = 31
        static let window: UInt32 = 33
        static let wmClass: UInt32 = 67
    }

    private static let longestClass: UInt32 = 128
    /// The most windows that are looked at to minimise those of an app.
    private static let mostListed: UInt32 = 256
    private static let mostLookups = 1024
    private static let queryClientIDs: UInt8 = 4
    private static let localProcess: UInt32 = 2

    /// Whether XRes tells processes, since its version 1.2.
    private var hasClientIDs = false
    private var lookups: [Int: Lookup] = [:]
    private var lastLookup = 0
    private var active: UInt32 = 0
    /// Whether there has been a window manager that keeps to EWMH.
    private(set) var isManaged = false
    private(set) var front: FrontWindow?
    /// Whether the active window has been looked up since it changed.
    private(set) var isSettled = false

    mutating func readResourcesVersion(_ answer: [UInt8]) {
        hasClientIDs = (answer.half(at: 8), answer.half(at: 10)) >= (1, 2)
    }

    /// Asks for the active window, and first, as long as none is known, for the window manager.
    func askActive(_ server: inout X11Server) {
        if !isManaged {
            server.askProperty(
                .window(.managed), of: server.root, server.atoms[.managed] ?? 0,
                type: Predefined.window, longest: 1)
        }
        server.askProperty(
            .window(.active), of: server.root, server.atoms[.activeWindow] ?? 0,
            type: Predefined.window, longest: 1)
    }

    /// Minimises the windows of an app: the active one at once, the others as they are found.
    mutating func putAway(_ window: FrontWindow, _ server: inout X11Server) {
        if front?.belongs(to: window) == true { minimise(active, &server) }
        server.askProperty(
            .window(.list(window)), of: server.root, server.atoms[.clientList] ?? 0,
            type: Predefined.window, longest: Self.mostListed)
    }

    /// Handles an answer; nil if it was an error.
    mutating func handle(
        _ question: Question, _ answer: [UInt8]?, _ server: inout X11Server
    ) {
        switch question {
        case .managed:
            isManaged = isManaged || !Self.words(answer).isEmpty
        case .active:
            let windows = Self.words(answer)
            move(to: windows.first ?? 0, &server)
        case .list(let wanted):
            for window in Self.words(answer) where window != active {
                begin(Lookup(window: window, wanted: wanted), &server)
            }
        case .app(let number):
            lookups[number]?.isGone = answer == nil
            lookups[number]?.app = answer.flatMap(Self.className)
        case .process(let number):
            let process = answer.flatMap(Self.process)
            if process == nil, let window = lookups[number]?.window {
                askProcessProperty(number, of: window, &server)
            } else {
                end(number, process, &server)
            }
        case .processProperty(let number):
            let process = Self.words(answer).first.flatMap { Int32(exactly: $0) }
            end(number, process, &server)
        }
    }

    private mutating func move(to window: UInt32, _ server: inout X11Server) {
        guard window != active || !isSettled else { return }
        if window != active {
            server.watch(active, for: [])
            server.watch(window, for: .structure)
        }
        active = window
        if window == 0 {
            front = nil
            isSettled = true
        } else {
            isSettled = false
            begin(Lookup(window: window), &server)
        }
    }

    /// Handles the end of a window. Window managers go on naming one as active that is gone, and
    /// the next window may get its number.
    mutating func destroyed(_ window: UInt32) {
        guard window == active else { return }
        active = 0
        front = nil
        isSettled = true
    }

    private mutating func begin(_ lookup: Lookup, _ server: inout X11Server) {
        guard lookups.count < Self.mostLookups else { return }
        lastLookup += 1
        lookups[lastLookup] = lookup
        server.askProperty(
            .window(.app(lastLookup)), of: lookup.window, Predefined.wmClass,
            type: Predefined.string, longest: Self.longestClass)
        if hasClientIDs, let codes = server.extensions[.resources] {
            server.ask(
                .window(.process(lastLookup)),
                X11Request(codes.opcode, Self.queryClientIDs).word(1).word(lookup.window)
                    .word(Self.localProcess))
        } else {
            askProcessProperty(lastLookup, of: lookup.window, &server)
        }
    }

    private func askProcessProperty(
        _ number: Int, of window: UInt32, _ server: inout X11Server
    ) {
        server.askProperty(
            .window(.processProperty(number)), of: window, server.atoms[.process] ?? 0,
            type: Predefined.cardinal, longest: 1)
    }

    private mutating func end(_ number: Int, _ process: Int32?, _ server: inout X11Server) {
        guard let lookup = lookups.removeValue(forKey: number) else { return }
        let found = FrontWindow(app: lookup.app, process: process.flatMap { $0 > 0 ? $0 : nil })
        if let wanted = lookup.wanted {
            if found.belongs(to: wanted) { minimise(lookup.window, &server) }
        } else if lookup.window == active {
            if lookup.isGone { return destroyed(active) }
            front = found
            isSettled = true
        }
    }

    /// Sends WM_CHANGE_STATE with IconicState to the window manager (ICCCM 4.1.4).
    private func minimise(_ window: UInt32, _ server: inout X11Server) {
        var event: [UInt8] = [33, 32, 0, 0]
        let change = server.atoms[.changeState] ?? 0
        for word in [window, change, 3, 0, 0, 0, 0] { event.append(word: word) }
        // SubstructureNotify and SubstructureRedirect.
        server.send(X11Request(25).word(server.root).word(0x18_0000).padded(event))
    }
}

// MARK: - Answers

extension X11Windows {
    /// The 32-bit values of a property; none if it has another format.
    private static func words(_ answer: [UInt8]?) -> [UInt32] {
        guard let answer, answer.count >= 32, answer[1] == 32 else { return [] }
        let count = min(Int(answer.word(at: 16)), (answer.count - 32) / 4)
        return (0..<count).map { answer.word(at: 32 + $0 * 4) }
    }

    /// The class of WM_CLASS, the second of two texts that each end with NUL.
    private static func className(_ answer: [UInt8]) -> String? {
        guard answer.count >= 32, answer[1] == 8 else { return nil }
        let value = answer.dropFirst(32).prefix(Int(answer.word(at: 16)))
        let parts = value.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[1].isEmpty else { return nil }
        return String(decoding: parts[1], as: UTF8.self)
    }

    /// The process in an answer to QueryClientIds: count; client, mask, length and value of each.
    private static func process(_ answer: [UInt8]) -> Int32? {
        guard answer.word(at: 8) >= 1, answer.word(at: 36) == localProcess,
            answer.word(at: 40) >= 4, let process = Int32(exactly: answer.word(at: 44)), process > 0
        else { return nil }
        return process
    }
}
