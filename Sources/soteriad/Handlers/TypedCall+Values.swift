import API
import Engine
import RuleFiles
import RuleModel
import Varlink

/// Parameters of `org.soteria.unblock` as values of the engine.
extension TypedCall where Called.Interface == UnblockAPI {
    /// The place of a request; exactly one member must be given, and `everything` only for a pause.
    func place(
        _ place: UnblockAPI.Place, isPause: Bool
    ) throws(CallError<UnblockAPI>) -> Place {
        if place.site == nil, place.path != nil { throw .invalidParameter("path") }
        switch (place.target, place.site, place.app, place.protection, place.everything) {
        case (let key?, nil, nil, nil, nil): return .target(try short(key, "target"))
        case (nil, let host?, nil, nil, nil): return try site(host, path: place.path)
        case (nil, nil, let identifier?, nil, nil): return try app(identifier)
        case (nil, nil, nil, let id?, nil): return .protection(Int64(id))
        case (nil, nil, nil, nil, let isAsked?):
            guard isAsked, isPause else { throw .invalidParameter("everything") }
            return .everything
        default: throw .invalidParameter("place")
        }
    }

    /// The intent of a person. The rules decide if its category and mood are known.
    func intent(_ said: UnblockAPI.Intent) throws(CallError<UnblockAPI>) -> Intent {
        if said.amount == nil, said.currency != nil { throw .invalidParameter("currency") }
        let currency = try short(said.currency, "currency")
        var amount: Money?
        if let text = said.amount { amount = try money(short(text, "amount"), currency) }
        return Intent(
            purpose: said.purpose == .planned ? .planned : .impulse,
            category: try short(said.category, "category"), mood: try short(said.mood, "mood"),
            amount: amount, minutes: said.minutes)
    }

    /// The money that was spent, as a person reports it afterwards.
    func spent(_ said: UnblockAPI.LogOutcome.Parameters) throws(CallError<UnblockAPI>) -> Money? {
        guard let amount = said.amount else {
            if said.currency != nil { throw .invalidParameter("currency") }
            return nil
        }
        guard said.bought else { throw .invalidParameter("amount") }
        return try money(short(amount, "amount"), short(said.currency, "currency"))
    }

    private func money(
        _ amount: String, _ currency: String?
    ) throws(CallError<UnblockAPI>) -> Money {
        do throws(Money.Problem) {
            return try Money(decimal: amount, currency: currency)
        } catch {
            throw .invalidAmount(amount: amount, problem: error.words)
        }
    }
}

/// Parameters that several interfaces have.
extension TypedCall {
    /// The site or app of which exactly one is given; only a site has a path.
    func place(
        site host: String?, path: String? = nil, app identifier: String?
    ) throws(CallError<Called.Interface>) -> Place {
        switch (host, identifier) {
        case (let host?, nil): return try site(host, path: path)
        case (nil, let identifier?):
            guard path == nil else { throw .invalidParameter("path") }
            return try app(identifier)
        default: throw .invalidParameter("site")
        }
    }

    /// A site, or a page of it if a path is given that is more than `/`.
    func site(_ host: String, path: String?) throws(CallError<Called.Interface>) -> Place {
        guard let place = Place(host: host) else { throw .invalidParameter("site") }
        guard let path else { return place }
        guard let page = place.page(path) else { throw .invalidParameter("path") }
        return page
    }

    /// An application id, or the path of an executable, which is no longer than the rules allow.
    func app(_ identifier: String) throws(CallError<Called.Interface>) -> Place {
        let most = identifier.utf8.first == UInt8(ascii: "/") ? ExecutablePath.mostBytes : 255
        guard (1...most).contains(identifier.utf8.count) else { throw .invalidParameter("app") }
        return .app(identifier)
    }

    /// A parameter that is no longer than the longest name.
    func short(_ text: String, _ name: String) throws(CallError<Called.Interface>) -> String {
        guard text.utf8.count <= 255 else { throw .invalidParameter(name) }
        return text
    }

    func short(_ text: String?, _ name: String) throws(CallError<Called.Interface>) -> String? {
        guard let text else { return nil }
        return try short(text, name) as String
    }

    /// A word of a program: lower-case letters, digits and dashes.
    func word(_ text: String, _ name: String) throws(CallError<Called.Interface>) -> String {
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(letters.contains) else {
            throw .invalidParameter(name)
        }
        return text
    }

    /// An instant that may be left out.
    func instant(
        _ text: String?, _ name: String
    ) throws(CallError<Called.Interface>) -> Instant? {
        guard let text else { return nil }
        guard let instant = Instant(rfc3339: text) else { throw .invalidParameter(name) }
        return instant
    }
}

extension Money.Problem {
    var words: String {
        switch self {
        case .negative: "an amount must not be negative"
        case .enormous: "an amount may be at most \(Money.limit / 1000)"
        case .notDecimal:
            "an amount must be a number such as 49.90, with at most three decimal places"
        case .notACurrency: "a currency must be three capital letters, such as EUR"
        }
    }
}

extension Place {
    /// A host name as `TargetIndex` reads it, so that one host is one place however it is written:
    /// in capitals, with the final dot, or with letters outside ASCII. nil for anything else.
    init?(host: String) {
        guard host.utf8.count <= 254 else { return nil }
        let name = String(TargetIndex.name(of: HostName.encoded(host)))
        // An IPv6 address, as browsers write it, is a host that only "*" means.
        let isAddress = name.first == "[" && name.last == "]"
        let digits = isAddress ? String(name.dropFirst().dropLast().filter { $0 != ":" }) : name
        // An address, or a host with its port, would be found in no rule and pass for open.
        let isHost = digits.utf8.allSatisfy { byte in
            byte > 0x20 && byte != 0x7f && !"/:?#@[]\\%".utf8.contains(byte)
        }
        guard !digits.isEmpty, isHost else { return nil }
        self = .site(name)
    }

    /// The longest path in bytes that is read: browsers have no much longer addresses.
    private static let longestPath = 16_384

    /// A page of a site; the site itself for the path `/`. nil for a path that does not begin with
    /// `/`, has a query or is too long: it would be found in no rule and pass for open.
    func page(_ path: String) -> Place? {
        guard case .site(let host) = self, path.utf8.count <= Self.longestPath,
            path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(where: "?#".utf8.contains)
        else { return nil }
        return SitePath(host: host, path: path).map { .page($0) } ?? self
    }
}
