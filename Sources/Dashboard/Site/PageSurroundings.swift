/// Everything besides the daemon that pages depend on, so that tests can replace it.
package struct PageSurroundings: Sendable {
    package var environment: [String: String]
    package var home: String
    /// Runs this installation's `soteria`, which asks the same daemon, and waits for it. Returns
    /// its exit status, nil if it could not be run, and its standard output.
    package var runTool: @Sendable (_ arguments: [String]) -> (status: Int32?, output: String)

    package init(
        environment: [String: String], home: String,
        runTool: @escaping @Sendable (_ arguments: [String]) -> (status: Int32?, output: String)
    ) {
        self.environment = environment
        self.home = home
        self.runTool = runTool
    }

    /// `$XDG_CONFIG_HOME/soteria`, the directory of the person's rules and the pages' preferences.
    package var configuration: String {
        directory("XDG_CONFIG_HOME", else: ".config") + "/soteria"
    }

    /// An absolute directory of the XDG Base Directory Specification.
    package func directory(_ variable: String, else standard: String) -> String {
        let named = environment[variable] ?? ""
        return named.hasPrefix("/") ? named : "\(home)/\(standard)"
    }

    /// The language of the machine, used if the browser names none.
    var languages: [String] {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        guard let name, let tag = name.split(separator: ".").first, tag != "C", tag != "POSIX"
        else { return [] }
        return [String(tag)]
    }
}
