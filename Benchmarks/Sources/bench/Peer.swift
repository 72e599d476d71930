import Foundation

/// What other programs measured in the same run, by the scripts in `peers`.
enum Peer {
    /// The columns of each line that a script printed, or why there are none; the input goes to
    /// its standard input.
    static func lines(
        _ script: String, _ arguments: [String] = [], input: Data = Data()
    ) -> (lines: [[String]], missing: String?) {
        let run = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../peers/run").standardizedFileURL
        let process = Process()
        process.executableURL = run
        process.arguments = [script] + arguments
        let (pipe, output) = (Pipe(), Pipe())
        process.standardInput = pipe
        process.standardOutput = output
        do {
            try process.run()
            try pipe.fileHandleForWriting.write(contentsOf: input)
            try pipe.fileHandleForWriting.close()
        } catch {
            return ([], "not to be had here: \(run.path) does not run")
        }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard process.terminationStatus == 0 else {
            return (lines, "\(script) ended with \(process.terminationStatus)")
        }
        return (lines, nil)
    }

    /// A peer's nanoseconds beside ours: how many times as long it takes.
    static func text(_ name: String, _ figure: Double, ours: Double) -> String {
        let ratio = figure / ours
        let times = ratio >= 10 ? "\(Int(ratio))" : "\((ratio * 10).rounded() / 10)"
        return "\(name): \(Measure.text(figure)), \(times) ×"
    }
}
