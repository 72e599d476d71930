import Synchronization
import Varlink

/// The texts of a program in one language, by the English ones, which stand in the sources.
package struct Translation: Sendable {
    /// The translated texts by key; a text without a translation stays English.
    let texts: [String: String]

    /// Translates nothing.
    package static let english = Translation([:])

    package init(_ texts: [String: String]) { self.texts = texts }

    /// Reads a catalogue, a JSON object of texts by key; nil for anything else.
    package init?(catalogue: [UInt8]) {
        guard let members = (try? JSON(parsing: catalogue))?.objectValue?.members else {
            return nil
        }
        var texts: [String: String] = [:]
        for member in members {
            guard let text = member.value.stringValue else { return nil }
            texts[member.name] = text
        }
        self.texts = texts
    }

    func text(_ text: LocalizedText, count: Int? = nil) -> String {
        text.filling(texts[text.key] ?? text.key, count: count)
    }
}

extension Translation {
    private static let ofProcess = Mutex(Translation.english)
    @TaskLocal private static var ofTask: Translation?

    /// The translation in use.
    package static var current: Translation { ofTask ?? ofProcess.withLock { $0 } }

    /// Translates all texts of this process from now on.
    package static func use(_ translation: Translation) { ofProcess.withLock { $0 = translation } }

    /// Translates the texts of one piece of work.
    package func used<Result>(in work: () throws -> Result) rethrows -> Result {
        try Self.$ofTask.withValue(self) { try work() }
    }
}

extension Translation {
    /// The translation for the locale of the environment, from a program's embedded files, where a
    /// language's catalogue is at `Texts/de.json` or `Texts/pt_BR.json`; English if there is none.
    package static func chosen(
        variable: (String) -> String?, files: @autoclosure () -> [String: [UInt8]]
    ) -> Translation {
        let languages = languages(ofLocale: locale(variable))
        guard !languages.isEmpty else { return .english }
        let files = files()
        return languages.lazy.compactMap { files["Texts/\($0).json"] }.first
            .flatMap(Translation.init(catalogue:)) ?? .english
    }

    /// The locale of messages, by POSIX's order of the variables; empty if none is set.
    private static func locale(_ variable: (String) -> String?) -> String {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    }

    /// The languages of a locale's name, the most exact first: `pt_BR` and `pt` for
    /// `pt_BR.UTF-8@euro`; none for English and for locales without a language.
    static func languages(ofLocale name: String) -> [String] {
        let exact = name.prefix { $0 != "." && $0 != "@" }
        let language = exact.prefix { $0 != "_" }
        if ["", "C", "POSIX", "en"].contains(language) { return [] }
        return exact == language ? [String(language)] : [String(exact), String(language)]
    }
}
