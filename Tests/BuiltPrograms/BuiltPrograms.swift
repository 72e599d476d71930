import Foundation

/// The programs that were built beside the tests, each under the name that it is installed under.
package enum BuiltPrograms {
    /// The path of a program in the directory of the test bundle; nil if it was not built.
    package static func path(_ name: String) -> String? {
        let isOfTheSession = ["soteria-agent", "soteria-browser-host"].contains(name)
        let file = isOfTheSession ? "soteria-agent" : "soteria"
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let directory = [tests, CommandLine.arguments.first].compactMap { $0 }
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/\(file)") }
        guard let directory else { return nil }
        let path = "\(directory)/\(name)"
        guard name != file else { return path }
        // Renamed into place, since tests that use it may begin side by side.
        let link = "\(path)-\(UUID().uuidString)"
        return symlink(file, link) == 0 && rename(link, path) == 0 ? path : nil
    }
}
