import Systemd

/// The state of `Agent+Focus`: the sources that report from the desktop, and the window in front.
struct FocusState {
    /// Makes the source of a candidate; nil if there is none of its kind. The reports come on the
    /// agent's queue.
    typealias Maker =
        @Sendable (
            FocusCandidate, _ awayAfter: Duration, @escaping @Sendable (FocusReport) -> Void
        ) -> (any FocusSource)?

    /// A connected source, and what it last reported.
    struct Connected {
        var source: any FocusSource
        var window: FrontWindow?
        var isIdle = false
    }

    var choice = FocusChoice<FocusCandidate>()
    let make: Maker
    var sources: [FocusCandidate: Connected] = [:]
    /// The time without input after which the person is away.
    var awayAfter = Absence.usualLimit
    /// The window in front; nil if none is, or if no source tells.
    var window: FrontWindow?
    var place = WindowPlace()
    var adoption = Adoption()
    /// The watches of bus names of apps; nil while one is being set up.
    var names: [String: BusMatch?] = [:]
    /// The time since boot at which the display was last looked for.
    var lookedAt: Duration?
    /// The source that the journal was last told of.
    var logged: String?

    init(make: @escaping Maker = { _, _, _ in nil }) {
        self.make = make
    }
}
