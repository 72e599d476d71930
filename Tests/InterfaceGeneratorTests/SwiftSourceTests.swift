import Testing
import VarlinkIDL

@testable import interface_generator

/// The Swift that is written for an interface file.
@Suite struct SwiftSourceTests {
    private let source = try? SwiftSource(
        of: InterfaceDescription(
            """
            # Doors.
            interface org.example.quiethours

            # A kind of door.
            type Kind (
              # It slides.
              sliding_door,
              default
            )

            type Door (kind: Kind, in: ?string, others: []Door, ages: [string]int, rest: object)

            # Opens a door; needs "more".
            method Open(door: Door) -> (ratio: float)

            method Close() -> ()

            # There is no such door.
            error NoDoor (at: int)

            error Stuck ()

            """))

    private func expect(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(source?.text.contains(text) == true, sourceLocation: location)
    }

    @Test func namespaceIsNamedAfterTheInterface() {
        #expect(source?.namespace == "QuietHoursAPI")
        expect("/// Doors.\npackage enum QuietHoursAPI: VarlinkInterface {")
        expect("package static let errors: [any TypedError.Type] = [NoDoor.self, Stuck.self]")
    }

    @Test func fileIsEmbeddedByteForByte() throws {
        let text = "# \"\"\"# and \\#(x) \"\"\"##\ninterface org.example.a\n\nerror E ()\n"
        let source = try SwiftSource(of: InterfaceDescription(text))
        #expect(source.text.contains("= ###\"\"\"\n\(text)\n\"\"\"###\n"))
    }

    @Test func valuesOfAnEnumAreCases() {
        expect("package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {")
        expect("        /// It slides.\n        case slidingDoor = \"sliding_door\"\n")
        expect("        case `default`\n")
    }

    @Test func fieldsKeepTheirOrderAndTypes() {
        expect("package var kind: QuietHoursAPI.Kind\n")
        expect("package var `in`: String?\n")
        expect(
            "package init(kind: QuietHoursAPI.Kind, in: String? = nil, "
                + "others: [QuietHoursAPI.Door], ages: [String: Int], rest: JSONObject) {")
        expect("            self.in = `in`\n")
    }

    @Test func methodsHaveTypesAndARequirement() {
        expect("package enum Open: TypedMethod {")
        expect("package static let method = \"org.example.quiethours.Open\"")
        expect("package var ratio: FixedPoint")
        expect(
            "package typealias Parameters = NoMembers\n        package typealias Reply = NoMembers")
        expect("func open(_ call: TypedCall<QuietHoursAPI.Open>) throws(CallError<QuietHoursAPI>)")
    }

    @Test func commentSaysWhichMethodsNeedMore() {
        expect("\"Open\": Method.streaming { call in")
        expect("\"Close\": Method { call in")
    }

    @Test func errorsCanBeThrownByTheirNames() {
        expect("extension CallError where Interface == QuietHoursAPI {")
        expect("package static func noDoor(at: Int) -> Self {")
        expect("package static var stuck: Self {")
    }

    @Test func listNamesEveryInterface() {
        #expect(SwiftSource.list(of: ["AAPI", "BAPI"]).contains("AAPI.self, BAPI.self"))
    }
}
