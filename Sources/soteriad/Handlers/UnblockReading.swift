import API
import Engine
import RuleFiles
import Varlink

/// What a person asks of `org.soteria.unblock`, in the engine's values; the errors are those of the
/// interface.
extension Daemon {
    /// The one place that is given. `everything` can only be paused about.
    func place(_ place: UnblockAPI.Place, isPause: Bool) throws -> Place {
        let given = [
            place.target != nil, place.site != nil, place.app != nil, place.protection != nil,
            place.everything != nil,
        ]
        guard given.count(where: { $0 }) == 1 else {
            throw VarlinkError.invalidParameter("place")
        }
        if let key = place.target { return .target(try short(key, "target")) }
        if let host = place.site { return try site(host) }
        if let identifier = place.app { return try app(identifier) }
        if let id = place.protection { return .protection(Int64(id)) }
        guard place.everything == true, isPause else {
            throw VarlinkError.invalidParameter("everything")
        }
        return .everything
    }

    /// The site or app of which exactly one is given.
    func place(site host: String?, app identifier: String?) throws -> Place {
        switch (host, identifier) {
        case (let host?, nil): try site(host)
        case (nil, let identifier?): try app(identifier)
        default: throw VarlinkError.invalidParameter("site")
        }
    }

    /// A host name as `TargetIndex` reads it, so that one host is one place however it is written:
    /// in capitals, with the final dot, or with letters outside ASCII.
    func site(_ host: String) throws -> Place {
        guard host.utf8.count <= 254 else { throw VarlinkError.invalidParameter("site") }
        let name = String(TargetIndex.name(of: HostName.encoded(host)))
        // An address, or a host with its port, would be found in no rule and pass for open.
        let isHost = name.utf8.allSatisfy { byte in
            byte > 0x20 && byte != 0x7f && !"/:?#@[]\\%".utf8.contains(byte)
        }
        guard !name.isEmpty, isHost else { throw VarlinkError.invalidParameter("site") }
        return .site(name)
    }

    /// An application id, or the path of an executable, which is no longer than the rules allow.
    func app(_ identifier: String) throws -> Place {
        let most = identifier.utf8.first == UInt8(ascii: "/") ? ExecutablePath.mostBytes : 255
        guard (1...most).contains(identifier.utf8.count) else {
            throw VarlinkError.invalidParameter("app")
        }
        return .app(identifier)
    }

    /// What a person says of a wish; whether its category and mood are known is the rules' matter.
    func intent(_ said: UnblockAPI.Intent) throws -> Intent {
        if said.amount == nil, said.currency != nil {
            throw VarlinkError.invalidParameter("currency")
        }
        let currency = try said.currency.map { try short($0, "currency") }
        return Intent(
            purpose: said.purpose == .planned ? .planned : .impulse,
            category: try said.category.map { try short($0, "category") },
            mood: try said.mood.map { try short($0, "mood") },
            amount: try said.amount.map { try money(short($0, "amount"), currency) },
            minutes: said.minutes)
    }

    /// What was spent, as a person says it afterwards.
    func spent(_ said: UnblockAPI.LogOutcome.Parameters) throws -> Money? {
        guard let amount = said.amount else {
            if said.currency != nil { throw VarlinkError.invalidParameter("currency") }
            return nil
        }
        guard said.bought else { throw VarlinkError.invalidParameter("amount") }
        return try money(
            short(amount, "amount"), said.currency.map { try short($0, "currency") })
    }

    private func money(_ amount: String, _ currency: String?) throws -> Money {
        do {
            return try Money(decimal: amount, currency: currency)
        } catch {
            throw UnblockAPI.InvalidAmount(amount: amount, problem: words(error)).varlinkError
        }
    }

    /// What is wrong with an amount.
    func words(_ problem: Money.Problem) -> String {
        switch problem {
        case .negative: "an amount is not below zero"
        case .enormous: "an amount is at most \(Money.limit / 1000)"
        case .notDecimal: "an amount is a decimal such as 49.90, with at most three decimals"
        case .notACurrency: "a currency is three capital letters, such as EUR"
        }
    }

    /// A text that is no longer than any name is.
    func short(_ text: String, _ name: String) throws -> String {
        guard text.utf8.count <= 255 else { throw VarlinkError.invalidParameter(name) }
        return text
    }
}
