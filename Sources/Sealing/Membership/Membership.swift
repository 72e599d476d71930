/// The members of a space: a function of the set of entries, in whatever order they came.
package struct Membership: Sendable {
    package let space: SpaceID
    /// The members' keys by id.
    package private(set) var members: [DeviceID: PublicKeys] = [:]
    /// The one device that writes entries; nil if no beginning is held.
    package private(set) var keeper: PublicKeys?
    /// The keys of the phrase; nil for a pair, and if no beginning is held.
    package let recovery: PublicKeys?
    /// The entries that hold in the highest era, from its beginning on.
    package private(set) var applied: [Entry] = []
    /// True if the keeper's log forks: nothing is sealed until the phrase begins another era.
    package private(set) var isFrozen = false
    /// True if a later version wrote an entry that this one does not know.
    package private(set) var isNewer = false
    /// The keys of every device that was ever a member, by id.
    package let known: [DeviceID: PublicKeys]
    /// The files that are as if they were not there.
    package let refused: [[UInt8]: Refusal]

    /// The entries of all eras whose signatures hold, but for newer ones.
    let held: [Entry]
    /// The entries beside beginnings whose signatures hold, by the hash before them.
    private let following: [ContentHash: [Entry]]

    /// The membership that these files of a space say.
    package init(_ space: SpaceID, files: some Sequence<[UInt8]>) {
        let checked = CheckedEntries(files, in: space)
        self.space = space
        recovery = checked.recovery
        refused = checked.refused
        known = checked.known
        held = checked.beginnings + checked.others.filter { $0.change != nil }
        following = Dictionary(grouping: checked.others, by: \.previous)
        guard let era = checked.beginnings.map(\.era).max() else { return }
        let first = checked.beginnings.filter { $0.era == era }.min { $0.hash < $1.hash }
        guard let first, case .beginning(let beginning) = first.content else { return }
        keeper = beginning.keeper
        members = beginning.members
        applied = [first]
        follow(first)
        isNewer = isNewer || checked.newestEra > era
    }

    /// The era that holds; 0 if no beginning is held.
    package var era: Int64 { applied.first?.era ?? 0 }

    /// True if the space is a pair: two devices, no phrase.
    package var isPair: Bool { recovery == nil && !applied.isEmpty }

    /// The epoch to seal under; nil if nothing may be sealed.
    package var epoch: EpochID? { isFrozen || isNewer ? nil : applied.last?.change?.epoch }

    /// The devices that were removed in this era.
    package var removedDevices: Set<DeviceID> {
        Set(
            applied.compactMap {
                if case .removed(let device) = $0.content { device } else { nil }
            })
    }

    /// Applies the entries after a beginning, as far as they follow each other and hold.
    private mutating func follow(_ beginning: Entry) {
        var last = beginning
        while true {
            let entries = entries(after: last)
            guard let next = entries.first else { return }
            if entries.count > 1 { return freeze(from: entries) }
            if case .newer = next.content { isNewer = true }
            guard apply(next) else { return }
            applied.append(next)
            last = next
        }
    }

    /// False if the entry is against the rules; nothing beyond it counts then.
    private mutating func apply(_ entry: Entry) -> Bool {
        switch entry.content {
        case .admitted(let keys):
            guard members[keys.id] == nil, !removedDevices.contains(keys.id),
                !isPair || members.count == 1
            else { return false }
            members[keys.id] = keys
        case .removed(let device):
            guard !isPair, device != keeper?.id, members[device] != nil else { return false }
            members[device] = nil
        case .beginning, .newer: return false
        }
        return true
    }

    /// Removes the devices that any branch of a fork removes; nobody comes.
    private mutating func freeze(from branches: [Entry]) {
        isFrozen = true
        var entries = branches
        while let entry = entries.popLast() {
            if case .removed(let device) = entry.content { members[device] = nil }
            entries += self.entries(after: entry)
        }
    }

    private func entries(after entry: Entry) -> [Entry] {
        (following[entry.hash] ?? []).filter {
            $0.era == entry.era && $0.number == entry.number + 1
        }
    }
}
