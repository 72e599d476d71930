import Crypto
import Testing

@testable import Sealing

/// Limits of sizes, counts and lengths.
struct LimitTests {
    private func fact(_ content: FactContent = .kept(targets: [])) throws -> Fact {
        try Fact(id: FactID(unchecked: [UInt8](repeating: 1, count: 8)), time: 1, content: content)
    }

    @Test func aTextHas500FactsAtMost() throws {
        let facts = [Fact](repeating: try fact(), count: 500)
        let text = try ChunkText(facts: facts, heads: [])
        #expect(try ChunkText(text.encoded().span).facts.count == 500)
        #expect(throws: Refusal.form) { try ChunkText(facts: facts + facts.prefix(1), heads: []) }
        let more = CBOR.map(["f": .array((facts + facts.prefix(1)).map(\.cbor)), "h": .array([])])
        #expect(throws: Refusal.form) { try ChunkText(more.encoded().span) }
    }

    @Test func aTextThatFitsNoSizeIsRefused() throws {
        var world = try World()
        let entry = String(repeating: "x", count: 30_000)
        let facts = try (0..<9).map { _ in try fact(.rules(key: "k", counter: 1, entry: entry)) }
        let epoch = try #require(world.epochs["genesis"])
        func file(_ count: Int) throws -> [UInt8] {
            try Chunk.file(
                ChunkText(facts: Array(facts.prefix(count)), heads: []), in: world.space,
                after: nil, epoch: epoch, keys: world.keeper, using: &world.generator
            ).file
        }
        #expect(try file(8).count == 262_144)
        #expect(try file(2).count == 65_536)
        #expect(throws: Refusal.size) { try file(9) }
        let last = Head(device: world.keeper.id, number: .max, hash: .zeros)
        #expect(throws: Refusal.number) {
            try Chunk.file(
                ChunkText(facts: [], heads: []), in: world.space, after: last, epoch: epoch,
                keys: world.keeper, using: &world.generator)
        }
    }

    @Test func aLongFactIsKeptAndNotFolded() throws {
        let words = String(repeating: "x", count: Fact.maximumLength)
        #expect(throws: Refusal.form) { try fact(.summary(lines: [words])) }
        var members = try fact(.summary(lines: [])).members
        members["lines"] = .array([.text(words)])
        let long = try Fact(members)
        #expect(long.content == nil)
        #expect(try Fact(long.encoded()) == long)
    }

    @Test func aDeepFactIsNotMade() throws {
        let five = (0..<5).reduce(CBOR.null) { value, _ in .array([value]) }
        let text = try ChunkText(
            facts: [fact(.said(key: "k", counter: 1, value: five))], heads: [])
        #expect(try ChunkText(text.encoded().span) == text)
        #expect(throws: Refusal.form) {
            try fact(.said(key: "k", counter: 1, value: .array([five])))
        }
    }

    @Test func aLongNameIsRefused() throws {
        var world = try World()
        let code = PairingCode(using: &world.generator)
        func request(_ name: String) throws -> JoinRequest {
            let file = try JoinRequest.file(
                code: code, space: world.space, keys: world.keeper, name: name,
                former: DeviceID(unchecked: [UInt8](repeating: 7, count: 16)),
                using: &world.generator)
            return try JoinRequest(file, code: code, space: world.space)
        }
        let longest = String(repeating: "é", count: 32)
        #expect(try request(longest).name == longest)
        #expect(try request("").former?.bytes == [UInt8](repeating: 7, count: 16))
        #expect(throws: Refusal.form) { try request(longest + "x") }
    }

    @Test func aLongEntryIsNeitherWrittenNorRead() throws {
        var world = try World()
        let heads = try (0..<1300).map { _ in
            Head(
                device: try DeviceKeys(using: &world.generator).id, number: 1, hash: .zeros)
        }
        #expect(throws: WritingRefusal.tooLong) {
            try world.admit("B", as: "+B", after: ["genesis"], heads: heads)
        }
        let long = [UInt8](repeating: 0, count: Entry.maximumLength + 1)
        #expect(throws: Refusal.size) { try Entry(long, in: world.space) }
    }

    /// The points of small order that are written in the fewest ways.
    @Test(arguments: [
        [0], [1], [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    ])
    func nothingIsSealedToAKeyThatAnybodyOpens(start: [UInt8]) throws {
        var world = try World()
        let weak = start + [UInt8](repeating: 0, count: 32 - start.count)
        let receiver = try #require(
            PublicKeys(signing: world.keeper.publicKeys.signing, agreement: weak))
        let epoch = try #require(world.epochs["genesis"])
        #expect(throws: Refusal.seal) {
            try EpochSeal.seal(epoch, to: receiver, in: world.space)
        }
        #expect(throws: Refusal.seal) {
            try EpochSeal.open(
                weak + [UInt8](repeating: 0, count: 48), epoch: epoch.id,
                receiver: world.keeper.id, with: world.keeper.identity.agreement, in: world.space)
        }
        try world.addDevice("B")
        let keys = try world.keys("B")
        #expect(throws: WritingRefusal.receiver(receiver.id)) {
            try EntryWriter(keys: keys).beginning(
                after: world.membership(["genesis"]), members: [keys.publicKeys, receiver],
                recovery: world.phrase, heads: [],
                keyring: Keyring(world.membership(["genesis"]), of: world.phrase),
                using: &world.generator)
        }
    }

    @Test func keysHaveTheirLength() {
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(PublicKeys(signing: [], agreement: zeros) == nil)
        #expect(throws: Refusal.form) { try EpochKey(SymmetricKey(data: [1])) }
        #expect(throws: Refusal.form) {
            try IdentityKeys(
                signing: SymmetricKey(data: [1]), agreement: SymmetricKey(data: zeros))
        }
    }

    @Test func aRequestWithAKeyThatAnybodyOpensIsRefused() throws {
        var world = try World()
        let code = PairingCode(using: &world.generator)
        let join = code.join(in: world.space)
        let signing = world.keeper.identity.signing
        let weak = [UInt8](repeating: 0, count: 32)
        let ed = world.keeper.publicKeys.signing
        let own = try Label.join.sign(world.space.bytes + ed + weak + join.bytes, with: signing)
        let members: CBORMap = [
            "v": .integer(1), "ed": .bytes(ed), "x": .bytes(weak), "own": .bytes(own),
            "name": .text("B"),
        ]
        var text = CBOR.map(members).encoded()
        text += repeatElement(0, count: 384 - text.count)
        var file: [UInt8] = []
        try Box.append(
            text, to: &file, as: .join, key: code.key(in: world.space),
            secret: world.keeper.secret, about: world.space.bytes + join.bytes,
            noise: world.generator.bytes(32))
        #expect(throws: Refusal.seal) { try JoinRequest(file, code: code, space: world.space) }
    }

    @Test func aSignedFileOfAnotherSizeIsRefused() throws {
        var world = try World()
        try world.chunk("a", by: "A", epoch: "genesis")
        let chunk = try #require(world.chunks["a"])
        for size in [153, 511, 513, 700, 262_143] {
            var signed = Array(chunk.dropLast(64).prefix(size - 64))
            signed += repeatElement(0, count: size - 64 - signed.count)
            let signature = try Label.chunk.sign(
                signed, with: world.keeper.identity.signing)
            #expect(throws: Refusal.size) {
                try Chunk(signed + signature, in: world.space, of: world.keeper.publicKeys)
            }
        }
    }

    @Test func headsAreInTheOrderOfTheirDevicesEachOnce() throws {
        let heads = (1...2).map {
            Head(
                device: DeviceID(unchecked: [UInt8](repeating: $0, count: 16)), number: 1,
                hash: .zeros)
        }
        #expect(try [Head](.array(heads.map(\.cbor))) == heads)
        #expect(throws: Refusal.form) { try [Head](.array(heads.reversed().map(\.cbor))) }
        #expect(throws: Refusal.form) { try [Head](.array([heads[0].cbor, heads[0].cbor])) }
        #expect(throws: Refusal.form) { try ChunkText(facts: [], heads: [heads[0], heads[0]]) }
        let none = CBOR.array([heads[0].device.cbor, .integer(0), ContentHash.zeros.cbor])
        #expect(throws: Refusal.form) { try [Head](.array([none])) }
    }
}
