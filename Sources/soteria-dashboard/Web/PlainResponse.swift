import Dashboard
import HummingbirdCore
import NIOCore

/// HTTP responses without the headers that `SecurityHeaders` adds.
enum PlainResponse {
    static func page(_ status: Int, _ html: String) -> Response {
        bytes(status, "text/html; charset=utf-8", ByteBuffer(string: html))
    }

    static func file(_ contentType: String, _ body: [UInt8]) -> Response {
        bytes(200, contentType, ByteBuffer(bytes: body))
    }

    /// A redirect to another address. `address` may contain text that users typed.
    static func redirect(_ status: Int, to address: String) -> Response {
        Response(
            status: .init(code: status), headers: [.location: Percent.encoded(address)])
    }

    static func refusal(_ refusal: Refusal) -> Response {
        var response = page(refusal.status, PlainPage.refusal(refusal))
        if case .wrongMethod(let allowed) = refusal { response.headers[.allow] = allowed }
        return response
    }

    static func download(_ download: PageResponse.Download, _ body: ResponseBody) -> Response {
        // A name that is not plain would let a header be written in its place.
        let name = download.name.unicodeScalars.filter {
            $0.isASCII
                && ($0.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains($0))
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: name)
        return Response(
            status: .ok,
            headers: [
                .contentType: download.contentType,
                .contentDisposition: "attachment; filename=\"\(String(text))\"",
            ], body: body)
    }

    private static func bytes(_ status: Int, _ type: String, _ body: ByteBuffer) -> Response {
        Response(
            status: .init(code: status), headers: [.contentType: type],
            body: .init(byteBuffer: body))
    }
}
