import Testing
import Varlink

@testable import VarlinkIDL

/// Descriptions as other services have them, in the ways of writing that are met in practice.
@Suite("Descriptions as they are met")
struct InterfaceSamplesTests {
    private static let resolver = """
        # A service that finds services by their interface.
        interface org.example.resolver

        # Who it is.
        method GetInfo() -> (vendor: string, product: string, interfaces: []string)

        # Where an interface is served.
        method Resolve(interface: string) -> (address: string)

        error InterfaceNotFound (interface: string)
        """

    private static let units = """
        interface org.example.units

        type Kind(service, socket, timer)

        type Environment (
        \tname: string,
        \tvalue: ?string
        )

        type Unit(
                id: string,
                kind: Kind,
                # When it was started, if it was.
                started: ?int,
                environment: ?[]Environment,
                limits: ?[string]int,
                requires: [](id: string, isStrong: bool),
                cause: (
                        by: (person, dependency, timer),
                        at: ?float
                )
        )

        # Lists units one by one.
        # Needs more.
        method List(kind: ?Kind, pattern: ?string) -> (
                unit: Unit
        )

        method Set(id: string, properties: object)
                -> ()

        error NoSuchUnit(id: string)
        error Busy(unit: Unit, since: int)
        """

    @Test("A small interface")
    func resolver() throws {
        let description = try InterfaceDescription(Self.resolver)
        #expect(description.portabilityFindings == [])
        #expect(
            description.undocumented == [
                "InterfaceNotFound", "InterfaceNotFound.interface", "GetInfo.vendor",
                "GetInfo.product", "GetInfo.interfaces", "Resolve.interface", "Resolve.address",
            ])
        #expect(
            description.violations(reply: ["address": "unix:/run/x"], of: "Resolve") == [])
    }

    @Test("Nested structs, enums and maps, tabs, breaks before the arrow")
    func units() throws {
        let description = try InterfaceDescription(Self.units)
        #expect(description.portabilityFindings == [])
        #expect(description.types.map(\.name) == ["Kind", "Environment", "Unit"])
        #expect(description.method("List")?.comment == "Lists units one by one.\nNeeds more.")
        #expect(description.method("List")?.position == SourcePosition(line: 26, column: 8))

        let unit: JSON = [
            "id": "a.service", "kind": "service", "started": 5,
            "environment": [["name": "A"], ["name": "B", "value": "c"]],
            "limits": ["files": 1024], "requires": [["id": "b.socket", "isStrong": true]],
            "cause": ["by": "dependency", "at": 1.5],
        ]
        #expect(description.violations(reply: ["unit": unit], of: "List") == [])
        #expect(description.violations(parameters: [:], of: "List") == [])
        #expect(
            description.violations(parameters: ["kind": "mount"], of: "List")
                == [#"parameters.kind: "mount" is not one of ["service", "socket", "timer"]"#])
        let busy = VarlinkError("org.example.units.Busy", ["unit": unit, "since": 1])
        #expect(description.violations(error: busy) == [])
    }

    @Test("Each required member of a nested value is missed when it is not there")
    func eachMember() throws {
        let description = try InterfaceDescription(Self.units)
        let unit: JSONObject = [
            "id": "a", "kind": "timer", "requires": [], "cause": ["by": "timer"],
        ]
        #expect(description.violations(reply: ["unit": .object(unit)], of: "List") == [])
        for name in unit.names {
            var without = unit
            without[name] = nil
            #expect(
                description.violations(reply: ["unit": .object(without)], of: "List")
                    == ["reply.unit.\(name): missing"])
        }
        for (name, value) in [
            ("started", "5"), ("environment", ["name"]), ("limits", ["files": "many"]),
            ("requires", [["id": "b"]]), ("cause", ["by": "chance"]), ("kind", 1),
        ] as [(String, JSON)] {
            var changed = unit
            changed[name] = value
            let found = description.violations(reply: ["unit": .object(changed)], of: "List")
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("reply.unit.\(name)") == true)
        }
    }

    @Test("A served description is the one that was parsed, whatever its line ends")
    func verbatim() throws {
        for text in [Self.resolver, Self.units, Self.units + "\n\n# The end.\n"] {
            for ending in ["\n", "\r\n"] {
                let written = text.split(separator: "\n", omittingEmptySubsequences: false)
                    .joined(separator: ending)
                let description = try InterfaceDescription(written)
                #expect(Array(description.text.utf8) == Array(written.utf8))
                #expect(description.types == (try InterfaceDescription(text)).types)
            }
        }
    }
}
