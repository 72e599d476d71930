import Crypto
import Foundation
import Testing

@testable import Sealing

/// Keys that a keeper sealed are keys only if they hash to their epoch.
struct KeyringTests {
    /// A world in which B is admitted, and the members of that entry.
    private func admitted() throws -> (world: World, members: CBORMap) {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        return (world, try world.members(of: "+B"))
    }

    @Test func aFormerKeyThatIsAnotherIsNone() throws {
        var (world, members) = try admitted()
        let epoch = try #require(world.epochs["+B"])
        let former = try #require(world.epochs["genesis"])
        #expect(try world.keyring(["genesis", "+B"], of: "B")[former.id]?.key == former.key)
        let another = try EpochKey(using: &world.generator)
        var box: [UInt8] = []
        try Box.append(
            another.key.copiedBytes, to: &box, as: .before, key: epoch.key,
            secret: world.keeper.secret,
            about: world.space.bytes + epoch.id.bytes + former.id.bytes,
            noise: world.generator.bytes(32))
        members["before"] = .array([.array([former.id.cbor, .bytes(box)])])
        try world.forge(members, as: "forged", by: [world.keeper.identity])
        let names = ["genesis", "forged"]
        #expect(world.membership(names).members.count == 2)
        let keyring = try world.keyring(names, of: "B")
        #expect(keyring.epochs == [epoch.id])
        #expect(keyring.reached(from: epoch.id) == [epoch.id])
    }

    @Test func aSealedKeyThatIsAnotherIsNone() throws {
        var (world, members) = try admitted()
        let epoch = try #require(world.epochs["+B"])
        let receiver = try world.keys("B")
        let info = Label.epoch.bytes + world.space.bytes + epoch.id.bytes + receiver.id.bytes
        var sender = try HPKE.Sender(
            recipientKey: receiver.identity.agreement.publicKey,
            ciphersuite: .init(
                kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly),
            info: Data(info))
        let sealed = try sender.seal(Data(repeating: 1, count: 32))
        let bytes = Array(sender.encapsulatedKey + sealed)
        members["keys"] = .array([.array([receiver.id.cbor, .bytes(bytes)])])
        try world.forge(members, as: "forged", by: [world.keeper.identity])
        let names = ["genesis", "forged"]
        #expect(try world.keyring(names, of: "B").epochs.isEmpty)
        #expect(
            world.membership(names).sealingKey(
                of: receiver.id, in: try world.keyring(names, of: "B")) == nil)
    }

    @Test func onlyAMemberWithTheKeySeals() throws {
        var (world, _) = try admitted()
        let names = ["genesis", "+B"]
        func sealingKey(_ device: String, _ names: [String]) throws -> EpochID? {
            let keyring = try world.keyring(names, of: device)
            return world.membership(names).sealingKey(of: world.id(device), in: keyring)?.id
        }
        #expect(try sealingKey("A", names) == world.epochs["+B"]?.id)
        #expect(try sealingKey("B", names) == world.epochs["+B"]?.id)
        #expect(try sealingKey("B", ["genesis"]) == nil)
        try world.remove("B", as: "-B", after: names)
        #expect(try sealingKey("A", names + ["-B"]) == world.epochs["-B"]?.id)
        #expect(try sealingKey("B", names + ["-B"]) == nil)
    }
}
