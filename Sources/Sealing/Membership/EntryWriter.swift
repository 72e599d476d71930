/// The reason why an entry cannot be written.
package enum WritingRefusal: Error, Hashable, Sendable {
    /// Only the keeper writes entries, and only the phrase of the space begins an era.
    case notAllowed
    /// The keeper's log forks: the phrase begins another era.
    case frozen
    /// A later version wrote entries.
    case newer
    /// The device is a member.
    case isMember
    /// The device was removed in this era; it asks again with keys of its own.
    case wasRemoved
    /// The device is no member.
    case noMember
    /// The keeper removes no keeper.
    case isKeeper
    /// A pair has two devices and no phrase.
    case pair
    /// The entry is longer than a file of a space may be.
    case tooLong
    /// No key can be sealed to this device.
    case receiver(DeviceID)
    /// Cryptography failed.
    case sealing(Refusal)
}

/// Writes the entries of a device. Each has a new epoch, whose key is drawn.
package struct EntryWriter: Sendable {
    /// An entry's file, and the key of its epoch.
    package struct Written: Sendable {
        package let file: [UInt8]
        package let epoch: EpochKey
    }

    private let keys: DeviceKeys

    package init(keys: DeviceKeys) { self.keys = keys }

    /// The genesis of a space that this device founds; of a pair without recovery.
    package func genesis(
        recovery: IdentityKeys?, using generator: inout some RandomNumberGenerator
    ) throws(WritingRefusal) -> (space: SpaceID, entry: Written) {
        let space = SpaceID(founder: keys.publicKeys, recovery: recovery?.publicKeys)
        let draft = Draft(
            space: space, recovery: recovery?.publicKeys, receivers: [keys.publicKeys], heads: [],
            ends: [])
        let members = beginningMembers(
            era: 1, previous: .zeros, members: [keys.publicKeys], recovery: recovery?.publicKeys)
        let signers = [recovery, keys.identity].compactMap { $0 }
        return (
            space,
            try write(draft, members, label: .begin, signers: signers, using: &generator)
        )
    }

    /// The beginning of the next era, with this device as keeper: signed with the phrase.
    package func beginning(
        after membership: Membership, members: [PublicKeys], recovery: IdentityKeys,
        heads: [Head], keyring: Keyring, using generator: inout some RandomNumberGenerator
    ) throws(WritingRefusal) -> Written {
        guard let last = membership.applied.last, membership.recovery == recovery.publicKeys,
            membership.era < .max
        else { throw .notAllowed }
        guard !membership.isNewer else { throw .newer }
        guard members.contains(keys.publicKeys) else { throw .noMember }
        let draft = Draft(
            space: membership.space, recovery: recovery.publicKeys, receivers: members,
            heads: heads, ends: keyring.ends(after: last.change?.epoch))
        let map = beginningMembers(
            era: membership.era + 1, previous: last.hash, members: members,
            recovery: recovery.publicKeys)
        return try write(
            draft, map, label: .begin, signers: [recovery, keys.identity], using: &generator)
    }

    /// The entry that admits the device of a request.
    package func admission(
        of request: JoinRequest, to membership: Membership, heads: [Head], keyring: Keyring,
        using generator: inout some RandomNumberGenerator
    ) throws(WritingRefusal) -> Written {
        let device = request.keys.id
        let last = try lastEntry(of: membership)
        guard membership.members[device] == nil else { throw .isMember }
        guard !membership.removedDevices.contains(device) else { throw .wasRemoved }
        guard !membership.isPair || membership.members.count == 1 else { throw .pair }
        var map = following(last, kind: .admitted, device: device)
        map["ed"] = .bytes(request.keys.signing)
        map["x"] = .bytes(request.keys.agreement)
        map["join"] = request.join.cbor
        map["own"] = .bytes(request.signature)
        let draft = Draft(
            space: membership.space, recovery: membership.recovery,
            receivers: membership.members.values + [request.keys], heads: heads,
            ends: keyring.ends(after: last.change?.epoch))
        return try write(
            draft, map, label: .member, signers: [keys.identity], using: &generator)
    }

    /// The entry that removes a member.
    package func removal(
        of device: DeviceID, from membership: Membership, heads: [Head], keyring: Keyring,
        using generator: inout some RandomNumberGenerator
    ) throws(WritingRefusal) -> Written {
        let last = try lastEntry(of: membership)
        guard !membership.isPair else { throw .pair }
        guard membership.members[device] != nil else { throw .noMember }
        guard device != membership.keeper?.id else { throw .isKeeper }
        let draft = Draft(
            space: membership.space, recovery: membership.recovery,
            receivers: membership.members.values.filter { $0.id != device }, heads: heads,
            ends: keyring.ends(after: last.change?.epoch))
        return try write(
            draft, following(last, kind: .removed, device: device), label: .member,
            signers: [keys.identity], using: &generator)
    }

    /// The last entry, if this device may write the next.
    private func lastEntry(of membership: Membership) throws(WritingRefusal) -> Entry {
        guard let last = membership.applied.last, membership.keeper == keys.publicKeys else {
            throw .notAllowed
        }
        guard !membership.isFrozen else { throw .frozen }
        guard !membership.isNewer else { throw .newer }
        return last
    }

    private func beginningMembers(
        era: Int64, previous: ContentHash, members: [PublicKeys], recovery: PublicKeys?
    ) -> CBORMap {
        [
            "k": .text(Entry.Kind.begin.rawValue), "era": .integer(era), "prev": previous.cbor,
            "keeper": keys.id.cbor, "recovery": recovery?.cbor ?? .null,
            "members": .array(Set(members).sorted { $0.id < $1.id }.map(\.cbor)),
        ]
    }

    private func following(_ last: Entry, kind: Entry.Kind, device: DeviceID) -> CBORMap {
        [
            "k": .text(kind.rawValue), "era": .integer(last.era), "prev": last.hash.cbor,
            "n": .integer(last.number + 1), "device": device.cbor,
        ]
    }
}

