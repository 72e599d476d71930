import ArgumentParser
import Engine
import Foundation
import Glibc

/// The daemon's command line.
struct Options: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read rule files from this directory, not from the standard directories.",
            discussion: "May be given several times. Later directories override earlier ones.",
            valueName: "DIR"))
    var rules: [String] = []

    @Option(
        help: ArgumentHelp("Store the record in this directory.", valueName: "DIR"))
    var state: String?

    @Option(
        help: ArgumentHelp("Listen on this socket.", valueName: "PATH"))
    var socket: String?

    @Flag(help: "Check the rule files and exit with status 0 if they are valid, 1 if not.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Check the quiet hours at this interval (for tests).", valueName: "SECONDS"))
    var tick = Int(Cadences.lengths.schedules.seconds)

    @Option(
        help: ArgumentHelp(
            "Check the auto-protection rules at this interval (for tests).", valueName: "SECONDS"))
    var autoProtectionInterval = Int(Cadences.lengths.autoProtection.seconds)

    @Option(
        help: ArgumentHelp(
            "Calculate the risk at this interval (for tests).", valueName: "SECONDS"))
    var riskInterval = Int(Cadences.lengths.risk.seconds)

    mutating func validate() throws {
        for (name, value) in [
            ("--tick", tick), ("--auto-protection-interval", autoProtectionInterval),
            ("--risk-interval", riskInterval),
        ] where !(1...86400).contains(value) {
            throw ValidationError("\(name) must be between 1 and 86400 seconds")
        }
    }
}

/// The paths of this machine, from the options and the environment.
struct MachinePaths {
    let environment = ProcessInfo.processInfo.environment

    /// The directory above `bin` that this program is installed in; nil if the kernel does not say.
    static let prefix: String? = {
        guard let path = executable, let slash = path.lastIndex(of: "/") else { return nil }
        let directory = path[..<slash]
        guard let parent = directory.lastIndex(of: "/") else { return nil }
        return String(directory[..<parent])
    }()

    static let executable: String? = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            $0.baseAddress.map { path in
                readlink("/proc/self/exe", path, 4096)
            } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }()

    /// The state directory: systemd's, else the one that systemd would use.
    func stateDirectory() throws(StartFailure) -> String {
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return String(given)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw .configuration("HOME is not set: set it, or pass --state DIR")
        }
        // systemd before 254 keeps the state of user services under ~/.config.
        let config = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
        let old = config + "/soteriad"
        if access(old + "/soteria.sqlite", F_OK) == 0 { return old }
        return (environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/soteriad"
    }
}
