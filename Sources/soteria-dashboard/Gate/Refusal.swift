/// Why a request is not answered with a page. Whoever is refused learns nothing besides.
enum Refusal: Error, Hashable {
    /// The path, the query or the form cannot be read.
    case malformed
    /// No session, or what only a foreign page would send.
    case forbidden
    /// Another method than GET, HEAD and POST, or one that the path does not take; with those that
    /// it takes.
    case wrongMethod(allowed: String)
    /// A form larger than any of ours.
    case tooLarge
    /// A form in another encoding than ours.
    case wrongMediaType
    /// Asked for under another name than the server's own: a foreign page whose name was turned
    /// to this machine (DNS rebinding).
    case misdirected
    /// More streams or downloads at once than are served.
    case tooMany

    var status: Int {
        switch self {
        case .malformed: 400
        case .forbidden: 403
        case .wrongMethod: 405
        case .tooLarge: 413
        case .wrongMediaType: 415
        case .misdirected: 421
        case .tooMany: 503
        }
    }
}