extension EntryWriter {
    /// The members that all entries have, before they are sealed.
    private struct Draft {
        let space: SpaceID
        let recovery: PublicKeys?
        /// The members after the entry.
        let receivers: [PublicKeys]
        let heads: [Head]
        /// The keys that the new epoch leads back to.
        let ends: [EpochKey]
    }

    private func write(
        _ draft: Draft, _ members: CBORMap, label: Label, signers: [IdentityKeys],
        using generator: inout some RandomNumberGenerator
    ) throws(WritingRefusal) -> Written {
        guard Set(draft.heads.map(\.device)).count == draft.heads.count else {
            throw .sealing(.form)
        }
        let epoch: EpochKey
        var members = members
        members["v"] = .integer(Entry.version)
        members["space"] = draft.space.cbor
        members["heads"] = draft.heads.cbor
        do throws(Refusal) {
            epoch = try EpochKey(using: &generator)
            members["epoch"] = epoch.id.cbor
            members["before"] = .array(
                try former(draft, under: epoch, using: &generator))
        } catch { throw .sealing(error) }
        members["keys"] = .array(try sealed(epoch, draft))
        let signed = CBOR.map(members).encoded()
        var parts = [CBOR.bytes(signed)]
        do throws(Refusal) {
            for signer in signers {
                parts.append(.bytes(try label.sign(signed, with: signer.signing)))
            }
        } catch { throw .sealing(error) }
        let file = CBOR.array(parts).encoded()
        guard file.count <= Entry.maximumLength else { throw .tooLong }
        return Written(file: file, epoch: epoch)
    }

    /// The new key for each receiver and the phrase, by id.
    private func sealed(_ epoch: EpochKey, _ draft: Draft) throws(WritingRefusal) -> [CBOR] {
        var rows: [CBOR] = []
        let receivers = Set(draft.receivers + [draft.recovery].compactMap { $0 })
        for receiver in receivers.sorted(by: { $0.id < $1.id }) {
            do throws(Refusal) {
                let sealed = try EpochSeal.seal(epoch, to: receiver, in: draft.space)
                rows.append(.array([receiver.id.cbor, .bytes(sealed)]))
            } catch { throw .receiver(receiver.id) }
        }
        return rows
    }

    /// The former keys under the new one, by id.
    private func former(
        _ draft: Draft, under epoch: EpochKey, using generator: inout some RandomNumberGenerator
    ) throws(Refusal) -> [CBOR] {
        var rows: [CBOR] = []
        for former in draft.ends {
            var box: [UInt8] = []
            try Box.append(
                former.key.copiedBytes, to: &box, as: .before, key: epoch.key,
                secret: keys.secret, about: draft.space.bytes + epoch.id.bytes + former.id.bytes,
                noise: generator.bytes(Box.saltCount))
            rows.append(.array([former.id.cbor, .bytes(box)]))
        }
        return rows
    }
}
