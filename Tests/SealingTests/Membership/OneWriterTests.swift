import Testing

@testable import Sealing

/// Membership and keys at every point of a keeper's log, whatever part of it a device holds.
struct OneWriterTests {
    private static let names = ["genesis", "+B", "+C", "+D", "-C", "-D"]

    /// Two removals; every subset of the entries that a device may hold.
    @Test func aRemovedDeviceNeverHasTheKeyInUse() throws {
        var world = try World()
        for (index, name) in Self.names.enumerated().dropFirst() {
            let before = Array(Self.names.prefix(index))
            let device = String(name.suffix(1))
            if name.hasPrefix("+") {
                try world.admit(device, as: name, after: before)
            } else {
                try world.remove(device, as: name, after: before)
            }
        }
        let devices = ["A", "B", "C", "D"]
        let keyrings = try Dictionary(
            uniqueKeysWithValues: devices.map { ($0, try world.keyring(Self.names, of: $0)) })
        for bits in 0..<(1 << Self.names.count) {
            let subset = Self.names.indices.filter { bits >> $0 & 1 == 1 }.map { Self.names[$0] }
            let membership = world.membership(subset)
            guard let epoch = membership.epoch else {
                #expect(!subset.contains("genesis"))
                continue
            }
            let prefix = Self.names.prefix { subset.contains($0) }
            #expect(membership.applied.count == prefix.count)
            for device in devices {
                let isMember = membership.members[world.id(device)] != nil
                let isRemoved = membership.removedDevices.contains(world.id(device))
                let hasKey = keyrings[device]?[epoch] != nil
                #expect(!isMember || hasKey, "\(device): \(subset)")
                #expect(!isRemoved || !hasKey, "\(device): \(subset)")
            }
        }
    }

    @Test func theNewestKeyOpensAllThatIsStillThere() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.admit("C", as: "+C", after: ["genesis", "+B"])
        try world.remove("B", as: "-B", after: ["genesis", "+B", "+C"])
        let chain = ["genesis", "+B", "+C", "-B"]
        let epochs = Set(chain.compactMap { world.epochs[$0]?.id })
        for device in ["A", "C"] {
            let keyring = try world.keyring(chain, of: device)
            #expect(keyring.epochs == epochs)
            let last = try #require(world.membership(chain).epoch)
            #expect(keyring.reached(from: last) == epochs)
        }
        let removed = try world.keyring(chain, of: "B")
        #expect(removed.epochs == epochs.subtracting([world.epochs["-B"]?.id].compactMap { $0 }))
        #expect(removed.epochs.count == 3)
        #expect(Keyring(world.membership(chain), of: world.phrase).epochs == epochs)
    }

    /// Both branches of a fork have epochs; the phrase leads the new era back to both.
    @Test func aRecoveryLeadsBackToBothBranchesOfAFork() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.admit("C", as: "+C", after: ["genesis", "+B"])
        try world.remove("B", as: "-B", after: ["genesis", "+B"])
        let forked = ["genesis", "+B", "+C", "-B"]
        #expect(world.membership(forked).isFrozen)
        #expect(world.membership(forked).members.keys.sorted() == [world.id("A")])
        try world.recover("E", keeping: ["A"], as: "recovery", after: forked)
        let all = forked + ["recovery"]
        let membership = world.membership(all)
        #expect(!membership.isFrozen && membership.era == 2)
        let last = try #require(membership.epoch)
        #expect(try world.keyring(all, of: "E").reached(from: last).count == 5)
        let restarted = try world.keyring(["genesis", "recovery"], of: "E")
        #expect(restarted.reached(from: last).count > 1)
    }

    @Test func nothingIsWrittenThatWouldNotCount() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        let chain = ["genesis", "+B"]
        #expect(throws: WritingRefusal.isMember) { try world.admit("B", as: "x", after: chain) }
        #expect(throws: WritingRefusal.notAllowed) {
            try world.remove("A", as: "x", after: chain, by: "B")
        }
        #expect(throws: WritingRefusal.isKeeper) { try world.remove("A", as: "x", after: chain) }
        try world.remove("B", as: "-B", after: chain)
        #expect(throws: WritingRefusal.wasRemoved) {
            try world.admit("B", as: "x", after: chain + ["-B"])
        }
        #expect(throws: WritingRefusal.noMember) {
            try world.remove("B", as: "x", after: chain + ["-B"])
        }
        try world.admit("C", as: "+C", after: chain)
        #expect(throws: WritingRefusal.frozen) {
            try world.admit("D", as: "x", after: chain + ["-B", "+C"])
        }
        let head = Head(device: world.id("A"), number: 1, hash: .zeros)
        #expect(throws: WritingRefusal.sealing(.form)) {
            try world.admit("D", as: "x", after: chain, heads: [head, head])
        }
    }

    @Test func aPairAdmitsOneAndRemovesNobody() throws {
        var world = try World()
        let writer = EntryWriter(keys: world.keeper)
        let (space, genesis) = try writer.genesis(recovery: nil, using: &world.generator)
        var pair = Membership(space, files: [genesis.file])
        #expect(pair.isPair)
        var files = [genesis.file]
        for (index, name) in ["ally", "another"].enumerated() {
            try world.addDevice(name)
            let code = PairingCode(using: &world.generator)
            let file = try JoinRequest.file(
                code: code, space: space, keys: world.keys(name), name: name,
                using: &world.generator)
            let request = try JoinRequest(file, code: code, space: space)
            let keyring = Keyring(pair, of: world.keeper.identity)
            guard index == 0 else {
                #expect(throws: WritingRefusal.pair) {
                    try writer.admission(
                        of: request, to: pair, heads: [], keyring: keyring,
                        using: &world.generator)
                }
                continue
            }
            files.append(
                try writer.admission(
                    of: request, to: pair, heads: [], keyring: keyring, using: &world.generator
                ).file)
            pair = Membership(space, files: files)
            #expect(pair.members.count == 2)
            #expect(throws: WritingRefusal.pair) {
                try writer.removal(
                    of: request.keys.id, from: pair, heads: [], keyring: keyring,
                    using: &world.generator)
            }
        }
    }
}
