/// One desktop's protocol over a byte stream: a state machine without a socket.
protocol FocusProtocol: Sendable {
    /// The bytes to send first.
    mutating func begin() -> [UInt8]
    /// Reads received bytes, cut anywhere, and keeps no more of them than the fields it needs.
    mutating func receive(_ bytes: RawSpan) -> FocusOutput
    /// The bytes that minimise the windows of an app or a process; nil if this desktop cannot.
    mutating func putAway(_ window: FrontWindow) -> [UInt8]?
    /// The bytes that change the time without input after which the person is idle, in seconds.
    mutating func setAway(after seconds: Int) -> [UInt8]
    /// Reads a piece of the answer to a request that had a connection of its own.
    mutating func receiveAnswer(_ bytes: RawSpan) -> FocusOutput
    /// Ends the answer to a request that had a connection of its own.
    mutating func endAnswer() -> FocusOutput
}

extension FocusProtocol {
    mutating func putAway(_ window: FrontWindow) -> [UInt8]? { nil }
    mutating func setAway(after seconds: Int) -> [UInt8] { [] }
    mutating func receiveAnswer(_ bytes: RawSpan) -> FocusOutput { FocusOutput() }
    mutating func endAnswer() -> FocusOutput { FocusOutput() }
}

/// The results of received bytes.
struct FocusOutput: Hashable, Sendable {
    var events: [FocusEvent] = []
    /// Bytes to send.
    var reply: [UInt8] = []
    /// Set once the source is ready, and again if they change.
    var abilities: FocusAbilities?
    /// Why the source is of no use any more, for the journal: read after its name and a colon.
    var failure: String?
}

/// The kinds of sources, in the order in which they are tried. The raw value is the word for the
/// journal, doctor, settings and the socket.
enum FocusKind: String, CaseIterable, Sendable {
    case sway, niri, hyprland, kwin, gnome, wayland, x11, estimate

    /// The word for what reports idleness.
    var idleWord: String { self == .gnome ? "mutter" : rawValue }
}
