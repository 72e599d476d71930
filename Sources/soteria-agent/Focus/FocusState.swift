import Systemd

/// The state of `Agent+Focus`: the sources that report from the desktop, and the window in front.
struct FocusState {
    /// The terms on which a source is asked.
    struct Terms: Sendable {
        /// The time without input after which the person is away, in seconds.
        var awayAfter: Int
        /// Whether another source tells what is in front.
        var isOnlyForIdleness: Bool
        /// The agent's; reports come on its queue.
        var executor: QueueExecutor
        /// A directory of the agent's, for files that a desktop reads.
        var directory: String
    }

    /// Makes the source of a candidate; nil if there is none of its kind.
    typealias Maker =
        @Sendable (
            FocusCandidate, Terms, @escaping @Sendable (FocusReport) -> Void
        ) -> (any FocusSource)?

    /// A connected source, and what it last reported.
    struct Connected {
        var source: any FocusSource
        var window: FrontWindow?
        /// True if the source reported that no window is in front.
        var seesNone = false
        var isIdle = false
    }

    var choice = FocusChoice<FocusCandidate>()
    let make: Maker
    var sources: [FocusCandidate: Connected] = [:]
    /// The source whose reports of idleness count; nil if there is none.
    var idleSource: FocusCandidate?
    /// The time without input after which the person is away.
    var awayAfter = Absence.usualLimit
    /// The window in front; nil if none is, or if no source tells.
    var window: FrontWindow?
    var place = WindowPlace()
    /// The last window in front of each unit of a target that has had one.
    var windows: [String: FrontWindow] = [:]
    var adoption = Adoption()
    /// The watches of bus names of apps; nil while one is being set up.
    var names: [String: BusMatch?] = [:]
    /// The schedule for watching names again that the bus would not let the agent watch.
    var namesRetry = Reconnection()
    /// The time since boot at which the display was last looked for.
    var lookedAt: Duration?
    /// The time since boot of the next look for the display; nil if none is due.
    var looksAt: Duration?
    /// The source that the journal was last told of.
    var logged: String?
    /// The number of calls without a reply that tell the daemon of the sources. One of them may be
    /// what made the connection.
    var registrations = 0
    var isRegistering: Bool { registrations > 0 }
    /// The number of sources that are being ended because the agent stops.
    var endings = 0
    /// The lost sources and the reasons that the journal was told of.
    var losses: Set<String> = []
    /// How many of these are told.
    static let mostLosses = 64

    init(make: @escaping Maker = Self.make) {
        self.make = make
    }

    /// The window in front as the sources in use report it. The one that was chosen for idleness
    /// may know that there is none.
    var reportedWindow: FrontWindow? {
        let selection = choice.selection
        if let idle = selection.idle, sources[idle]?.seesNone == true { return nil }
        return selection.front.flatMap { sources[$0]?.window }
    }

    /// Makes the sources of desktops.
    static let make: Maker = { candidate, terms, onReport in
        switch candidate.kind {
        case .sway, .niri, .hyprland, .wayland, .x11:
            StreamSource(candidate, terms, onReport: onReport)
        case .kwin:
            (try? Bus.user(on: terms.executor)).map { bus in
                KWinFocus(
                    bus: bus, on: terms.executor, directory: terms.directory, onReport: onReport)
            }
        case .gnome:
            (try? Bus.user(on: terms.executor)).map { bus in
                GNOMEFocus(
                    bus: bus, on: terms.executor, awayAfter: terms.awayAfter, onReport: onReport)
            }
        case .estimate: nil
        }
    }
}
