import API

/// Opens a request without a block having been met.
enum PauseBeginning {
    /// What stands for every monitored target in the form.
    static let everything = "everything"

    /// Opens the request, or goes on with the one that is open about the same place.
    static func begin(_ context: PageContext) throws -> PageResponse {
        guard let place = place(context.request.form.typed("place")) else {
            return try PausePage.show(
                context, .init(placeError: context.texts("pause.placeNeeded")))
        }
        do {
            let reply = try context.daemon.call(
                UnblockAPI.Request.self, .init(place: place, pause: true))
            return .redirect("pause/\(reply.request.request)")
        } catch CallFailure.refused(let error as UnblockAPI.AlreadyOpen) {
            return .redirect("pause/\(error.request)?done=alreadyOpen")
        } catch CallFailure.refused(let error) {
            return try PausePage.show(
                context, .init(placeError: PauseRefusal.words(error, context)))
        }
    }

    private static func place(_ text: String) -> UnblockAPI.Place? {
        if text == everything { return UnblockAPI.Place(everything: true) }
        guard text.hasPrefix("target:") else { return nil }
        let key = String(text.dropFirst("target:".count))
        return key.isEmpty ? nil : UnblockAPI.Place(target: key)
    }
}
