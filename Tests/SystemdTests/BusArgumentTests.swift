import SeededRandom
import TestBus
import Glibc
import Systemd
import Testing

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct BusArgumentTests {
    static let name = "org.example.Values"

    private let daemon: PrivateBus
    private let service: MockService
    private let bus: Bus

    init() throws {
        daemon = try PrivateBus()
        service = try MockService(on: daemon, script: MockService.values)
        bus = try Bus(address: daemon.address)
    }

    private func call(
        _ member: String, _ arguments: BusArgument...
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            destination: Self.name, path: "/org/example", interface: Self.name, member: member,
            arguments: arguments, timeLimit: .seconds(900))
    }

    @Test func carriesEveryType() async throws {
        let reply = try await call(
            "Mirror", "für", .boolean(true), .byte(255), .int32(.min), .uint32(.max),
            .strings(["", "x"]), .dictionary([("k", .byte(2)), ("l", .strings([]))]))
        let table: [BusValue] = [
            .entry(key: .string("k"), value: .variant(.unsigned(2))),
            .entry(key: .string("l"), value: .variant(.array([]))),
        ]
        #expect(
            reply.prefix(6) == [
                .string("für"), .boolean(true), .unsigned(255), .signed(Int64(Int32.min)),
                .unsigned(UInt64(UInt32.max)), .array([.string(""), .string("x")]),
            ])
        #expect(reply.count == 7)
        #expect(reply.last?.elements?.count == table.count)
        for entry in table { #expect(reply.last?.elements?.contains(entry) == true) }
    }

    @Test func carriesDictionariesOfAnyValues() async throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (argument, expected) = Self.table(depth: 3, &generator)
            let reply = try await call("MirrorTable", argument)
            #expect(Self.sorted(reply.first) == Self.sorted(expected), "seed \(seed)")
        }
    }

    /// The arguments of StartTransientUnit.
    @Test func carriesProperties() async throws {
        let reply = try await call(
            "MirrorProperties", .properties([("PIDs", .uint32s([1, 2])), ("Slice", "a.slice")]),
            .array(of: "(sa(sv))", []))
        let processes = BusValue.array([.unsigned(1), .unsigned(2)])
        let properties: [BusValue] = [
            .structure([.string("PIDs"), .variant(processes)]),
            .structure([.string("Slice"), .variant(.string("a.slice"))]),
        ]
        #expect(reply == [.array(properties), .array([])])
    }

    @Test(
        arguments: [
            .string("a\0b"), .strings(["a", "\0"]), .dictionary([("a\0", .byte(1))]),
            .dictionary([("a", .string("\0"))]), .dictionary([("a", .dictionary([("\0", "b")]))]),
        ] as [BusArgument])
    func refusesWhatDBusHasNoFormFor(_ argument: BusArgument) async throws {
        do {
            _ = try await call("MirrorTable", argument)
            Issue.record("\(argument) was sent")
        } catch .invalidCall(let error) {
            #expect(error.code == EINVAL)
        }
        #expect(try await call("MirrorTable", .dictionary([])) == [.array([])], "goes on")
    }

    @Test func isToldOfArgumentsThatTheMethodDoesNotTake() async throws {
        do {
            _ = try await call("MirrorTable", .byte(1))
            Issue.record("a byte is no table")
        } catch .remote(let name, _) {
            #expect(!name.isEmpty)
        }
    }

    @Test func readsAllPropertiesOfAnInterface() async throws {
        let properties = try await bus.properties(
            destination: Self.name, path: "/org/example", interface: Self.name,
            timeLimit: .seconds(900))
        #expect(
            properties == [
                "Number": .unsigned(7), "Names": .array([.string("a"), .string("b")]),
            ])
        await #expect(throws: BusError.remote(name: "org.example.None", message: "no.such")) {
            try await bus.properties(
                destination: Self.name, path: "/org/example", interface: "no.such",
                timeLimit: .seconds(900))
        }
    }

    /// A dictionary at random, and what comes back for it.
    private static func table(
        depth: Int, _ generator: inout SeededGenerator
    ) -> (BusArgument, BusValue) {
        var arguments: [(String, BusArgument)] = []
        var values: [BusValue] = []
        for index in 0..<Int.random(in: 0...4, using: &generator) {
            let (argument, value) = value(depth: depth, &generator)
            arguments.append(("key\(index)", argument))
            values.append(.entry(key: .string("key\(index)"), value: .variant(value)))
        }
        return (.dictionary(arguments), .array(values))
    }

    private static func value(
        depth: Int, _ generator: inout SeededGenerator
    ) -> (BusArgument, BusValue) {
        let bits = UInt64.random(in: 0 ... .max, using: &generator)
        switch Int.random(in: 0...(depth > 0 ? 6 : 5), using: &generator) {
        case 0: return (.string("\(bits)"), .string("\(bits)"))
        case 1: return (.boolean(bits % 2 == 0), .boolean(bits % 2 == 0))
        case 2: return (.byte(UInt8(bits % 256)), .unsigned(bits % 256))
        case 3:
            let number = Int32(truncatingIfNeeded: bits)
            return (.int32(number), .signed(Int64(number)))
        case 4:
            let number = UInt32(truncatingIfNeeded: bits)
            return (.uint32(number), .unsigned(UInt64(number)))
        case 5: return (.strings(["\(bits)"]), .array([.string("\(bits)")]))
        default: return table(depth: depth - 1, &generator)
        }
    }

    /// The value with its dictionaries' entries in order of their keys: the service keeps none.
    private static func sorted(_ value: BusValue?) -> BusValue? {
        switch value {
        case .array(let values):
            .array(
                values.compactMap(sorted).sorted { one, other in
                    guard case .entry(.string(let a), _) = one,
                        case .entry(.string(let b), _) = other
                    else { return false }
                    return a < b
                })
        case .entry(let key, let value): .entry(key: key, value: sorted(value) ?? value)
        case .variant(let inner): .variant(sorted(inner) ?? inner)
        default: value
        }
    }
}
