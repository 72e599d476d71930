/// The window in front and idleness, by the protocols of Wayland compositors.
///
/// Windows come from `zwlr_foreign_toplevel_manager_v1`, else from `zcosmic_toplevel_info_v1`;
/// idleness from `ext_idle_notifier_v1`, else from `org_kde_kwin_idle`. The title of a window is an
/// event of its own, which is skipped.
struct WaylandFocus: FocusProtocol {
    /// The time without input after which idleness is reported even if a window inhibits it.
    static let inhibitorLimit = 3600
    /// The most bytes of a message that are kept: an app's id or a name is shorter.
    private static let longestKept = 1024

    private var wire = WaylandWire()
    private var ids = WaylandIDs()
    private let isOnlyForIdleness: Bool
    private var globals: [WaylandGlobal: Global] = [:]
    private var registry: UInt32 = 0
    private var callback: UInt32 = 0
    private var stage = Stage.registry
    private var windows = WaylandWindows()
    private var idleness: WaylandIdleness
    private var front: FrontWindow?

    /// A global object of the compositor: its number in the registry.
    private struct Global {
        var name: UInt32
        var version: UInt32
    }

    private enum Stage {
        /// The globals are being listed.
        case registry
        /// The windows that are there are being listed.
        case windows
        case ready, failed
    }

    /// Reports idleness after `awayAfter` seconds without input. With `isOnlyForIdleness`, no
    /// windows are asked for: another source reports them.
    init(awayAfter: Int, isOnlyForIdleness: Bool = false) {
        self.isOnlyForIdleness = isOnlyForIdleness
        idleness = WaylandIdleness(awayAfter: awayAfter)
    }

    mutating func begin() -> [UInt8] {
        registry = ids.next()
        return WaylandRequest(Display.id, Display.getRegistry).word(registry).bytes + sync()
    }

    mutating func receive(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        var position = 0
        while stage != .failed, let step = wire.next(bytes, at: &position) {
            switch step {
            case .begins(let header):
                if let count = wantedBytes(header) { wire.collect(first: count) }
            case .ended(let header, let body):
                handle(header, body, &output)
            case .failed:
                output.failure = "does not speak Wayland's protocol"
            }
            if output.failure != nil { stage = .failed }
        }
        return output
    }

    mutating func putAway(_ window: FrontWindow) -> [UInt8]? {
        guard windows.interface == .wlrToplevels else { return nil }
        return windows.minimise(window)
    }

    mutating func setAway(after seconds: Int) -> [UInt8] {
        idleness.setAway(after: seconds, &ids)
    }

    private mutating func sync() -> [UInt8] {
        callback = ids.next()
        return WaylandRequest(Display.id, Display.sync).word(callback).bytes
    }

    /// The number of bytes to keep of a message; nil if it is of no use.
    private func wantedBytes(_ header: WaylandWire.Header) -> Int? {
        switch header.object {
        // The object and the code of an error, without its text.
        case Display.id: 8
        case callback: 0
        case registry: header.opcode == 0 && stage == .registry ? Self.longestKept : nil
        case let object where idleness.owns(object): 0
        default: windows.wants(header) ? Self.longestKept : nil
        }
    }

    private mutating func handle(
        _ header: WaylandWire.Header, _ body: [UInt8], _ output: inout FocusOutput
    ) {
        switch header.object {
        case Display.id where header.opcode == Display.error:
            output.failure = "reported error \(body.word(at: 4)) of object \(body.word(at: 0))"
        case Display.id where header.opcode == Display.deleteID:
            ids.confirm(body.word(at: 0))
        case registry:
            addGlobal(body)
        case callback:
            ids.destroy(callback)
            callback = 0
            endStage(&output)
        default:
            if idleness.owns(header.object) {
                let change = idleness.handle(header, &ids)
                output.reply += change.reply
                if let isIdle = change.isIdle { output.events.append(.idle(isIdle)) }
            }
            if windows.wants(header) {
                output.reply += windows.handle(header, body, &output.failure)
                if windows.hasSettled { tellFront(&output) }
            }
        }
    }

