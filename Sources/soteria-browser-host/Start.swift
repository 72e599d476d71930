import API

/// What the program was started for.
enum Start: Hashable {
    /// By a browser, for our extension.
    case browser
    /// By a browser, for another extension, or with arguments that no browser gives.
    case stranger
    /// Without arguments.
    case byHand
    case version
    case help

    /// Reads the arguments, the program's own name not among them.
    ///
    /// Chromium gives the extension's origin first; Firefox gives the path of the manifest that
    /// it found, then the extension's id.
    init(_ arguments: [String]) {
        switch arguments.first {
        case nil: self = .byHand
        case "--version": self = .version
        case "--help": self = .help
        case BrowserExtension.chromiumOrigin: self = .browser
        case let first?:
            let isFirefox =
                first.hasPrefix("/") && arguments.count > 1
                && arguments[1] == BrowserExtension.firefoxID
            self = isFirefox ? .browser : .stranger
        }
    }
}
