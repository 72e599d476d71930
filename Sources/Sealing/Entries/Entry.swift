/// A signed step of a space's membership. Its form holds, and an admitted device signed for itself;
/// the signatures of those who wrote it are the membership's to check.
package struct Entry: Sendable {
    /// The longest file in bytes.
    package static let maximumLength = 64 * 1024

    package enum Content: Sendable {
        case beginning(Beginning)
        case admitted(PublicKeys)
        case removed(DeviceID)
        /// A kind or version that this version does not know.
        case newer(isBeginning: Bool)
    }

    /// From 1: era 1 is the genesis.
    package let era: Int64
    /// The place in the era: 0 for a beginning, then 1, 2, 3 …
    package let number: Int64
    /// The hash of the entry before.
    package let previous: ContentHash
    package let hash: ContentHash
    package let content: Content
    /// The chunks that the writer had taken in, its own included.
    package let heads: [Head]
    /// The new epoch; nil if the entry is newer.
    package let change: EpochChange?

    let signedBytes: [UInt8]
    let signatures: [[UInt8]]

    var isBeginning: Bool {
        switch content {
        case .beginning, .newer(isBeginning: true): true
        case .admitted, .removed, .newer(isBeginning: false): false
        }
    }

    /// The keys of the devices that the entry brings, by id.
    var devices: [DeviceID: PublicKeys] {
        switch content {
        case .beginning(let beginning): beginning.members
        case .admitted(let keys): [keys.id: keys]
        case .removed, .newer: [:]
        }
    }
}

/// The beginning of an era: the genesis, or what the phrase signed.
package struct Beginning: Sendable {
    package let keeper: PublicKeys
    package let members: [DeviceID: PublicKeys]
    /// The keys of the phrase; nil for a pair.
    package let recovery: PublicKeys?

    /// True if a space is the one of this founder and phrase.
    func founds(_ space: SpaceID) -> Bool {
        members.count == 1 && SpaceID(founder: keeper, recovery: recovery) == space
    }
}

/// The epoch that begins with an entry.
package struct EpochChange: Sendable {
    package let epoch: EpochID
    /// The new key, sealed to each receiver.
    let keys: [DeviceID: [UInt8]]
    /// The keys of former epochs, boxed under the new one.
    let before: [EpochID: [UInt8]]
}