    /// Reads `wl_registry.global`: name, interface, version.
    private mutating func addGlobal(_ body: [UInt8]) {
        guard let interface = body.waylandText(at: 4),
            let global = WaylandGlobal(rawValue: interface), globals[global] == nil
        else { return }
        let version = body.word(at: 8 + (interface.utf8.count + 4) / 4 * 4)
        globals[global] = Global(name: body.word(at: 0), version: version)
    }

    private mutating func bind(_ global: WaylandGlobal, upTo version: UInt32) -> Bound? {
        guard let found = globals[global] else { return nil }
        let bound = Bound(id: ids.next(), version: min(version, found.version))
        return Bound(
            id: bound.id, version: bound.version,
            request: WaylandRequest(registry, 0).word(found.name).text(global.rawValue)
                .word(bound.version).word(bound.id).bytes)
    }

    /// A global that was bound, and the request for it.
    struct Bound {
        var id: UInt32
        var version: UInt32
        var request: [UInt8] = []
    }

    private mutating func endStage(_ output: inout FocusOutput) {
        if stage == .registry {
            stage = .windows
            if !isOnlyForIdleness { output.reply += bindWindows() }
            output.reply += bindIdleness()
            output.reply += sync()
        } else if stage == .windows {
            stage = .ready
            output.reply += idleness.followPauses(&ids)
            var abilities = FocusAbilities()
            abilities.reportsFront = windows.interface != nil
            abilities.putsAway = windows.interface == .wlrToplevels
            abilities.reportsIdle = idleness.isAvailable
            abilities.limitsInhibitors = idleness.limitsInhibitors
            output.abilities = abilities
            if abilities.reportsFront {
                front = windows.front
                output.events.append(.front(front))
            }
        }
    }

    private mutating func bindWindows() -> [UInt8] {
        // Version 1 of COSMIC's has all that is needed; later ones need another protocol as well.
        for (global, version) in [(WaylandGlobal.wlrToplevels, 3), (.cosmicToplevels, 1)] {
            guard let bound = bind(global, upTo: UInt32(version)) else { continue }
            windows.begin(global, manager: bound.id)
            return bound.request
        }
        return []
    }

    private mutating func bindIdleness() -> [UInt8] {
        guard globals[.idleNotifier] != nil || globals[.kwinIdle] != nil,
            let seat = bind(.seat, upTo: 1)
        else { return [] }
        for (global, version) in [(WaylandGlobal.idleNotifier, 2), (.kwinIdle, 1)] {
            guard let bound = bind(global, upTo: UInt32(version)) else { continue }
            return seat.request + bound.request
                + idleness.begin(global, bound, seat: seat.id, &ids)
        }
        return seat.request
    }

    private mutating func tellFront(_ output: inout FocusOutput) {
        guard stage == .ready, windows.front != front else { return }
        front = windows.front
        output.events.append(.front(front))
    }
}

/// The globals that are used.
enum WaylandGlobal: String, Sendable {
    case cosmicToplevels = "zcosmic_toplevel_info_v1"
    case idleNotifier = "ext_idle_notifier_v1"
    case kwinIdle = "org_kde_kwin_idle"
    case seat = "wl_seat"
    case wlrToplevels = "zwlr_foreign_toplevel_manager_v1"
}

/// The object `wl_display`.
private enum Display {
    static let id: UInt32 = 1
    static let sync: UInt16 = 0
    static let getRegistry: UInt16 = 1
    static let error: UInt16 = 0
    static let deleteID: UInt16 = 1
}

extension [UInt8] {
    /// The text at an offset: its length with the final NUL, then its bytes; nil if it is none
    /// or empty.
    func waylandText(at offset: Int) -> String? {
        let length = Int(word(at: offset))
        guard length > 1, length <= count - offset - 4 else { return nil }
        return String(decoding: self[offset + 4..<offset + 3 + length], as: UTF8.self)
    }
}
