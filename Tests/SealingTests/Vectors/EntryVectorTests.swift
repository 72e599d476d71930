import Testing

@testable import Sealing

/// All entries and states of the vectors.
struct EntryVectorTests {
    private let vectors = Vectors.all
    private let files = VectorFiles.all

    @Test func entriesAreMadeByteForByte() throws {
        #expect(vectors.entries.count == 20)
        let signers = files.devices.values.map(\.identity) + [files.phrase]
        for (name, vector) in vectors.entries {
            let parts = try CBOR(vector.file.bytes).array
            let signed = vector.plain.value.encoded()
            #expect(parts.first == .bytes(signed), "\(name)")
            let isBeginning = try vector.plain.value.map.string("k") == "begin"
            let label: Label =
                name == "signed as a chunk" ? .chunk : isBeginning ? .begin : .member
            let possible = try signers.map {
                CBOR.bytes(try label.sign(signed, with: $0.signing))
            }
            for signature in parts.dropFirst() {
                #expect(possible.contains(signature), "\(name)")
            }
        }
    }

    @Test func entriesHaveTheirHashes() throws {
        for (name, vector) in vectors.entries {
            let spaces = [vectors.space.id, vectors.space.pair].map {
                SpaceID(unchecked: $0.bytes)
            }
            let read = spaces.compactMap { try? Entry(vector.file.bytes, in: $0) }.first
            guard let hash = vector.hash else {
                #expect(read == nil, "\(name)")
                continue
            }
            #expect(read == nil || read?.hash.bytes == hash.bytes, "\(name)")
            #expect(read != nil || name == "a genesis of another space")
        }
    }

    @Test(arguments: Vectors.all.states.indices)
    func stateIsWhatTheEntriesSay(index: Int) throws {
        let state = vectors.states[index]
        let membership = Membership(
            SpaceID(unchecked: state.space.bytes), files: state.entries.map(files.entry))
        let says = try #require(state.says)
        #expect(membership.keeper?.id.bytes == says.keeper.bytes)
        #expect(membership.era == says.era)
        #expect(membership.members.keys.sorted().map(\.bytes) == says.members.map(\.bytes))
        #expect(membership.epoch?.bytes == says.epoch?.bytes)
        #expect(membership.isFrozen == says.frozen)
        #expect(membership.isNewer == says.newer)
        let refused = membership.refused.mapValues(\.reason)
        let expected = state.refused.map { (files.entry($0), $1) }
        #expect(refused == Dictionary(uniqueKeysWithValues: expected), "\(state.name)")
    }
}
