import SeededRandom
import Testing

@testable import Sealing

/// Bytes that are flipped, cut or inserted anywhere are refused, or read as the bytes they are.
struct DamageTests {
    private let files = VectorFiles.all
    private let era = ["genesis", "desktop admitted", "tablet admitted", "tablet removed"]

    @Test func aDamagedChunkIsRefusedAtEveryByte() throws {
        let desktop = files.device("desktop").publicKeys
        let file = files.chunk("desktop 2")
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 1
            #expect(throws: Refusal.signature) { try Chunk(damaged, in: files.space, of: desktop) }
        }
        for count in file.indices {
            let refusal = #expect(throws: Refusal.self) {
                try Chunk(Array(file.prefix(count)), in: files.space, of: desktop)
            }
            #expect(refusal == (count < 65 ? .size : .signature))
        }
    }

    /// A hostile device signs whatever it likes.
    @Test func signedDamageIsRefusedOrCounted() throws {
        var generator = SeededGenerator()
        let laptop = files.device("laptop")
        let membership = Membership(files.space, files: era.map(files.entry))
        let keyring = Keyring(membership, of: laptop.identity)
        for _ in 0..<400 {
            var signed = files.chunk("laptop 1").dropLast(64).map { $0 }
            for _ in 0..<Int.random(in: 1...3, using: &generator) { signed.damage(&generator) }
            guard signed != files.chunk("laptop 1").dropLast(64) else { continue }
            let file = signed + (try Label.chunk.sign(signed, with: laptop.identity.signing))
            let intake = Intake(
                [laptop.id: [file]], membership: membership, keyring: keyring)
            let outcome = try #require(intake.outcomes[laptop.id]?.first)
            switch outcome {
            case .refused(.size), .refused(.newer), .refused(.elsewhere), .refused(.number),
                .empty(.seal), .waits(.key):
                #expect(intake.facts == [])
            default: Issue.record("\(outcome)")
            }
        }
    }

    /// A hostile device seals whatever text it likes.
    @Test func sealedDamageIsEmptyOrReadAsItIs() throws {
        var generator = SeededGenerator()
        let fact = try Fact(
            id: FactID(unchecked: [0, 1, 2, 3, 4, 5, 6, 7]), time: 1,
            content: .kept(targets: ["video"]))
        let head = Head(device: files.device("tablet").id, number: 1, hash: .zeros)
        let good = try ChunkText(facts: [fact, fact], heads: [head]).encoded()
        var readCount = 0
        for _ in 0..<5000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes.damage(&generator) }
            guard let text = try? ChunkText(bytes.span) else { continue }
            let written = text.encoded()
            #expect(bytes.starts(with: written))
            #expect(bytes.dropFirst(written.count).allSatisfy { $0 == 0 })
            _ = text.facts.map(\.content)
            _ = text.facts.counting()
            readCount += 1
        }
        #expect(readCount > 100)
    }

    @Test func aDamagedEntryIsRefusedAtEveryByte() {
        let file = files.entry("desktop admitted")
        let genesis = files.entry("genesis")
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 0x10
            let membership = Membership(files.space, files: [genesis, damaged])
            #expect(membership.refused[damaged] != nil)
            #expect(membership.members.count == 1)
        }
        for count in file.indices {
            #expect(throws: Refusal.self) {
                try Entry(Array(file.prefix(count)), in: files.space)
            }
        }
    }

    /// A hostile keeper signs whatever it likes.
    @Test func signedDamageOfEntriesKeepsTheMembers() throws {
        var generator = SeededGenerator()
        let laptop = files.device("laptop")
        let phrase = files.phrase
        for _ in 0..<400 {
            let name = era.randomElement(using: &generator) ?? era[0]
            let parts = try CBOR(files.entry(name)).array
            guard case .bytes(var signed) = parts[0] else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &generator) { signed.damage(&generator) }
            let signers = name == "genesis" ? [phrase, laptop.identity] : [laptop.identity]
            let label: Label = name == "genesis" ? .begin : .member
            let signatures = try signers.map {
                CBOR.bytes(try label.sign(signed, with: $0.signing))
            }
            let file = CBOR.array([.bytes(signed)] + signatures).encoded()
            let membership = Membership(files.space, files: era.map(files.entry) + [file])
            #expect(membership.keeper == laptop.publicKeys)
            #expect(
                membership.known.keys.allSatisfy { id in
                    files.devices.values.contains { $0.id == id }
                })
            _ = Keyring(membership, of: laptop.identity).epochs
        }
    }

    @Test func aDamagedRequestIsRefusedAtEveryByte() throws {
        let pairing = files.vectors.pairing[0]
        let code = try PairingCode(reading: pairing.code)
        let file = pairing.request.bytes
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 1
            #expect(throws: Refusal.seal) {
                try JoinRequest(damaged, code: code, space: files.space)
            }
            #expect(throws: Refusal.size) {
                try JoinRequest(Array(file.prefix(index)), code: code, space: files.space)
            }
        }
        let other = try PairingCode(reading: files.vectors.pairing[1].code)
        #expect(throws: Refusal.seal) { try JoinRequest(file, code: other, space: files.space) }
        let pair = SpaceID(unchecked: files.vectors.space.pair.bytes)
        #expect(throws: Refusal.seal) { try JoinRequest(file, code: code, space: pair) }
    }
}
