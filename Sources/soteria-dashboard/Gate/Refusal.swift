/// Why a request is not answered with a page. Whoever is refused learns nothing besides.
enum Refusal: Error, Hashable {
    /// The path, the query or the form cannot be read.
    case malformed
    /// No session, or what only a foreign page would send.
    case forbidden
    /// A method that nothing, or not this path, takes; with those that it takes.
    case wrongMethod(allowed: String)
    /// A form larger than any of ours.
    case tooLarge
    /// A form in another encoding than ours.
    case wrongMediaType
    /// Not the server's own name: a foreign page whose name leads to this machine (DNS rebinding).
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
