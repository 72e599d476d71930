import Testing

@testable import soteria_agent

/// An X server's messages, built by hand from the published protocols.
struct X11FocusTests {
    private static let root: UInt32 = 0x123
    private static let ids: UInt32 = 0x60_0000

    /// The answer to the setup, with a screen before the one whose root is `root`.
    private static func setup() -> [UInt8] {
        var body: [UInt8] = []
        for word in [1, ids, 0x1F_FFFF, 0] as [UInt32] { body.append(word: word) }
        body.append(half: 3)
        body.append(half: 65_535)
        // Screens, formats, and six that are not looked at.
        body += [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        body += [88, 79, 82, 0] + Array(repeating: 9, count: 8)
        body.append(word: 0x99)
        body += Array(repeating: 0, count: 35) + [1, 24, 0, 1, 0, 0, 0, 0, 0]
        body += Array(repeating: 7, count: 24)
        body.append(word: root)
        body += Array(repeating: 0, count: 36)
        var bytes: [UInt8] = [1, 0, 11, 0, 0, 0]
        bytes.append(half: UInt16(body.count / 4))
        return bytes + body
    }

    /// A server that answers requests, one after the other.
    private struct Server {
        var source = X11Focus(awayAfter: 180, screen: 1, cookie: [1, 2, 3])
        var sequence: UInt16 = 0
        var hasResources = true
        var activeWindow: UInt32 = 0
        var isManaged = true
        var idleTime: UInt32 = 0
        /// The class and the process of each window; those that are missing are gone.
        var windows: [UInt32: (name: String, process: UInt32)] = [:]
        var list: [UInt32] = []
        /// Requests without an answer: SendEvent, CreateAlarm, DestroyAlarm and the root's mask.
        var told: [[UInt8]] = []
        var output = FocusOutput()

        static let sync: UInt8 = 130
        static let resources: UInt8 = 140
        static let alarmNotify: UInt8 = 91

        mutating func start() {
            _ = source.begin()
            send(X11FocusTests.setup())
        }

        /// Sends bytes and answers what comes back, until nothing does.
        mutating func send(_ bytes: [UInt8]) {
            answer(note(source.receive(bytes)))
        }

        mutating func answer(_ requests: [UInt8]) {
            var requests = requests[...]
            while requests.count >= 4 {
                let length = Int(Array(requests.prefix(4)).half(at: 2)) * 4
                guard length >= 4, length <= requests.count else { return }
                let request = Array(requests.prefix(length))
                requests = requests.dropFirst(length)
                sequence &+= 1
                if let answer = answered(request) {
                    requests += note(source.receive(answer))
                } else {
                    told.append(request)
                }
            }
        }

        private mutating func note(_ next: FocusOutput) -> [UInt8] {
            output.events += next.events
            output.abilities = next.abilities ?? output.abilities
            output.failure = output.failure ?? next.failure
            return next.reply
        }

        func event(_ code: UInt8, _ words: UInt32...) -> [UInt8] {
            var bytes = [code, 0, 0, 0]
            for word in words { bytes.append(word: word) }
            return bytes + Array(repeating: 0, count: 32 - bytes.count)
        }

        private func reply(_ head: [UInt32], _ more: [UInt8] = [], detail: UInt8 = 0) -> [UInt8] {
            var bytes = [1, detail]
            bytes.append(half: sequence)
            var more = more
            more.pad()
            bytes.append(word: UInt32(more.count / 4))
            for word in head { bytes.append(word: word) }
            return bytes + Array(repeating: 0, count: 32 - bytes.count) + more
        }

        private func error(_ code: UInt8) -> [UInt8] {
            var bytes = [0, code]
            bytes.append(half: sequence)
            return bytes + Array(repeating: 0, count: 28)
        }

        private func answered(_ request: [UInt8]) -> [UInt8]? {
            switch (request[0], request[1]) {
            case (16, _): return reply([X11FocusTests.atom(request)])
            case (98, _):
                let isSync = request[8] == UInt8(ascii: "S")
                guard isSync || hasResources else { return reply([0]) }
                return reply([isSync ? 1 | 130 << 8 | 90 << 16 : 1 | 140 << 8])
            case (43, _), (Self.sync, 0): return reply([])
            case (Self.sync, 1): return reply([2], X11FocusTests.counters)
            case (Self.sync, 5): return reply([0, idleTime])
            case (Self.resources, 0): return reply([1 | 2 << 16])
            case (Self.resources, 4):
                let window = request.word(at: 8)
                let process = windows[window]?.process ?? 0
                guard process != 0 else { return reply([0]) }
                return reply([1], X11FocusTests.bytes([window, 2, 4, process]))
            case (20, _): return property(request)
            default: return nil
            }
        }

        private func property(_ request: [UInt8]) -> [UInt8] {
            let window = request.word(at: 4)
            switch request.word(at: 8) {
            case X11FocusTests.activeAtom where isManaged: return words([activeWindow])
            case X11FocusTests.managedAtom where isManaged: return words([5])
            case X11FocusTests.listAtom: return words(list)
            case X11FocusTests.processAtom: return words([windows[window] == nil ? 0 : 77])
            case 67:
                guard let name = windows[window]?.name else { return error(3) }
                let value = Array("inst\0\(name)\0".utf8)
                return reply([31, 0, UInt32(value.count)], value, detail: 8)
            default: return reply([0, 0, 0])
            }
        }

        private func words(_ values: [UInt32]) -> [UInt8] {
            reply([33, 0, UInt32(values.count)], X11FocusTests.bytes(values), detail: 32)
        }

        mutating func activate(_ window: UInt32) {
            activeWindow = window
            send(event(28, X11FocusTests.root, X11FocusTests.activeAtom))
        }
    }

    private static let activeAtom: UInt32 = 318
    private static let managedAtom: UInt32 = 324
    private static let listAtom: UInt32 = 316
    private static let processAtom: UInt32 = 311

    /// A number of a name: of its length, since all are different.
    private static func atom(_ request: [UInt8]) -> UInt32 { 300 + UInt32(request.half(at: 4)) }

    private static func bytes(_ words: [UInt32]) -> [UInt8] {
        words.reduce(into: []) { $0.append(word: $1) }
    }

    /// Two counters; the name of the first has two bytes of padding before the second.
    private static let counters: [UInt8] = {
        var bytes: [UInt8] = []
        for (id, name) in [(40, "SERVERTIME"), (41, "DEVICEIDLETIME 2"), (42, "IDLETIME")] {
            for word in [UInt32(id), 0, 4] { bytes.append(word: word) }
            bytes.append(half: UInt16(name.utf8.count))
            bytes += name.utf8
            bytes.pad()
        }
        return bytes
    }()

    @Test("The setup carries the cookie")
    func begin() {
        var source = X11Focus(awayAfter: 1, cookie: [1, 2, 3])
        let bytes = source.begin()
        #expect(bytes.prefix(12) == [108, 0, 11, 0, 0, 0, 18, 0, 3, 0, 0, 0])
        #expect(bytes.suffix(24) == Array("MIT-MAGIC-COOKIE-1".utf8) + [0, 0, 1, 2, 3, 0])
        var open = X11Focus(awayAfter: 1, cookie: nil)
        #expect(open.begin() == [108, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("Class, and process by X-Resource or, if it has none, by the property")
    func front() {
        var server = Server()
        server.windows = [7: ("A", 50), 8: ("B", 0)]
        server.start()
        #expect(
            server.output.abilities
                == FocusAbilities(
                    reportsFront: true, reportsIdle: true, limitsInhibitors: true, putsAway: true))
        for window in [7, 7, 8, 0, 9, 7] as [UInt32] { server.activate(window) }
        #expect(
            server.output.events == [
                .front(nil), FocusBench.front("A", 50), FocusBench.front("B", 77), .front(nil),
                FocusBench.front("A", 50),
            ])
        #expect(server.output.failure == nil)
        var older = Server()
        older.hasResources = false
        older.windows = [7: ("A", 50)]
        older.activeWindow = 7
        older.start()
        #expect(older.output.events == [FocusBench.front("A", 77)])
    }

