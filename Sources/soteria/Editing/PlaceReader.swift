import Foundation
import Localization
import RuleEditing
import RuleFiles

/// Reads places as people type them: sites, installed apps by name or id, and paths of executables.
struct PlaceReader {
    /// Sorted by name.
    private let apps: [DesktopEntry]
    private let exists: (String) -> Bool

    init(apps: [DesktopEntry], exists: @escaping (String) -> Bool) {
        self.apps = apps
        self.exists = exists
    }

    init(_ context: CommandContext) {
        let environment = context.environment
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        self.init(
            apps: DesktopEntries.installed(environment: environment, locale: locale),
            exists: { FileManager.default.fileExists(atPath: $0) })
    }

    /// The place that a word names. Throws a `Failure` for a word that names no site, no installed
    /// app and no file.
    func place(_ word: String) throws -> TargetPlace {
        if word.hasPrefix("/") { return try executable(word) }
        if let app = try app(word) { return .app(app) }
        if Self.isReversedDomain(word) { throw notInstalled(word) }
        guard word.contains(".") || word.contains(":") || word == "localhost" else {
            throw unknown(word)
        }
        return .site(try Self.valid(TypedSite.normalised(word)))
    }

    /// A site that need not look like one.
    static func site(_ word: String) throws -> TargetPlace {
        .site(try valid(TypedSite.normalised(word)))
    }

    /// An app by the name of an installed one, or by any id or path, installed or not.
    func anyApp(_ word: String) throws -> TargetPlace {
        if word.hasPrefix("/") {
            return .executable(try Self.valid(ExecutableName.normalised(word)))
        }
        return .app(try app(word) ?? Self.valid(AppName.normalised(word)))
    }

    /// The places that a word can mean in the rules, whether or not they exist.
    func candidates(_ word: String) -> [TargetPlace] {
        let sites = [try? Self.site(word)]
        let apps = [try? anyApp(word)]
        return (sites + apps).compactMap(\.self)
    }

    private func executable(_ path: String) throws -> TargetPlace {
        let path = try Self.valid(ExecutableName.normalised(path))
        guard exists(path) else {
            throw Failure(
                localized(
                    """
                    there is no file \(Printable.text(path)); to add the path anyway: --app \
                    \(Printable.text(path))
                    """), status: ExitStatus.usage)
        }
        return .executable(path)
    }

    /// The id of the installed app with this id or name, regardless of case; nil if there is none.
    private func app(_ word: String) throws -> String? {
        let id = (try? AppName.normalised(word).get()) ?? word
        if apps.contains(where: { $0.id == id }) { return id }
        let name = word.folded
        let named = apps.filter { $0.name.folded == name || $0.id.folded == name }
        guard named.count > 1 else { return named.first?.id }
        throw Failure(
            localized(
                """
                several apps are called "\(Printable.text(word))"; name one by its id: \
                \(named.map(\.id).joined(separator: ", "))
                """), status: ExitStatus.usage)
    }

    /// True for a name such as `org.gnome.Chess`: hosts hardly ever begin so.
    private static func isReversedDomain(_ word: String) -> Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 3 && !word.contains("/") && !word.contains(":")
            && ["com", "org", "net", "io", "edu", "gov"].contains(parts[0].lowercased())
    }

    private func notInstalled(_ word: String) -> Failure {
        let meant = NearName.nearest(to: word, among: apps.map(\.id))
        let word = Printable.text(word)
        return Failure(
            (meant.map { localized("no app \"\(word)\" is installed; did you mean \"\($0)\"?") }
                ?? localized("no app \"\(word)\" is installed")) + "\n"
                + localized(
                    """
                    To add the app anyway: --app \(word)
                    To add a site: --site \(word)
                    """),
            status: ExitStatus.usage)
    }

    private func unknown(_ word: String) -> Failure {
        let meant = NearName.nearest(to: word, among: apps.map(\.name))
        return Failure(
            localized(
                """
                "\(Printable.text(word))" is neither an installed app nor the full name of a site, \
                such as amazon.com
                """)
                + (meant.map { localized("; did you mean \"\(Printable.text($0))\"?") } ?? ""),
            status: ExitStatus.usage)
    }

    private static func valid(_ reading: Result<String, ValueFault>) throws -> String {
        switch reading {
        case .success(let place): return place
        case .failure(let fault):
            throw Failure(Printable.text(fault.description), status: ExitStatus.usage)
        }
    }
}
