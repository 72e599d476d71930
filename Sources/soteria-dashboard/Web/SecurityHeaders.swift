import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sets the headers of every response, of refusals and malformed requests, too.
final class SecurityHeaders: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    static let fields: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
                + "base-uri 'none'"
        ),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        // Not no-referrer: forms would be sent with the origin "null".
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
                + "magnetometer=(), microphone=(), payment=(), usb=()"
        ),
    ]

    private static let prepared = fields.compactMap { field in
        HTTPFields.Element.Name(field.name).map { HTTPFields.Element(name: $0, value: field.value) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        for field in Self.prepared { head.headerFields[field.name] = field.value }
        head.headerFields[.date] = HTTPDate.now()
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