    @Test("A window that is destroyed is not in front, and the next one may have its number")
    func destroyed() {
        var server = Server()
        server.windows = [7: ("A", 50), 8: ("B", 51)]
        server.activeWindow = 7
        server.start()
        server.output.events = []
        server.activate(8)
        #expect(
            server.told.suffix(3).map { [$0.word(at: 4), $0.word(at: 12)] }
                == [[7, 1 << 17], [7, 0], [8, 1 << 17]])
        for window in [7, 8] as [UInt32] { server.send(server.event(17, window, window)) }
        server.windows[8] = ("C", 52)
        server.activate(8)
        // The one before the last has gone before it could be watched.
        server.windows[9] = nil
        server.activate(9)
        server.windows[9] = ("D", 53)
        server.activate(9)
        #expect(
            server.output.events == [
                FocusBench.front("B", 51), .front(nil), FocusBench.front("C", 52), .front(nil),
                FocusBench.front("D", 53),
            ])
    }

    @Test("A window manager that comes later")
    func managed() {
        var server = Server()
        server.isManaged = false
        server.start()
        #expect(server.output.events == [])
        #expect(
            server.output.abilities == FocusAbilities(reportsIdle: true, limitsInhibitors: true))
        server.isManaged = true
        server.send(server.event(28, Self.root, Self.managedAtom))
        #expect(server.output.events == [.front(nil)])
        #expect(server.output.abilities?.putsAway == true)
    }

    @Test("Alarms tell idleness, and the counter what was before")
    func idleness() {
        var server = Server()
        server.idleTime = 180_000
        server.start()
        #expect(server.output.events.first == .idle(true))
        let alarms = server.told.filter { $0[1] == 8 }
        #expect(alarms.map { $0.word(at: 4) } == [Self.ids, Self.ids + 1])
        #expect(
            alarms.map { Array($0.dropFirst(8)) }
                == [0, 1].map { Self.bytes([0x3F, 42, 0, 0, 180_000, $0, 0, 0, 1]) })
        server.output.events = []
        for alarm in [0, 1, 1, 0] as [UInt32] {
            server.send(server.event(Server.alarmNotify, Self.ids + alarm))
        }
        // From another client, and of another event.
        server.send(server.event(Server.alarmNotify | 0x80, Self.ids + 1))
        server.send(server.event(Server.alarmNotify + 1, Self.ids + 1))
        #expect(server.output.events == [.idle(false), .idle(true)])
    }

    @Test("Another limit makes other alarms and looks at the counter")
    func setAway() {
        var server = Server()
        server.idleTime = 180_000
        server.start()
        server.told = []
        server.output.events = []
        server.answer(server.source.setAway(after: 600))
        #expect(server.output.events == [.idle(false)])
        #expect(server.told.map { $0[1] } == [11, 11, 8, 8])
        #expect(server.told.map { $0.word(at: 4) } == (0..<4).map { Self.ids + $0 })
        #expect(server.source.setAway(after: 600) == [])
        server.send(server.event(Server.alarmNotify, Self.ids))
        #expect(server.output.events == [.idle(false)])
    }

    @Test("All windows of an app are iconified, by a message to the root")
    func putAway() {
        var server = Server()
        server.windows = [7: ("A", 50), 8: ("B", 50), 9: ("A", 51), 10: ("C", 52)]
        server.list = [7, 8, 9, 10, 11]
        server.activeWindow = 7
        server.start()
        server.told = []
        server.answer(server.source.putAway(FrontWindow(app: "A", process: nil)) ?? [])
        #expect(server.told.map { $0.word(at: 16) } == [7, 9])
        for request in server.told {
            #expect(request[0] == 25 && request.word(at: 4) == Self.root)
            #expect(request[12] == 33 && request[13] == 32 && request.word(at: 24) == 3)
        }
        server.told = []
        server.answer(server.source.putAway(FrontWindow(app: nil, process: 50)) ?? [])
        #expect(server.told.map { $0.word(at: 16) } == [7, 8])
        var unmanaged = Server()
        unmanaged.isManaged = false
        unmanaged.start()
        #expect(unmanaged.source.putAway(FrontWindow(app: "A", process: nil)) == nil)
    }

    @Test("Answers are matched beyond 65 535 requests")
    func wrapping() {
        var server = Server()
        server.windows = [7: ("A", 50), 8: ("B", 51)]
        server.start()
        server.output.events = []
        for round in 0..<25_000 { server.activate(round.isMultiple(of: 2) ? 7 : 8) }
        #expect(server.output.events.count == 25_000)
        #expect(server.output.events.last == FocusBench.front("B", 51))
    }

    @Test("Only for idleness, the root is not watched")
    func onlyIdleness() {
        var server = Server()
        server.source = X11Focus(awayAfter: 1, screen: 1, cookie: nil, isOnlyForIdleness: true)
        server.start()
        #expect(
            server.output
                == FocusOutput(
                    abilities: FocusAbilities(reportsIdle: true, limitsInhibitors: true)))
        #expect(!server.told.contains { $0[0] == 2 })
    }

    @Test("Large messages and unknown ones are passed over")
    func large() {
        var server = Server()
        server.windows = [7: ("A", 50)]
        server.start()
        var generic: [UInt8] = [35, 0, 0, 0]
        generic.append(word: 50_000)
        server.send(generic + Array(repeating: 1, count: 24 + 200_000))
        server.send(server.event(99, 1, 2))
        var unasked: [UInt8] = [1, 0, 0xFF, 0xFF]
        unasked.append(word: 30_000)
        server.send(unasked + Array(repeating: 1, count: 24 + 120_000))
        server.activate(7)
        #expect(server.output.events.last == FocusBench.front("A", 50))
    }

    @Test("A refused or damaged setup fails the source")
    func failures() {
        let refused: [UInt8] = [0, 3, 11, 0, 0, 0, 1, 0] + Array("no!!".utf8)
        let damaged: [UInt8] = [1, 0, 11, 0, 0, 0, 1, 0, 1, 2, 3, 4]
        for bytes in [refused, damaged] {
            var source = X11Focus(awayAfter: 1, cookie: nil)
            _ = source.begin()
            #expect(source.receive(bytes).failure != nil)
        }
        var source = X11Focus(awayAfter: 1, screen: 2, cookie: nil)
        #expect(source.receive(Self.setup()).failure == "has no screen 2")
    }
}
