import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Refuses requests whose target names another host than their `Host`.
///
/// NIO's codec reduces a target such as `http://evil.example/path` to its path, and the host is
/// lost. This handler replaces such a target by one that is no path before the codec sees it; then
/// the request is refused as malformed.
final class HostOfTarget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Puts such a handler before the codec, when it is itself added after the codec.
    final class Installer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        func handlerAdded(context: ChannelHandlerContext) {
            let pipeline = context.pipeline.syncOperations
            do {
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(HostOfTarget(), position: .before(codec))
            } catch {
                context.close(promise: nil)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data),
            !Self.isOfHost(head.uri, head.headers["Host"].first ?? "")
        else { return context.fireChannelRead(data) }
        head.uri = "*"
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// True if a target is a path, or an address at this host.
    static func isOfHost(_ target: String, _ host: String) -> Bool {
        if target.hasPrefix("/") { return true }
        let scheme = "http://"
        guard target.prefix(scheme.count).lowercased() == scheme else { return false }
        let authority = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return authority == host
    }
}
