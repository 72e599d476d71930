import ArgumentParser
import Demo
import Engine
import Foundation
import Localization
import RuleModel

/// The options of a generated history.
struct DemoHistory {
    var days: Int
    var seed: UInt64
    /// The factor by which the activity exceeds the usual.
    var busy: Int

    static let mostDays = 3650
    static let mostBusy = 200

    /// Generates the history until now in the machine's zone, writes rules and record to a
    /// directory, and returns the number of events.
    ///
    /// Ctrl-C cancels it: throws the exit status of the signal.
    func write(
        into directory: DemoDirectory, in context: CommandContext, _ listener: any Listener
    ) throws -> Int {
        let end = context.now()
        let (rules, zone) = try DemoRules.year.load(context.environment)
        try directory.write(.year)
        let writer = try HistoryWriter(directory: directory.state, at: end)
        var person = SimulatedPerson(
            rules: rules, zone: zone, seed: seed, busy: busy, days: days, to: end)
        let progress = try? SimulationProgress(
            SimulatedSpan.make(from: person.from, to: end).get(), context)
        defer { progress?.end() }
        var count = 0
        do {
            try person.run { events in
                if case .signal(let number) = try listener.nextInput(within: .zero) {
                    throw ExitCode(128 + number)
                }
                count += events.count
                if let last = events.last {
                    progress?.show(LocalTime.rfc3339(last.at, offset: last.offset))
                }
                try writer.append(events)
            }
        } catch {
            try? writer.close()
            throw error
        }
        try writer.close()
        return count
    }
}

/// The directory of a demo: rules in `rules`, the record in `state`.
struct DemoDirectory: Sendable {
    /// The path, without a final slash.
    let path: String
    private let isMade: Bool

    var rules: String { path + "/rules" }
    var state: String { path + "/state" }
    var socket: String { path + "/socket" }
    var log: String { path + "/soteriad.log" }
    var control: String { path + "/dashboard" }
    /// The settings from the dashboard's pages.
    var configuration: String { path + "/config" }
    /// The files that open the dashboard in a browser.
    var entrances: String { path + "/entrances" }
    var dashboardLog: String { path + "/soteria-dashboard.log" }

    /// Uses the given directory, which must be missing or empty.
    init(named path: String) throws(Failure) {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        self.path = absolute
        let shown = Printable.text(path)
        isMade = !FileManager.default.fileExists(atPath: absolute)
        // Creates its parents too; existing ones are unchanged.
        do {
            try FileManager.default.createDirectory(
                atPath: absolute, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(localized("\(shown) cannot be created: \(Self.reason(error))"))
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: absolute)
        } catch {
            throw Failure(localized("\(shown) cannot be read: \(Self.reason(error))"))
        }
        guard names.isEmpty else {
            throw Failure(
                localized(
                    """
                    \(shown) is not empty; choose a new or empty directory, so that the demo does \
                    not change your files
                    """))
        }
    }

    /// Makes a directory of mode 0700 in `$XDG_RUNTIME_DIR`, else in `$TMPDIR`, else in `/tmp`.
    init(throwAway environment: [String: String]) throws(Failure) {
        let parents = [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"]
            .compactMap(\.self).filter { $0.hasPrefix("/") && Self.canHold($0) }
        guard let parent = parents.first else {
            throw Failure(
                localized(
                    """
                    there is no directory for the demo's files; set TMPDIR to a writable directory \
                    with a short path
                    """))
        }
        var template = Array((parent + "/soteria-demo-XXXXXX").utf8CString)
        // mkdtemp(3) makes it with mode 0700.
        guard mkdtemp(&template) != nil else {
            throw Failure(
                localized("the demo cannot write to \(parent): \(String(cString: strerror(errno)))")
            )
        }
        isMade = true
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// True if a directory is writable, and the path of a socket in it is short enough.
    private static func canHold(_ parent: String) -> Bool {
        parent.utf8.count <= 70 && access(parent, W_OK | X_OK) == 0
    }

    func write(_ demo: DemoRules) throws {
        try FileManager.default.createDirectory(
            atPath: rules, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for file in demo.files {
            let whole = try AtomicFile("\(rules)/\(file.name)", replaces: false)
            try whole.write(Array(file.text.utf8))
            try whole.finish()
        }
    }

    /// Removes the files, and the directory if empty and made here; returns whether all is gone.
    func remove() -> Bool {
        for made in [rules, state, socket, log, control, entrances, configuration, dashboardLog] {
            try? FileManager.default.removeItem(atPath: made)
        }
        return !isMade || rmdir(path) == 0
    }

    /// The last line of a program's log after a colon; empty without output.
    func lastWords(in log: String) -> String {
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return said.split(separator: "\n").last.map { ": " + Printable.text(String($0)) } ?? ""
    }

    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return cause.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(cause.code))) : error.localizedDescription
    }
}
