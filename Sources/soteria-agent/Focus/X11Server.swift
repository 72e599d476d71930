/// The connection to an X server as its client sees it: names, opcodes, and the requests that wait
/// for an answer.
struct X11Server: Sendable {
    /// The names that are looked up.
    enum Atom: String, CaseIterable, Sendable {
        case activeWindow = "_NET_ACTIVE_WINDOW"
        case clientList = "_NET_CLIENT_LIST"
        case managed = "_NET_SUPPORTING_WM_CHECK"
        case process = "_NET_WM_PID"
        case changeState = "WM_CHANGE_STATE"
    }

    enum Extension: String, CaseIterable, Sendable {
        case sync = "SYNC"
        case resources = "X-Resource"
    }

    /// The purpose of a request that has an answer.
    enum Question: Hashable, Sendable {
        case atom(Atom)
        case `extension`(Extension)
        /// The answers so far tell which extensions there are.
        case extensionsKnown
        case counters, idleTime, resourcesVersion
        /// All answers that a start needs are there.
        case ready
        case window(X11Windows.Question)
        /// The answer is of no use.
        case none
    }

    /// Where the extension's requests and events begin.
    struct Codes: Hashable, Sendable {
        var opcode: UInt8
        var firstEvent: UInt8
    }

    /// Events that are told of a window.
    struct Events: OptionSet, Hashable, Sendable {
        var rawValue: UInt32

        /// StructureNotify: among others, its end.
        static let structure = Self(rawValue: 1 << 17)
        static let properties = Self(rawValue: 1 << 22)
    }

    static let destroyNotify: UInt8 = 17
    static let propertyNotify: UInt8 = 28

    private(set) var root: UInt32 = 0
    var atoms: [Atom: UInt32] = [:]
    var extensions: [Extension: Codes] = [:]
    private var setup: X11Setup?
    private var ids: UInt32 = 0
    /// The number of the last request, of which the server tells the lower 16 bits.
    private var sequence: UInt16 = 0
    private var waiting: [(sequence: UInt16, question: Question)] = []
    private var outgoing: [UInt8] = []

    mutating func begin(_ setup: X11Setup) {
        self.setup = setup
        root = setup.root
    }

    /// A new id for an object of this client; nil if there are no more.
    mutating func nextID() -> UInt32? {
        defer { ids += 1 }
        return setup?.id(ids)
    }

    /// Sends a request that has no answer.
    mutating func send(_ request: consuming X11Request) {
        sequence &+= 1
        outgoing += request.encoded()
    }

    /// Has these events of a window told, and no others (ChangeWindowAttributes).
    mutating func watch(_ window: UInt32, for events: Events) {
        guard window != 0, window != root || events == .properties else { return }
        send(X11Request(2).word(window).word(0x800).word(events.rawValue))
    }

    /// Sends a request and remembers what its answer is for.
    mutating func ask(_ question: Question, _ request: consuming X11Request) {
        send(request)
        waiting.append((sequence, question))
    }

    /// Asks for an answer for its own sake: all earlier ones come before it (GetInputFocus).
    mutating func mark(_ question: Question) {
        ask(question, X11Request(43))
    }

    /// Asks for a property of at most `longest` words.
    mutating func askProperty(
        _ question: Question, of window: UInt32, _ property: UInt32, type: UInt32, longest: UInt32
    ) {
        ask(
            question,
            X11Request(20).word(window).word(property).word(type).word(0).word(longest))
    }

    /// The question that an answer or an error is for. Answers come in the order of the requests,
    /// so that those before it will have none.
    mutating func answered(_ sequence: UInt16) -> Question? {
        guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return nil }
        let question = waiting[index].question
        waiting.removeFirst(index + 1)
        return question
    }

    mutating func takeRequests() -> [UInt8] {
        defer { outgoing = [] }
        return outgoing
    }
}
