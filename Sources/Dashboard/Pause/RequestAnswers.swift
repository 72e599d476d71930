import API

/// Handles the person's answers in the conversation about a block.
enum RequestAnswers {
    /// Keeps the block: a protection moment. An intent that was filled in is submitted first, as
    /// far as it can be read: goals and figures count it. Nothing about it keeps the block from
    /// being kept.
    static func keep(_ context: PageContext, _ number: Int) throws -> PageResponse {
        try perform(context, number) {
            if var form = IntentForm(context.request.form) {
                try? submit(form.readableIntent(context), context, number)
            }
            _ = try context.daemon.call(UnblockAPI.Keep.self, .init(request: number))
            return .redirect("pause?done=kept")
        }
    }

    /// Ends the request with a protection, for one hour unless said otherwise.
    static func protect(_ context: PageContext, _ number: Int) throws -> PageResponse {
        try perform(context, number) {
            let seconds = Int(context.request.form.typed("seconds"))
            _ = try context.daemon.call(
                UnblockAPI.Protect.self, .init(request: number, seconds: seconds ?? 3600))
            return .redirect("pause?done=protected")
        }
    }

    /// Submits the intent; the wait begins.
    static func submitIntent(_ context: PageContext, _ number: Int) throws -> PageResponse {
        try perform(context, number) {
            guard let form = IntentForm(context.request.form) else {
                throw CallFailure.refused(UnblockAPI.IntentNeeded(request: number))
            }
            return try submit(form, context, number) ?? .redirect("pause/\(number)")
        }
    }

    /// Submits an intent; returns the form with its errors if a field is at fault.
    private static func submit(
        _ form: IntentForm, _ context: PageContext, _ number: Int
    ) throws -> PageResponse? {
        var form = form
        let data = try PauseData(context)
        guard let request = data.request(number) else {
            throw CallFailure.refused(UnblockAPI.NoSuchRequest(request: number))
        }
        guard let intent = form.intent(context) else {
            return try RequestPage.page(request, data, saying: form, status: 422)
        }
        do {
            try submit(intent, about: request, context, isEmergency: form.isEmergency)
            return nil
        } catch CallFailure.refused(let error) {
            guard form.record(error, context) else { throw CallFailure.refused(error) }
            return try RequestPage.page(request, data, saying: form, status: 422)
        }
    }

    private static func submit(
        _ intent: UnblockAPI.Intent, _ context: PageContext, _ number: Int
    ) throws {
        guard let request = try PauseData(context).request(number) else { return }
        try submit(intent, about: request, context)
    }

    private static func submit(
        _ intent: UnblockAPI.Intent, about request: UnblockAPI.OpenRequest, _ context: PageContext,
        isEmergency: Bool = false
    ) throws {
        _ = try context.daemon.call(
            UnblockAPI.Request.self,
            .init(
                place: request.place, intent: intent, pause: request.pause ? true : nil,
                emergency: isEmergency ? true : nil))
    }

    /// Opens the subject of the request, once its wait is over.
    static func open(_ context: PageContext, _ number: Int) throws -> PageResponse {
        try perform(context, number) {
            let reply = try context.daemon.call(UnblockAPI.Confirm.self, .init(request: number))
            let key =
                reply.grant == nil
                ? "protectionEnded" : reply.blocked.isEmpty ? "opened" : "openedInPart"
            return .redirect("pause?done=\(key)")
        }
    }

    /// Performs an answer. If the answer is refused, shows the request in its current state with
    /// the reason, or the first page if the request is no longer open.
    private static func perform(
        _ context: PageContext, _ number: Int, _ body: () throws -> PageResponse
    ) throws -> PageResponse {
        do {
            return try body()
        } catch CallFailure.refused(let error) {
            let words = PauseErrorMessage.words(error, context)
            let isPatience = error is UnblockAPI.WaitNotOver || error is UnblockAPI.BeingConfirmed
            let notice = Notice(level: isPatience ? "info" : "error", text: words)
            let data = try PauseData(context)
            guard let request = data.request(number) else {
                return try PausePage.show(context, .init(notice: notice))
            }
            let isLength = error is UnblockAPI.InvalidDuration
            return try RequestPage.page(
                request, data, notice: isLength ? nil : notice,
                lengthError: isLength ? words : nil, status: 422)
        }
    }
}
