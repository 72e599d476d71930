import Localization
import RuleFiles
import RuleModel

/// Reads the options of LeechBlock NG, the browser extension.
enum LeechBlock {
    /// The rules that a file of options amounts to; nil if the file is not such a file.
    static func draft(_ bytes: [UInt8]) -> RuleDraft? {
        guard let options = LeechBlockOptions(bytes) else { return nil }
        var draft = RuleDraft(omissions: options.omissions)
        for number in options.sets {
            var set = LeechBlockSet(
                number, options.options.filter { $0.set == number })
            if let target = set.target() { draft.targets.append(target) }
            draft.omissions += set.omissions
        }
        for option in options.options where option.set == nil {
            if let omission = LeechBlockDefaults.omission(option) {
                draft.omissions.append(omission)
            }
        }
        draft.omissions.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return draft
    }
}

/// A block set of LeechBlock.
struct LeechBlockSet {
    private let number: Int
    /// The options that are not read yet, by name.
    private var left: [String: LeechBlockOptions.Option]
    private(set) var omissions: [RuleDraft.Omission] = []

    init(_ number: Int, _ options: [LeechBlockOptions.Option]) {
        self.number = number
        left = Dictionary(options.map { ($0.name, $0) }) { $1 }
    }

    /// The target; nil if the set is off or has no site that a rule can name.
    mutating func target() -> RuleDraft.Target? {
        var target = RuleDraft.Target(name: name())
        let isOff = take("disable")
        if let isOff, isOff.value == "true" {
            leaveOut(isOff, localized("the block set is switched off, so none of it was imported"))
            return nil
        }
        readSites(into: &target)
        if target.sites.isEmpty {
            let rest = left.values.filter { !LeechBlockDefaults.isDefault($0) }
            for option in rest where option.name != "days" {
                leaveOut(option, localized("the block set has no site that a rule can name"))
            }
            return nil
        }
        readTimes(into: &target)
        readDelay(into: &target)
        omissions += left.values.compactMap(LeechBlockDefaults.omission)
        return target
    }

    private mutating func take(_ name: String) -> LeechBlockOptions.Option? {
        left.removeValue(forKey: name)
    }

    /// Takes an option that is neither empty nor `false`.
    private mutating func takeSet(_ name: String) -> LeechBlockOptions.Option? {
        take(name).flatMap { $0.value.isEmpty || $0.value == "false" ? nil : $0 }
    }

    private mutating func leaveOut(
        _ option: LeechBlockOptions.Option, value: String? = nil, _ reason: String
    ) {
        omissions.append(RuleDraft.Omission(option, value: value, reason))
    }

    private mutating func name() -> String {
        let standard = localized("Block set \(number)")
        guard let option = takeSet("setName") else { return standard }
        let name = String(option.value.trimmed)
        guard name.count <= 200, name.unicodeScalars.allSatisfy(Self.isOfNames) else {
            leaveOut(option, localized("a name has at most 200 characters, on one line"))
            return standard
        }
        return name.isEmpty ? standard : name
    }

