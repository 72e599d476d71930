import API
import Foundation
import Testing
import Varlink
import VarlinkIDL

/// A client that was written for version 0.1.0 works with the interfaces of today: they may only
/// gain members.
@Suite struct CompatibilityTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/0.1.0")

    private static func former(_ interface: String) throws -> InterfaceDescription {
        try InterfaceDescription(
            String(contentsOf: fixtures.appending(path: "\(interface).varlink"), encoding: .utf8))
    }

    @Test(arguments: Interfaces.descriptions)
    func interfacesOnlyGainMembers(text: String) throws {
        let today = try InterfaceDescription(text)
        #expect(today.breakages(for: try Self.former(today.name)) == [])
    }

    @Test func everyInterfaceOfThatVersionIsStillThere() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.fixtures.path)
        #expect(files.count == 14)
        let today = Set(Interfaces.all.map { "\($0.interface).varlink" })
        #expect(Set(files).subtracting(today) == [])
    }

    @Test(arguments: [
        ("method M(a: int) -> (b: ?int)", "no breakage"),
        ("method M(a: int, c: ?int) -> (b: ?int, d: int)", "no breakage"),
        ("method M(a: int, c: int) -> (b: ?int)", "M: a call has to give c"),
        ("method M(a: string) -> (b: ?int)", "M: a is of another type"),
        ("method M(a: ?int) -> (b: ?int)", "no breakage"),
        ("method M(a: int) -> ()", "M: b is gone"),
        ("method M(a: int) -> (b: int)", "no breakage"),
        ("method N() -> ()", "M is gone"),
    ])
    func whatBreaksAClient(member: String, breakage: String) throws {
        let former = try InterfaceDescription("interface a.b\nmethod M(a: int) -> (b: ?int)")
        let found = try InterfaceDescription("interface a.b\n\(member)").breakages(for: former)
        #expect(found == (breakage == "no breakage" ? [] : [breakage]))
    }

    @Test func repliesThatMayLeaveOutAMemberBreakAClient() throws {
        let former = try InterfaceDescription("interface a.b\nerror E (x: int)\ntype T (k, l)")
        let today = try InterfaceDescription("interface a.b\nerror E (x: ?int)\ntype T (l, m)")
        #expect(today.breakages(for: former) == ["E: x is of another type", "T: k is gone"])
    }
}

extension InterfaceDescription {
    /// The reasons why a client of a former description does not work with this one.
    fileprivate func breakages(for former: InterfaceDescription) -> [String] {
        former.methods.flatMap { before in
            guard let now = method(before.name) else { return ["\(before.name) is gone"] }
            let taken = Self.lost(before.parameters, now.parameters, isSent: true)
            let given = Self.lost(before.reply, now.reply, isSent: false)
            return (taken + given).map { "\(before.name): \($0)" }
        }
            + lost(former.errors, of: errors) + lost(former.types, of: types)
    }

    private func lost(_ former: [NamedType], of now: [NamedType]) -> [String] {
        former.flatMap { before in
            guard let found = now.first(where: { $0.name == before.name }) else {
                return ["\(before.name) is gone"]
            }
            // A type may be sent and received: it is held to what a receiver needs, and a member
            // that was added has to be left out by whoever does not know it.
            return Self.lost(before.type, found.type, isSent: false)
                .map { "\(before.name): \($0)" }
        }
    }

    /// Members that a client misses; `isSent`: that it has to give.
    private static func lost(
        _ former: InterfaceType, _ now: InterfaceType, isSent: Bool
    ) -> [String] {
        switch (former, now) {
        case (.enumeration(let before), .enumeration(let values)):
            let names = Set(values.map(\.name))
            return before.filter { !names.contains($0.name) }.map { "\($0.name) is gone" }
        case (.structure(let before), .structure(let fields)):
            let known = Set(before.map(\.name))
            let needed = fields.filter { field in
                if case .nullable = field.type { return false }
                return isSent && !known.contains(field.name)
            }
            return before.compactMap { field in
                guard let found = fields.first(where: { $0.name == field.name }) else {
                    return "\(field.name) is gone"
                }
                // A required member may become optional in a call, and an optional one required in
                // a reply.
                let isWider = isSent ? found.type == .nullable(field.type) : false
                let isNarrower = !isSent && field.type == .nullable(found.type)
                let fits = found.type == field.type || isWider || isNarrower
                return fits ? nil : "\(field.name) is of another type"
            } + needed.map { "a call has to give \($0.name)" }
        default: return former == now ? [] : ["it is of another type"]
        }
    }
}
