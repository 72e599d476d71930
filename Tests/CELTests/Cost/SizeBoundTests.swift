import CEL
import Testing

/// Bounds of sizes, and values that do not keep them.
struct SizeBoundTests {
    @Test func weights() {
        #expect(SizeBound.scalar.weight == 1)
        #expect(SizeBound.text(0).weight == 1)
        #expect(SizeBound.text(160).weight == 11)
        #expect(SizeBound.collection(10).weight == 11)
        #expect(SizeBound.collection(10, of: .text(32)).weight == 31)
        #expect(SizeBound.collection(10, of: .collection(10)).weight == 111)
        #expect(SizeBound.unbounded.weight == .max)
        #expect(SizeBound.collection(10, of: .unbounded).weight == .max)
        #expect(SizeBound.collection(0, of: .unbounded).weight == 1)
        #expect(SizeBound.collection(.max, of: .collection(.max)).weight == .max)
        #expect(SizeBound.text(-1) == .text(0))
        #expect(SizeBound.collection(-1).count == 0)
    }

    @Test func elements() {
        #expect(SizeBound.scalar.element == .scalar)
        #expect(SizeBound.text(5).element == .scalar)
        #expect(SizeBound.unbounded.element == .unbounded)
        #expect(SizeBound.collection(3, of: .text(5)).element == .text(5))
    }

    @Test func theBoundOfEither() {
        #expect(SizeBound.text(5).joined(.text(7)) == .text(7))
        #expect(SizeBound.scalar.joined(.text(7)) == .text(7))
        #expect(SizeBound.text(7).joined(.unbounded) == .unbounded)
        #expect(SizeBound.unbounded.joined(.scalar) == .unbounded)
        let both = SizeBound.collection(2, of: .text(9)).joined(.collection(5, of: .text(3)))
        #expect(both == .collection(5, of: .text(9)))
        let mixed = SizeBound.text(100).joined(.collection(3))
        #expect(mixed.bytes == 100)
        #expect(mixed.count == 3)
        #expect(mixed.element == .scalar)
    }

    @Test func declaredSizesAreThoseOfTheType() {
        #expect(Variable(name: "a", type: .int).size == .scalar)
        #expect(Variable(name: "a", type: .int, size: .text(5)).size == .scalar)
        #expect(Variable(name: "a", type: .string, size: .collection(5)).size == .text(0))
        #expect(Variable(name: "a", type: .list(.int), size: .collection(5)).size.weight == 6)
        #expect(Variable(name: "a", type: .dyn).size == .unbounded)
        let lists = Variable(name: "a", type: .list(.int))
        #expect(lists.size.count == .max)
        #expect(lists.size.element == .scalar)
        let map = Variable(
            name: "a", type: .map(.string, .bool), size: .collection(2, of: .text(8)))
        #expect(map.size.element == .text(8))
    }

    /// A value larger than declared is not accepted; reading the variable is an error then.
    @Test(arguments: [
        (CELType.string, SizeBound.text(4), Value.string("abcd"), Value.string("abcde")),
        (.string, .text(4), .string("üü"), .string("üüü")),
        (.bytes, .text(2), .bytes([1, 2]), .bytes([1, 2, 3])),
        (
            .list(.int), .collection(2), .list([.int(1), .int(2)]),
            .list([.int(1), .int(2), .int(3)])
        ),
        (
            .list(.string), .collection(2, of: .text(1)), .list([.string("a")]),
            .list([.string("ab")])
        ),
        (.dyn, .text(3), .int(5), .string("abcd")),
        (.dyn, .text(3), .string("abc"), .list([.null])),
        (
            .list(.list(.int)), .collection(1, of: .collection(1)), .list([.list([.int(1)])]),
            .list([.list([.int(1), .int(2)])])
        ),
    ])
    func valuesThatAreTooLarge(type: CELType, size: SizeBound, fits: Value, isTooLarge: Value)
        throws
    {
        let env = Env(variables: [Variable(name: "v", type: type, size: size)])
        let program = try env.compile("type(v) == type(v)").get()
        var activation = Activation(env)
        let isTaken = activation.set("v", fits)
        #expect(isTaken)
        #expect(program.evaluateBool(activation) == .success(true))
        let isTakenToo = activation.set("v", isTooLarge)
        #expect(!isTakenToo)
        #expect(activation.value(0) == nil)
        guard case .failure(let error) = program.evaluateBool(activation) else {
            Issue.record("\(isTooLarge) was taken")
            return
        }
        #expect(error.code == .unsetVariable)
        activation.set(0, fits)
        #expect(activation.value(0) == fits)
        activation.set(0, isTooLarge)
        #expect(activation.value(0) == nil)
    }

    /// The declared types of elements count too: a long text is not an int.
    @Test func elementsOfAnotherTypeAreTooLarge() {
        let env = Env(variables: [
            Variable(name: "list", type: .list(.int), size: .collection(5))
        ])
        var activation = Activation(env)
        for (element, fits) in [(Value.int(1), true), (.string("not short"), false), (.null, true)]
        {
            let isTaken = activation.set("list", .list([.int(0), element]))
            #expect(isTaken == fits, "\(element)")
        }
    }

    @Test func mapsAreMeasuredByKeysAndValues() throws {
        let size = SizeBound.collection(2, of: .text(3))
        let env = Env(variables: [Variable(name: "m", type: .map(.string, .string), size: size)])
        var activation = Activation(env)
        for (key, value, isTaken) in [
            ("abc", "abc", true), ("abcd", "a", false), ("a", "abcd", false),
        ] {
            let map = try MapValue([(.string(key), .string(value))])
            let wasTaken = activation.set("m", .map(map))
            #expect(wasTaken == isTaken, "\(key) \(value)")
        }
    }
}
