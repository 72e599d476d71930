import Localization

/// Reads a blocklist of SelfControl, the program for macOS: a binary property list with
/// `HostBlacklist`, a list of texts, and `BlockAsWhitelist`, a truth value.
enum SelfControl {
    enum Reading {
        case draft(RuleDraft)
        /// The file is not a blocklist of SelfControl.
        case otherFile
        /// The file lists the sites that stay open.
        case allowList
    }

    /// The most entries that are read.
    private static let entries = 100_000

    static func read(_ bytes: [UInt8]) -> Reading {
        guard let list = BinaryPropertyList(bytes),
            case .list(let numbers)? = list.object(of: "HostBlacklist"), numbers.count <= entries
        else { return .otherFile }
        if list.object(of: "BlockAsWhitelist") == .truth(true) { return .allowList }
        var draft = RuleDraft()
        var target = RuleDraft.Target(name: "SelfControl")
        var known: Set<String> = []
        for number in numbers {
            guard case .text(let text)? = list.object(number) else {
                draft.leaveOut("", localized("this entry is not text"))
                continue
            }
            switch ForeignSite.read(text) {
            case .site(let site): if known.insert(site).inserted { target.sites.append(site) }
            case .none(let reason): draft.leaveOut(text, reason)
            }
        }
        if !target.sites.isEmpty { draft.targets = [target] }
        return .draft(draft)
    }
}

extension RuleDraft {
    fileprivate mutating func leaveOut(_ value: String, _ reason: String) {
        omissions.append(
            Omission(
                line: nil, setting: "HostBlacklist",
                value: String(value.prefix(Omission.longest)), reason: reason))
    }
}
