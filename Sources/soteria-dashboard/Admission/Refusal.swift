/// The reason why a request is refused. The client learns nothing else.
enum Refusal: Error, Hashable {
    /// The path, the query or the form cannot be read.
    case malformed
    /// There is no session, or only a foreign page would send the request.
    case forbidden
    /// The method is not allowed here; `allowed` lists those that are.
    case wrongMethod(allowed: String)
    /// The form is larger than any of ours.
    case tooLarge
    /// The form has an encoding that ours do not use.
    case wrongMediaType
    /// The host is not the server's own: a foreign site's name leads here (DNS rebinding).
    case misdirected
    /// Too many streams or downloads are open.
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
