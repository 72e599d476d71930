import Crypto

/// The keys of epochs that a receiver has: those sealed to it in any entry, and all that they
/// lead back to.
package struct Keyring: Sendable {
    private var keys: [EpochID: EpochKey] = [:]
    /// The epochs whose keys each epoch's key opens.
    private var links: [EpochID: Set<EpochID>] = [:]

    /// The keys that a device, or a phrase, finds in the entries of a membership.
    package init(
        _ membership: Membership, receiver: DeviceID,
        agreement: Curve25519.KeyAgreement.PrivateKey
    ) {
        let changes = membership.held.compactMap(\.change)
        for change in changes where keys[change.epoch] == nil {
            guard let sealed = change.keys[receiver] else { continue }
            // A keeper may have sealed something else: then it is no key.
            keys[change.epoch] = try? EpochSeal.open(
                sealed, epoch: change.epoch, receiver: receiver, with: agreement,
                in: membership.space)
        }
        let changesByEpoch = Dictionary(grouping: changes, by: \.epoch)
        var open = Array(keys.values)
        while let key = open.popLast() {
            for (former, box) in changesByEpoch[key.id, default: []].flatMap(\.before) {
                guard let found = Self.open(box, of: former, under: key, in: membership.space)
                else { continue }
                links[key.id, default: []].insert(former)
                if keys[former] == nil {
                    keys[former] = found
                    open.append(found)
                }
            }
        }
    }

    /// The keys that a device finds.
    package init(_ membership: Membership, of keys: IdentityKeys) {
        self.init(membership, receiver: keys.id, agreement: keys.agreement)
    }

    /// The key of an epoch; nil if the receiver has none.
    package subscript(epoch: EpochID) -> EpochKey? { keys[epoch] }

    /// The epochs whose keys the receiver has.
    package var epochs: Set<EpochID> { Set(keys.keys) }

    /// The epochs that the key of an epoch leads back to, itself included. Chunks of one's own
    /// under any other are told again.
    package func reached(from epoch: EpochID) -> Set<EpochID> {
        var reached: Set<EpochID> = [epoch]
        var open = [epoch]
        while let next = open.popLast() {
            open += (links[next] ?? []).filter { reached.insert($0).inserted }
        }
        return reached
    }

    /// The keys that a new epoch has to lead back to, by id: the last epoch's, and those that it
    /// does not reach.
    func ends(after last: EpochID?) -> [EpochKey] {
        var ends = last.flatMap { keys[$0] }.map { [$0] } ?? []
        var reached = last.map(self.reached) ?? []
        let linked = links.values.reduce(into: Set()) { $0.formUnion($1) }
        // What nothing leads to comes first, since it may lead to others.
        let (inner, outer) = (epochs.filter(linked.contains), epochs.subtracting(linked))
        for epoch in outer.sorted() + inner.sorted() where !reached.contains(epoch) {
            reached.formUnion(self.reached(from: epoch))
            if let key = keys[epoch] { ends.append(key) }
        }
        return ends.sorted { $0.id < $1.id }
    }

    private static func open(
        _ box: [UInt8], of epoch: EpochID, under key: EpochKey, in space: SpaceID
    ) -> EpochKey? {
        let context = space.bytes + key.id.bytes + epoch.bytes
        guard
            let opened = try? Box.open(box[...], as: .before, key: key.key, about: context)
        else { return nil }
        return try? EpochKey(opened, id: epoch)
    }
}

extension Membership {
    /// The key that a device seals its chunks with; nil while nothing may be sealed, and for a
    /// device that is no member or has not the key.
    package func sealingKey(of device: DeviceID, in keyring: Keyring) -> EpochKey? {
        guard members[device] != nil, let epoch else { return nil }
        return keyring[epoch]
    }
}