    /// True for a character that a rule file can contain, on one line.
    private static func isOfNames(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: scalar != "\u{feff}"
        }
    }

    // MARK: - Sites

    private mutating func readSites(into target: inout RuleDraft.Target) {
        guard let option = take("sites") else { return }
        var known: Set<String> = []
        for word in option.value.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard known.insert(word).inserted else { continue }
            switch Self.meaning(of: word) {
            case .site(let site):
                if known.insert("site \(site)").inserted { target.sites.append(site) }
            case .exception(let site):
                if known.insert("exception \(site)").inserted { target.exceptSites.append(site) }
            case .none(let reason): leaveOut(option, value: word, reason)
            }
        }
    }

    private enum Meaning {
        case site(String)
        case exception(String)
        /// No rule can say it; why not.
        case none(String)
    }

    private static func meaning(of word: String) -> Meaning {
        switch word.first {
        case "#": return .none(localized("this is a comment"))
        case "~": return .none(localized("rules cannot contain keywords"))
        case ">": return .none(localized("rules cannot depend on the page that a link came from"))
        default: break
        }
        if word == SiteScope.everySite { return .site(word) }
        let isException = word.hasPrefix("+")
        let text = isException ? String(word.dropFirst()) : word
        if text == "FILE" { return .none(localized("rules cannot block local files")) }
        switch ForeignSite.read(text) {
        case .site(let site): return isException ? .exception(site) : .site(site)
        case .none(let reason): return .none(reason)
        }
    }

    // MARK: - Times

    private mutating func readTimes(into target: inout RuleDraft.Target) {
        let days = days()
        let conjunction = takeSet("conjMode")
        let times = takeSet("times")
        let minutes = takeSet("limitMins")
        let period = takeSet("limitPeriod")
        let offset = takeSet("limitOffset")
        if let conjunction, times == nil || minutes == nil {
            // It asks for both times and a limit, and the set has only one of them.
            for option in [times, minutes, period, offset].compactMap(\.self) {
                leaveOut(
                    option,
                    localized(
                        """
                        with \(conjunction.written)=true, LeechBlock blocks only if both times and \
                        a limit are set
                        """))
            }
            return
        }
        if let times {
            if conjunction == nil {
                target.ranges = ranges(times, days)
            } else {
                leaveOut(
                    times,
                    localized(
                        """
                        a budget applies at all times of day, and quiet hours apply whatever is \
                        left of it
                        """))
            }
        }
        if let minutes {
            target.limit = limit(minutes, period, offset, days)
        } else {
            for option in [period, offset].compactMap(\.self) {
                leaveOut(option, localized("this has no effect without a limit"))
            }
        }
    }

    /// The days, `mon` to `sun`; by default Monday to Friday.
    private mutating func days() -> Set<String> {
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        guard let option = take("days") else { return Set(names[1...5]) }
        guard let code = Int(option.value), (0...127).contains(code) else {
            leaveOut(
                option, localized("this is not a set of days; Monday to Friday is used instead"))
            return Set(names[1...5])
        }
        if code == 0 {
            leaveOut(option, localized("the block set has no days, so it never blocks anything"))
        }
        return Set(names.indices.filter { code & (1 << $0) != 0 }.map { names[$0] })
    }

    private mutating func ranges(
        _ option: LeechBlockOptions.Option, _ days: Set<String>
    ) -> [RangeEntry] {
        guard !days.isEmpty else { return [] }
        var ranges: [RangeEntry] = []
        for word in option.value.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
                .map(Self.minute)
            guard ends.count == 2, let start = ends[0], let end = ends[1] else {
                leaveOut(
                    option, value: String(word), localized("this is not a time such as 0900-1700"))
                continue
            }
            guard start < end else {
                leaveOut(
                    option, value: String(word),
                    localized("LeechBlock ignores times whose end is not after their beginning"))
                continue
            }
            let range = RangeEntry(
                weekdays: days, start: Self.clock(start), end: Self.clock(end))
            if !ranges.contains(range) { ranges.append(range) }
        }
        return ranges
    }

    /// Minutes after midnight for `0930`, at most 1440; nil for other texts.
    private static func minute(_ text: Substring) -> Int? {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 4, digits.allSatisfy({ 0...9 ~= $0 }), digits[2] < 6 else {
            return nil
        }
        return min(1440, (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3])
    }

    private static func clock(_ minute: Int) -> String {
        let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    // MARK: - Limits

    private mutating func limit(
        _ minutes: LeechBlockOptions.Option, _ period: LeechBlockOptions.Option?,
        _ offset: LeechBlockOptions.Option?, _ days: Set<String>
    ) -> RuleDraft.Limit? {
        guard !days.isEmpty else { return nil }
        let periods: [String: Budget.Period] = ["3600": .hour, "86400": .day, "604800": .week]
        guard let per = periods[period?.value ?? "3600"] else {
            for option in [minutes, period].compactMap(\.self) {
                leaveOut(option, localized("the period of a budget is an hour, a day or a week"))
            }
            return nil
        }
        guard let seconds = Self.seconds(ofMinutes: minutes.value), seconds >= 60,
            seconds <= 7 * 86400
        else {
            leaveOut(minutes, localized("a budget is one minute to seven days long"))
            return nil
        }
        var limit = RuleDraft.Limit(length: .seconds(seconds), period: per)
        if per == .week {
            let reason = localized("a weekly budget counts every day, from Monday on")
            if days.count < 7 { leaveOut(period ?? minutes, reason) }
        } else if days.count < 7 {
            limit.days = RangeEntry(weekdays: days, start: "00:00", end: "24:00").days
        }
        if let offset, per != .hour {
            if let hours = Int(offset.value), (-23...23).contains(hours) {
                limit.resets = Self.clock((hours + 24) % 24 * 60)
            } else {
                leaveOut(offset, localized("a period must begin on the hour"))
            }
        }
        return limit
    }

    /// Whole seconds for minutes such as `12.5`; nil for other texts.
    private static func seconds(ofMinutes text: String) -> Int64? {
        guard text.utf8.count <= 12,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let minutes = Double(text)
        else { return nil }
        return Int64((minutes * 60).rounded())
    }

    // MARK: - The delaying page

    /// The delaying page opens a site after a while, as an unblock does.
    private mutating func readDelay(into target: inout RuleDraft.Target) {
        guard let page = left["blockURL"], page.value.contains("delayed.html") else { return }
        left["blockURL"] = nil
        // LeechBlock counts 60 seconds if nothing else is set.
        let wait = take("delaySecs")
        let seconds = wait.map(\.value) ?? "60"
        if let number = Int64(seconds), (1...7200).contains(number) {
            target.wait = .seconds(number)
        } else if let wait {
            leaveOut(wait, localized("a wait is one second to two hours long"))
        }
        guard let grant = takeSet("delayAllowMins") else { return }
        if let minutes = Int64(grant.value), (1...1440).contains(minutes) {
            target.grant = .minutes(minutes)
        } else {
            leaveOut(grant, localized("an unblock is one minute to 24 hours long"))
        }
    }
}
