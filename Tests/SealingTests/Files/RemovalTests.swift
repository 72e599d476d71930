import Testing

@testable import Sealing

/// A removal, and files that arrive in every order around it: B writes three chunks; the keeper A
/// removes B when it holds some of them, and writes a chunk under the new epoch; C and D look on.
struct RemovalTests {
    private static let entries = ["genesis", "+B", "+C", "+D"]
    private static let chunks = ["b1", "b2", "b3"]

    /// A world in which the removal's heads name the last chunk of B that A holds.
    private static func removal(holding last: Int) throws -> World {
        var world = try World()
        for (index, name) in entries.enumerated().dropFirst() {
            try world.admit(
                String(name.suffix(1)), as: name, after: Array(entries.prefix(index)))
        }
        var heads: [Head] = []
        for (index, name) in chunks.enumerated() {
            try world.chunk(name, by: "B", epoch: "+D")
            if index + 1 == last { heads = [try #require(world.heads["B"])] }
        }
        try world.remove("B", as: "-B", after: entries, heads: heads)
        try world.chunk("a", by: "A", epoch: "-B", heads: heads)
        return world
    }

    /// Every pair of views of C and D: once their heads are exchanged, both count the same chunks.
    @Test(arguments: 0...3)
    func devicesAgreeOnceTheirHeadsAreExchanged(last: Int) throws {
        let removal = try Self.removal(holding: last)
        for seenByC in 0...3 {
            for seenByD in 0...3 {
                var world = removal
                for (device, count) in [("C", seenByC), ("D", seenByD)] {
                    let intake = try intake(of: device, world, chunks: count, knowsRemoval: false)
                    #expect(intake.heads.map(\.number) == (count > 0 ? [Int64(count)] : []))
                    try world.chunk(
                        device.lowercased(), by: device, epoch: "-B", heads: intake.heads)
                }
                let expected = max(last, seenByC, seenByD)
                for device in ["C", "D"] {
                    let intake = try intake(
                        of: device, world, chunks: 3, knowsRemoval: true,
                        others: ["A": ["a"], "C": ["c"], "D": ["d"]])
                    let outcomes = try #require(intake.outcomes[world.id("B")])
                    #expect(outcomes.count { $0 == .taken } == expected)
                    #expect(outcomes.count { $0 == .waits(.head) } == 3 - expected)
                    #expect(intake.outcomes[world.id("A")] == [.taken])
                }
            }
        }
    }

    private func intake(
        of device: String, _ world: World, chunks count: Int, knowsRemoval: Bool,
        others: [String: [String]] = [:]
    ) throws -> Intake {
        let names = Self.entries + (knowsRemoval ? ["-B"] : [])
        var logs = others
        logs["B"] = Array(Self.chunks.prefix(count))
        return Intake(
            world.logs(logs), membership: world.membership(names),
            keyring: try world.keyring(names, of: device))
    }

    /// The chunks of a removed device count, if they are named, and name none of another.
    @Test func aRemovedDeviceVouchesForNobody() throws {
        var world = try World()
        let admitted = Array(Self.entries.prefix(3))
        try world.admit("B", as: "+B", after: ["genesis"])
        try world.admit("C", as: "+C", after: ["genesis", "+B"])
        let devices = ["B", "C"].sorted { world.id($0) < world.id($1) }
        try world.chunk("named", by: devices[1], epoch: "+C")
        let named = try #require(world.heads[devices[1]])
        try world.chunk("naming", by: devices[0], epoch: "+C", heads: [named])
        let naming = try #require(world.heads[devices[0]])
        try world.remove(devices[1], as: "first", after: admitted)
        try world.remove(devices[0], as: "second", after: admitted + ["first"], heads: [naming])
        let logs = world.logs([devices[0]: ["naming"], devices[1]: ["named"]])
        func outcomes(_ names: [String]) throws -> [[Outcome]?] {
            let intake = Intake(
                logs, membership: world.membership(names),
                keyring: try world.keyring(names, of: "A"))
            return devices.map { intake.outcomes[world.id($0)] }
        }
        #expect(try outcomes(admitted + ["first"]) == [[.taken], [.taken]])
        #expect(try outcomes(admitted + ["first", "second"]) == [[.taken], [.waits(.head)]])
    }
}
