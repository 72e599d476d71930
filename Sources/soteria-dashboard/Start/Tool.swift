import Foundation

/// The `soteria` program beside this one, which pages run for some tasks.
struct Tool: Sendable {
    let path: String
    let environment: [String: String]
    let patience: DispatchTimeInterval

    /// The tool beside `executable`, for the daemon at `socket`.
    init(
        beside executable: String, environment: [String: String], socket: String,
        patience: DispatchTimeInterval = .seconds(60)
    ) {
        path = executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)] + "/soteria"
        self.environment = environment.merging(["SOTERIA_SOCKET": socket]) { $1 }
        self.patience = patience
    }

    /// Runs the tool to its end; the status is nil if it could not be run or took too long.
    func run(_ arguments: [String]) -> (status: Int32?, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return (nil, "")
        }
        let impatience = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: impatience)
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        impatience.cancel()
        let isExit = process.terminationReason == .exit
        return (isExit ? process.terminationStatus : nil, String(decoding: output, as: UTF8.self))
    }
}
