import API
import Dashboard
import HummingbirdCore
import NIOCore
import NIOPosix

/// Answers requests: those that are let in get pages, which are made off the event loop.
struct Responder: Sendable {
    let access: AccessControl
    let pages: Pages
    let connections: DaemonConnections
    /// The threads on which pages are made; they block while they wait for the daemon.
    let threads: NIOThreadPool

    /// The path of the streams of events, below the base.
    static let events = ["events"]

    func respond(_ request: Request, on channel: any Channel) async -> Response {
        let response: Response
        switch await access.admit(RequestHead(request.head)) {
        case .refused(let refusal): response = PlainResponse.refusal(refusal)
        case .entrance(let token): response = await enter(token)
        case .redirect(let address): response = PlainResponse.redirect(308, to: address)
        case .page(let admitted): response = await answer(admitted, request, channel)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Exchanges a token for a cookie. The response is a page that leads on, not a redirect: after
    /// redirects that began with a local file, a browser does not send a strict cookie.
    private func enter(_ token: String) async -> Response {
        guard let signIn = await access.signIn(token: token) else {
            return PlainResponse.refusal(.forbidden)
        }
        var response = PlainResponse.page(
            200,
            PlainPage.leading(
                to: signIn.address, icon: signIn.cookiePath + "icon.svg"))
        response.headers[.setCookie] =
            "\(RequestHead.cookie)=\(signIn.session.cookie.text); HttpOnly; SameSite=Strict; "
            + "Path=\(signIn.cookiePath)"
        return response
    }

    private func answer(
        _ admitted: AdmittedRequest, _ request: Request, _ channel: any Channel
    ) async -> Response {
        let response: Response
        if admitted.path == Self.events {
            response = await stream(admitted, request, channel)
        } else {
            do {
                let answer = try await page(admitted, request)
                if case .download(let file) = answer {
                    return await download(file, admitted, request, channel)
                }
                response = Self.response(to: answer, admitted)
            } catch let refusal as Refusal {
                response = PlainResponse.refusal(refusal)
            } catch {
                response = PlainResponse.refusal(.tooMany)
            }
        }
        await access.answered(admitted.number)
        return response
    }

    private func page(_ admitted: AdmittedRequest, _ request: Request) async throws -> PageResponse
    {
        let asked = PageRequest(
            request.method == .post ? .post : .get, path: admitted.path, query: admitted.query,
            form: request.method == .post ? try await form(admitted, request) : [:],
            base: admitted.requestGuard.base, csrf: admitted.session.csrf.text,
            languages: Self.languages(of: request))
        let (pages, connections) = (pages, connections)
        return try await threads.runIfActive {
            pages.respond(asked) { () throws(CallFailure) in try connections.connect() }
        }
    }

    private static func languages(of request: Request) -> [String] {
        AcceptedLanguages.best(of: request.headers[values: .acceptLanguage])
    }

    /// The fields of a form; throws `Refusal`.
    private func form(
        _ admitted: AdmittedRequest, _ request: Request
    ) async throws -> [String: [String]] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > RequestGuard.largestForm
        {
            throw Refusal.tooLarge
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: RequestGuard.largestForm)
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge
        } catch {
            throw Refusal.malformed
        }
        return try admitted.requestGuard.fields(
            of: Array(body.readableBytesView), from: admitted.session)
    }

    private static func response(to answer: PageResponse, _ admitted: AdmittedRequest) -> Response {
        switch answer {
        case .page(let status, let html): PlainResponse.page(status, html)
        case .redirect(let path):
            PlainResponse.redirect(303, to: "\(admitted.requestGuard.base)/\(path)")
        case .file(let type, let body): PlainResponse.file(type, body)
        // Answered before, as it goes on for longer.
        case .download: PlainResponse.refusal(.tooMany)
        }
    }

    private func download(
        _ file: PageResponse.Download, _ admitted: AdmittedRequest, _ request: Request,
        _ channel: any Channel
    ) async -> Response {
        var refusal: Refusal?
        if request.method == .head {
            refusal = .wrongMethod(allowed: "GET")
        } else if await !access.beginDownload(admitted.number) {
            refusal = .tooMany
        }
        if let refusal {
            await access.answered(admitted.number)
            return PlainResponse.refusal(refusal)
        }
        let (access, connections) = (access, connections)
        // Also where the connection ends before the body is begun.
        channel.closeFuture.whenComplete { _ in access.enter { $0.answered(admitted.number) } }
        return PlainResponse.download(
            file,
            ResponseBody { writer in
                let download = Download { channel.close(promise: nil) }
                download.begin(file, connections)
                do {
                    try await download.write(to: &writer)
                } catch {
                    await access.answered(admitted.number)
                    throw error
                }
                await access.answered(admitted.number)
                try await writer.finish(nil)
            })
    }

    private func stream(
        _ admitted: AdmittedRequest, _ request: Request, _ channel: any Channel
    ) async -> Response {
        guard request.method == .get else {
            return PlainResponse.refusal(.wrongMethod(allowed: "GET"))
        }
        let session = admitted.session.number
        let joined = await access.join(
            session: session, languages: Self.languages(of: request)
        ) { channel.close(promise: nil) }
        guard let stream = joined else { return PlainResponse.refusal(.tooMany) }
        let leave: @Sendable () -> Void = { [access] in
            access.enter { $0.leave(stream.number, session: session) }
        }
        channel.closeFuture.whenComplete { _ in leave() }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                // A page that goes away closes its half of the connection first.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await bytes in stream.events { try await writer.write(bytes) }
                } onInboundClosed: {
                    leave()
                }
                try await writer.finish(nil)
            })
    }
}
