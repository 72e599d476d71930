import API
import Testing
import Varlink
import Foundation
extension InterfaceShapeTests {
    @Test func dump() throws {
        var out = ""
        for t in InterfaceFiles.all { out += "## \(try InterfaceDescription(t).name)\n" + (try shapeX(t)).joined(separator: "\n") + "\n" }
        for e in try Example.all() { for p in e.parameters { out += "P \(e.interface).\(e.method) \(p)\n" }; for p in e.replies { out += "R \(e.interface).\(e.method) \(p)\n" } }
        try out.write(toFile: "/tmp/dev/cli/dump.txt", atomically: true, encoding: .utf8)
    }
    func shapeX(_ t: String) throws -> [String] { try shape(t) }
}
