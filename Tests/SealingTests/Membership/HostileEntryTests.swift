import Foundation
import SeededRandom
import Testing

@testable import Sealing

/// Sets of hostile entries: nobody gets in without the keeper or the phrase.
struct HostileEntryTests {
    private let files = VectorFiles.all
    private let names = [
        "genesis", "desktop admitted", "tablet admitted", "tablet removed",
        "a fork: desktop removed", "a removed device admitted again",
        "an entry of another than the keeper", "a false genesis", "an era without the phrase",
        "recovery", "another recovery", "admitted without its own signature",
    ]

    /// Some of the 4,096 subsets of these entries, all of them in a long run.
    @Test func subsetsOfTheVectorsKeepTheRules() {
        for subset in Self.subsets(of: names) {
            let membership = Membership(files.space, files: subset.map(files.entry))
            if let violation = violation(of: membership, from: subset) {
                Issue.record("\(violation): \(subset.sorted())")
            }
        }
    }

    private static func subsets(of names: [String], test: String = #function) -> [Set<String>] {
        let all = 0..<(1 << names.count)
        var generator = SeededGenerator(for: test)
        let isLong = ProcessInfo.processInfo.environment["SOTERIA_LONG"] == "1"
        let chosen = isLong ? Array(all) : Array(all.shuffled(using: &generator).prefix(200))
        return chosen.map { bits in
            Set(names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] })
        }
    }

    private func violation(of membership: Membership, from subset: Set<String>) -> String? {
        let id = { files.device($0).id }
        let members = Set(membership.members.keys)
        let isRecovered = !subset.isDisjoint(with: ["recovery", "another recovery"])
        guard let keeper = membership.keeper?.id else {
            return subset.contains("genesis") ? "a genesis counts" : nil
        }
        if members.contains(id("thief")) || keeper == id("thief") { return "a thief is in" }
        if !subset.contains("genesis") { return "something without a genesis" }
        let isNewKeeper = keeper == id("spare") || keeper == id("other")
        if isRecovered != isNewKeeper || isRecovered && membership.era != 2 { return "the phrase" }
        if isRecovered { return nil }
        let isAdmitted = subset.contains("desktop admitted")
        if members.contains(id("desktop")), !isAdmitted { return "admitted by nobody" }
        guard subset.isSuperset(of: ["desktop admitted", "tablet admitted", "tablet removed"])
        else { return nil }
        if members.contains(id("tablet")) { return "a removal that is held stays" }
        guard subset.contains("a fork: desktop removed") else { return nil }
        let isStopped = membership.isFrozen && membership.epoch == nil
        return !isStopped || members.contains(id("desktop")) ? "a fork stops everything" : nil
    }

    /// Some subsets of the entries of a thief who has the keeper's keys and of recoveries, all of
    /// the 2,048 in a long run.
    @Test func aForkOfTheKeeperAdmitsNobody() throws {
        let world = try Self.forked()
        let names = world.entries.keys.sorted()
        #expect(names.count == 11)
        for subset in Self.subsets(of: names) {
            let membership = world.membership(subset)
            guard let keeper = membership.keeper?.id else {
                #expect(!subset.contains("genesis"))
                continue
            }
            let members = Set(membership.members.keys)
            #expect([world.id("A"), world.id("E"), world.id("F")].contains(keeper))
            #expect(!members.contains(world.id("M")), "\(subset.sorted())")
            let isRecovered = keeper != world.id("A")
            #expect(!isRecovered || !members.contains(world.id("X")), "\(subset.sorted())")
            let chain: Set = ["genesis", "+B", "+C", "-B"]
            if !isRecovered, subset.isSuperset(of: chain) {
                #expect(!members.contains(world.id("B")), "\(subset.sorted())")
                #expect(membership.isFrozen == subset.contains("+X"))
                #expect(!membership.isFrozen || !members.contains(world.id("X")))
            }
        }
    }

    /// A keeps; B and C are admitted, B is removed; a thief with A's keys admits X instead; B signs
    /// entries; M begins an era without the phrase; E and F recover at once.
    private static func forked() throws -> World {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.admit("C", as: "+C", after: ["genesis", "+B"])
        let chain = ["genesis", "+B", "+C"]
        try world.remove("B", as: "-B", after: chain)
        try world.admit("X", as: "+X", after: chain)
        var members = try world.members(of: "-B")
        members["device"] = world.id("A").cbor
        try world.forge(members, as: "B removes A", by: [world.keys("B").identity])
        members["n"] = .integer(1)
        members["prev"] = world.membership(["genesis"]).applied[0].hash.cbor
        members["device"] = world.id("C").cbor
        try world.forge(members, as: "B removes C", by: [world.keys("B").identity])
        try world.recover("E", keeping: ["C"], as: "recovery of E", after: chain + ["-B"])
        try world.recover("F", keeping: ["C"], as: "recovery of F", after: chain + ["-B"])
        try world.addDevice("M")
        var begin = try world.members(of: "recovery of E")
        begin["keeper"] = world.id("M").cbor
        begin["members"] = .array([try world.keys("M").publicKeys.cbor])
        let thief = try world.keys("M").identity
        try world.forge(begin, as: "M begins", by: [thief, thief])
        try world.admit("Y", as: "+Y", after: ["genesis", "recovery of E"], by: "E")
        return world
    }

    /// Whoever may write to the storage adds bytes to a file; the entry stays the same one.
    @Test func aSecondSignatureMakesNoFork() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        let parts = try CBOR(try #require(world.entries["+B"])).array
        world.keep(CBOR.array(parts + [.bytes([])]).encoded(), as: "with another part")
        world.keep(CBOR.array([parts[0], parts[1], parts[1]]).encoded(), as: "signed twice")
        let membership = world.membership(world.entries.keys)
        #expect(!membership.isFrozen)
        #expect(membership.members.count == 2)
        #expect(membership.refused.values.sorted { $0.reason < $1.reason } == [.form, .form])
    }

    @Test func aMemberTwiceIsNoForm() throws {
        var world = try World()
        var members = try world.members(of: "genesis")
        let keys = world.keeper.publicKeys.cbor
        members["members"] = .array([keys, keys])
        try world.forge(members, as: "twice", by: [world.phrase, world.keeper.identity])
        let twice = try #require(world.entries["twice"])
        #expect(throws: Refusal.form) { try Entry(twice, in: world.space) }
    }

    /// The members of a later version are not read as those of this one.
    @Test func aLaterVersionEndsTheLogAndBringsNobody() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        var members = try world.members(of: "+B")
        members["v"] = .integer(2)
        try world.forge(members, as: "later", by: [world.keeper.identity])
        members["v"] = .integer(1)
        members["k"] = .text("renamed")
        try world.forge(members, as: "unknown", by: [world.keeper.identity])
        for name in ["later", "unknown"] {
            let membership = world.membership(["genesis", name])
            #expect(membership.isNewer && membership.epoch == nil)
            #expect(Set(membership.known.keys) == [world.id("A")])
            #expect(membership.refused.isEmpty)
        }
        #expect(world.membership(["genesis", "later", "+B"]).isFrozen)
    }

    /// An entry counts in its own era and at its own place alone.
    @Test func anEntryOfAnotherEraOrPlaceDoesNotFollow() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        for (name, change) in [("n", 2), ("n", .max), ("n", 0), ("era", 2)] as [(String, Int64)] {
            var members = try world.members(of: "+B")
            members[name] = .integer(change)
            try world.forge(members, as: "other", by: [world.keeper.identity])
            let membership = world.membership(["genesis", "other"])
            #expect(Set(membership.members.keys) == [world.id("A")])
            #expect(membership.epoch == world.epochs["genesis"]?.id)
        }
    }

    /// A keeper of two eras signs an entry of the former that follows the beginning of the latter.
    @Test func anEntryOfAFormerEraDoesNotFollowALaterBeginning() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.recover("A", keeping: ["B"], as: "again", after: ["genesis", "+B"])
        try world.remove("B", as: "-B", after: ["genesis", "+B", "again"])
        var members = try world.members(of: "-B")
        members["era"] = .integer(1)
        try world.forge(members, as: "former", by: [world.keeper.identity])
        let names = ["genesis", "+B", "again"]
        #expect(world.membership(names + ["former"]).members.count == 2)
        #expect(world.membership(names + ["-B"]).members.count == 1)
        members["era"] = .integer(0)
        try world.forge(members, as: "before all", by: [world.keeper.identity])
        let file = try #require(world.entries["before all"])
        #expect(throws: Refusal.form) { try Entry(file, in: world.space) }
    }

    @Test func aKeeperThatRemovesItselfStays() throws {
        var world = try World()
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.remove("B", as: "-B", after: ["genesis", "+B"])
        var members = try world.members(of: "-B")
        members["device"] = world.id("A").cbor
        try world.forge(members, as: "-A", by: [world.keeper.identity])
        let membership = world.membership(["genesis", "+B", "-A"])
        #expect(membership.members.count == 2)
        #expect(membership.epoch == world.epochs["+B"]?.id)
    }

    /// A pair has no second era, and one signature.
    @Test func aPairBeginsOnce() throws {
        var world = try World()
        let (space, genesis) = try EntryWriter(keys: world.keeper).genesis(
            recovery: nil, using: &world.generator)
        world.keep(genesis.file, as: "pair")
        var members = try world.members(of: "pair")
        let keeper = world.keeper.identity
        try world.forge(members, as: "signed twice", by: [keeper, keeper])
        members["era"] = .integer(2)
        try world.forge(members, as: "again", by: [keeper])
        let files = ["pair", "signed twice", "again"].compactMap { world.entries[$0] }
        let membership = Membership(space, files: files)
        #expect(membership.era == 1 && membership.isPair)
        #expect(membership.refused == [files[1]: .signature, files[2]: .elsewhere])
    }
}
