import Foundation

/// What is said of a made-up history.
enum DemoText {
    /// How long it is, and what it follows from.
    static func written(_ history: DemoHistory, events: Int) -> String {
        "\(Count.text(history.days, "day")) with \(Count.text(events, "event")) "
            + "(--seed \(history.seed)).\n"
    }

    /// How to start a daemon on it and look at it.
    static func howToStart(_ directory: DemoDirectory, prefix: String?) -> String {
        let program = (prefix.map { $0 + "/" } ?? "") + "soteriad"
        let path = directory.path
        return """

            Start a daemon on it:
              \(quoted(program)) --rules \(quoted(directory.rules)) --state \(quoted(directory.state)) \
            --socket \(quoted(directory.socket))
            Look at it:
              export SOTERIA_SOCKET=\(quoted(directory.socket))
              soteria status
              soteria metrics --range all
            Be rid of it:
              rm -r \(quoted(path))

            """
    }

    /// How to look at a daemon that runs on it.
    static func howToLook(_ directory: DemoDirectory) -> String {
        """

        Look at it from another terminal:
          export SOTERIA_SOCKET=\(quoted(directory.socket))
          soteria status
          soteria metrics --range all

        """
    }

    /// How a demonstration that runs is ended.
    static func howToEnd(canOpen: Bool) -> String {
        (canOpen ? "\nEnter opens the dashboard again. " : "\n")
            + "Ctrl-C ends it and removes all of it.\n"
    }

    /// A word as a shell reads it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x2b...0x3a, 0x40...0x5a, 0x5f, 0x61...0x7a: true
            default: false
            }
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}

extension Surroundings {
    /// The directory in which this program and its siblings lie; nil where the kernel does not say.
    var programs: String? {
        executable.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }
}
