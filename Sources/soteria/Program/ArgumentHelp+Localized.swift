import ArgumentParser
import Localization

extension ArgumentHelp {
    /// Help in the language of the translation in use.
    static func localized(_ text: LocalizedText) -> ArgumentHelp {
        ArgumentHelp(Localization.localized(text))
    }
}
