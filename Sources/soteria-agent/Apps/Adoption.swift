/// Decides which processes get a unit of their own, so that an app can be blocked that has none: a
/// state machine without clock, input or output.
///
/// There are two occasions. The name of an app of a target gets an owner on the session bus, and
/// the bus itself has started that process. Or the window in front belongs to a process in a unit
/// of something else, and its app or its program is named by a target. A unit's first process, a
/// session's leader and what `Exemption` names are left where they are, and so is a process that is
/// known by a window's app and has shown windows of other apps, as browsers do for web apps.
struct Adoption: Sendable {
    enum Input: Sendable {
        case index(PlaceIndex)
        /// A process owns the bus name of an app.
        case owned(String, process: Int32)
        /// A window in front belongs to a process in no unit of a target.
        case front(FrontWindow, ProcessIdentity)
        /// Windows come from another source, which may call apps by other names.
        case sourceChanged
        /// The result of an inspection; nil if the process has ended.
        case inspected(Int32, ProcessFacts?)
    }

    enum Action: Hashable, Sendable {
        /// Inspect the process, then input `inspected`; with `byProgram`, only if a target names
        /// its program.
        case inspect(Int32, byProgram: Bool = false)
        /// Make a scope of processes, for the app that its name says.
        case makeScope(String, [Int32])
    }

    /// The unit in which dbus-daemon starts apps; dbus-broker gives each its own.
    static let busUnit = "dbus.service"
    /// The greatest number of bus names that are watched, and of processes that are remembered.
    static let limit = 256

    /// The app of the windows that a process has shown.
    private struct Shown {
        /// The hash of its name, so that no name is kept of an app that may belong to no target.
        var app: Int
        /// Whether there were windows of other apps too.
        var hasOthers = false
    }

    private var places = PlaceIndex()
    /// The application ids for the processes that are being inspected: nil if the program decides.
    private(set) var pending: [Int32: String?] = [:]
    /// The processes that are inspected because of a bus name.
    private var owners: Set<Int32> = []
    /// The processes that were moved, or could not be: once is enough.
    private var tried: Set<ProcessIdentity> = []
    private var shown: [ProcessIdentity: Shown] = [:]

    /// The bus names to watch: the application ids of the rules that can be such names.
    var names: [String] {
        Array(places.applicationIDs.filter(Self.isBusName).prefix(Self.limit))
    }

    mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .index(let places):
            self.places = places
            return []
        case .owned(let name, let process):
            owners.insert(process)
            return inspect(process, as: name)
        case .front(let window, let identity):
            show(window, identity)
            let id = window.app.flatMap { places.ids(ofWindow: $0).first }
            guard id != nil || places.hasExecutables else { return [] }
            return inspect(identity.process, as: id)
        case .sourceChanged:
            shown = [:]
            return []
        case .inspected(let process, let facts):
            return adopt(process, facts)
        }
    }

    private mutating func show(_ window: FrontWindow, _ identity: ProcessIdentity) {
        guard let app = window.app?.hashValue else { return }
        if let known = shown[identity] {
            if known.app != app { shown[identity]?.hasOthers = true }
        } else {
            if shown.count >= Self.limit { shown = [:] }
            shown[identity] = Shown(app: app)
        }
    }

    private mutating func inspect(_ process: Int32, as id: String?) -> [Action] {
        let isPending = pending.keys.contains(process)
        // The name of an app says more than its program.
        if !isPending || id != nil { pending.updateValue(id, forKey: process) }
        if isPending || pending.count > Self.limit { return [] }
        return [.inspect(process, byProgram: id == nil)]
    }

    private mutating func adopt(_ process: Int32, _ facts: ProcessFacts?) -> [Action] {
        let isOwner = owners.remove(process) != nil
        let hasOthers = facts.map { shown[$0.identity]?.hasOthers == true } ?? false
        guard let named = pending.removeValue(forKey: process), let facts, let unit = facts.unit,
            !facts.isFirst, facts.exemption == nil, !UnitName.isOwn(unit),
            unit == Self.busUnit || !isOwner, !isOfTarget(unit), !tried.contains(facts.identity),
            let id = (isOwner || !hasOthers ? named : nil) ?? program(facts)
        else { return [] }
        if tried.count >= Self.limit { tried = [] }
        tried.insert(facts.identity)
        return [.makeScope(UnitName.scope(of: id, number: process), facts.family)]
    }

    /// Whether a unit is an app's of a target by its name, so that it is blocked as it is.
    private func isOfTarget(_ unit: String) -> Bool {
        let ids = UnitName.applicationIDs(of: unit) ?? []
        return !places.targets(ids: ids, running: nil).isEmpty
    }

    /// A name for an app that is known by its program; nil if no target names that.
    private func program(_ facts: ProcessFacts) -> String? {
        guard let executable = facts.executable,
            !places.targets(ids: [], running: [executable]).isEmpty
        else { return nil }
        return executable.path.split(separator: "/").last.map(String.init)
    }

    /// Whether a text can be a well-known name on a bus (D-Bus Specification, "Bus names").
    static func isBusName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && text.utf8.count <= 255
            && parts.allSatisfy { part in
                part.utf8.first.map { !isDigit($0) } == true
                    && part.utf8.allSatisfy { byte in
                        isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
