import Foundation

/// A program that a test runs.
package struct Command {
    /// The absolute path of the program.
    package let program: String
    /// The arguments after the command's name.
    package let arguments: [String]

    /// A program with its arguments.
    package init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// Runs it to its end: its exit status, and what it printed on both streams. Throws where it
    /// cannot be started.
    package func run() throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Whether there is such a program.
    package static func exists(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: program)
    }
}
