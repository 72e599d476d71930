import Foundation
import VarlinkIDL

/// Writes the Swift types of Varlink interfaces: `interface-generator DIRECTORY FILE...`.
///
/// `org.soteria.risk.varlink` becomes `org.soteria.risk.swift` in the directory, with one namespace
/// `RiskAPI`; `Interfaces.swift` lists them all. A file with an error ends the program with 1 and
/// `FILE:LINE:COLUMN: error: REASON`.
@main
enum InterfaceGenerator {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let directory = arguments.first, arguments.count > 1 else {
            fail("usage: interface-generator DIRECTORY FILE...", status: 64)
        }
        var namespaces: [String] = []
        for path in arguments.dropFirst() {
            let source = SwiftSource(
                of: orFail(path) {
                    try InterfaceDescription(String(contentsOfFile: path, encoding: .utf8))
                })
            let file = URL(filePath: path).deletingPathExtension().lastPathComponent
            write(source.text, to: "\(directory)/\(file).swift")
            namespaces.append(source.namespace)
        }
        write(SwiftSource.list(of: namespaces), to: "\(directory)/Interfaces.swift")
    }

    private static func write(_ text: String, to path: String) {
        orFail(path) { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    }

    private static func orFail<Result>(_ path: String, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch let error as InterfaceSyntaxError {
            let place = "\(path):\(error.position.line):\(error.position.column)"
            fail("\(place): error: \(error.reason)")
        } catch {
            fail("\(path): error: \(error.localizedDescription)")
        }
    }

    private static func fail(_ message: String, status: Int32 = 1) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(status)
    }
}
