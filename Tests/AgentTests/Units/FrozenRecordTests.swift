import SeededRandom
import TestBus
import Testing

@testable import soteria_agent

/// The record of frozen units, in a file that outlives the agent.
struct FrozenRecordTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.path("frozen") }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private static func unit(_ name: String) -> AppUnit {
        AppBench.unit("app-x-\(name)-1.scope")
    }

    private var text: String? { TextFile.read(path) }

    @Test("What was added and not struck off is there for the next one")
    func survives() throws {
        do {
            let record = try FrozenRecord(path: path)
            #expect(record.units.isEmpty)
            for name in ["a", "b", "c"] { #expect(record.add(Self.unit(name))) }
            record.remove(Self.unit("b").name)
        }
        let record = try FrozenRecord(path: path)
        #expect(record.units == [Self.unit("a").name, Self.unit("c").name])
        #expect(
            FrozenRecord.read(path).first
                == FrozenRecord.Entry(
                    unit: Self.unit("a").name, controlGroup: Self.unit("a").controlGroup))
    }

    @Test("It is written before `add` returns, and empty once nothing is frozen")
    func written() throws {
        let record = try FrozenRecord(path: path)
        _ = record.add(Self.unit("a"))
        #expect(text == "+ app-x-a-1.scope /sys/fs/cgroup/app.slice/app-x-a-1.scope\n")
        _ = record.add(Self.unit("a"))
        _ = record.add(Self.unit("b"))
        record.remove(Self.unit("a").name)
        record.remove("never.scope")
        #expect(text?.hasSuffix("\n- app-x-a-1.scope\n") == true)
        record.remove(Self.unit("b").name)
        #expect(text == "")
    }

    @Test(
        "Lines that are none are passed over",
        arguments: [
            ("", []), ("+\n", []), ("+ a\n", []), ("+ a /g\n", ["a"]), ("+ a /g", ["a"]),
            ("+ a /g\n+ a /g\n", ["a"]), ("- a\n+ a /g\n", ["a"]), ("+ a /g\n- a\n", []),
            ("+ a /g\n- a x\n", ["a"]), ("x y z\n\n+ b /with space\n", ["b"]),
            ("+ a /g\n+ b /h\n+ c /i\n- b\n+ d", ["a", "c"]), ("\0\u{FFFD}\n+ a /g\n", ["a"]),
        ] as [(String, [String])])
    func damaged(_ text: String, _ units: [String]) {
        #expect(FrozenRecord.entries(in: text).map(\.unit) == units)
    }

    @Test("A directory, or a link in its place, is no record")
    func refused() throws {
        #expect(throws: (any Error).self) { try FrozenRecord(path: scratch.path) }
        #expect(throws: (any Error).self) { try FrozenRecord(path: scratch.path("no/frozen")) }
        #expect(FrozenRecord.read(scratch.path("none")).isEmpty)
    }

    @Test("What cannot be written is not on record, and so may not be frozen")
    func full() throws {
        let record = try FrozenRecord(path: "/dev/full")
        #expect(!record.add(Self.unit("a")))
        #expect(record.units.isEmpty)
        #expect(!record.add(Self.unit("a")))
    }

    @Test("A control group that stands still is thawed by hand")
    func releases() throws {
        try scratch.makeDirectory("group")
        try scratch.write("1\n", to: "group/cgroup.freeze")
        var unit = Self.unit("a")
        unit.controlGroup = scratch.path("group")
        let record = try FrozenRecord(path: path)
        _ = record.add(unit)
        #expect(record.thaw(unit.name))
        #expect(TextFile.read(scratch.path("group/cgroup.freeze"))?.hasPrefix("0") == true)
        #expect(record.thaw("never.scope"))
        #expect(record.units == [unit.name])
    }

    @Test("Whatever is added and struck off, the file says the same", arguments: 0..<5)
    func random(_ part: Int) throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed &+ UInt64(part))
        let record = try FrozenRecord(path: path)
        var expected: Set<String> = []
        for _ in 0..<300 {
            let unit = Self.unit(String(Int.random(in: 0..<6, using: &generator)))
            if Bool.random(using: &generator) {
                _ = record.add(unit)
                expected.insert(unit.name)
            } else {
                record.remove(unit.name)
                expected.remove(unit.name)
            }
            #expect(record.units == expected)
            #expect(Set(FrozenRecord.read(path).map(\.unit)) == expected)
        }
    }
}
