import Systemd
import Testing

@Suite struct BusValueTests {
    @Test func readsText() {
        #expect(BusValue.string("x").text == "x")
        #expect(BusValue.variant(.string("x")).text == nil)
        #expect(BusValue.unsigned(1).text == nil)
    }

    @Test func readsFlags() {
        #expect(BusValue.boolean(true).flag == true)
        #expect(BusValue.unsigned(1).flag == nil)
    }

    @Test(
        arguments: [
            (.unsigned(.max), .max), (.signed(5), 5), (.signed(0), 0), (.signed(-1), nil),
            (.double(1), nil), (.string("1"), nil), (.boolean(true), nil),
        ] as [(BusValue, UInt64?)])
    func readsNumbers(_ value: BusValue, _ count: UInt64?) {
        #expect(value.count == count)
    }

    @Test func readsElements() {
        #expect(BusValue.array([.unsigned(1)]).elements == [.unsigned(1)])
        #expect(BusValue.structure([.string("a")]).elements == [.string("a")])
        #expect(BusValue.string("a").elements == nil)
    }

    @Test func readsDictionaries() {
        let entries: [BusValue] = [
            .entry(key: .string("a"), value: .variant(.unsigned(1))),
            .entry(key: .string("b"), value: .string("2")),
            .entry(key: .string("a"), value: .variant(.unsigned(3))),
        ]
        #expect(BusValue.array(entries).dictionary == ["a": .unsigned(3), "b": .string("2")])
        #expect(BusValue.array([]).dictionary == [:])
        #expect(BusValue.array([.unsigned(1)]).dictionary == nil)
        let numbered = BusValue.entry(key: .unsigned(1), value: .string("x"))
        #expect(BusValue.array([numbered]).dictionary == nil)
        #expect(BusValue.string("a").dictionary == nil)
    }
}
