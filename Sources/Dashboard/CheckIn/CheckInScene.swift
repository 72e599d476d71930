import API
import Foundation

/// How the check-ins stand, for their pages.
struct CheckInScene {
    let context: PageContext
    let checkIns: [CheckInAPI.CheckIn]
    private let state: ProtectionAPI.List.Reply
    private let now: Moment

    /// Asks the daemon.
    init(_ context: PageContext) throws {
        self.context = context
        checkIns = try context.daemon.call(CheckInAPI.List.self).checkIns
        state = try context.daemon.call(ProtectionAPI.List.self)
        now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
    }

    /// An instant of the daemon as a person says it.
    func moment(_ instant: String) -> String { context.formats.moment(instant, now: now) }

    /// How a check-in stands, in a few words.
    func phase(_ checkIn: CheckInAPI.CheckIn) -> String {
        context.texts("checkIn.phase.\(checkIn.phase.rawValue)")
    }

    /// What is blocked now and until when, in words; nil where nothing is.
    func blocked(_ checkIn: CheckInAPI.CheckIn) -> String? {
        let keys =
            switch checkIn.phase {
            case .asking: checkIn.blocks
            case .no: checkIn.blocksOnNo
            case .yes, .lapsed, .waiting: [String]()
            }
        guard !keys.isEmpty else { return nil }
        let names = keys.map { key in state.targets.first { $0.target == key }?.name ?? key }
            .joined(separator: ", ")
        if checkIn.phase == .asking {
            return context.texts("checkIn.blockedUntilAnswered", ["targets": names])
        }
        guard let until = checkIn.until else {
            return context.texts("checkIn.blocked", ["targets": names])
        }
        return context.texts(
            "checkIn.blockedUntil", ["targets": names, "time": moment(until)])
    }

    /// A path below the base that leads to a check-in.
    static func path(_ key: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")
        return "check-in/" + (key.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
    }
}
