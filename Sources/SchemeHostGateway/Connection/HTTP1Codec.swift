import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import SchemeHost

/// Translates between NIO's HTTP/1 messages and the version-neutral ones that the gateway works with.
///
/// Unlike the codec of NIOHTTPTypesHTTP1 it hands on the request target exactly as it was sent, absolute form
/// included, and frames responses by what the request allows (HEAD, HTTP/1.0) instead of by the status alone.
final class HTTP1Codec: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Triggered outbound when the request's content is first asked for: sends `100 Continue` if the client waits.
    struct ContentWanted: Sendable {}

    /// What has to be known of a request until its response is written.
    private struct Exchange {
        var isHead: Bool
        var isHTTP10: Bool
        var awaitsContinue: Bool
        var closes: Bool
    }

    /// Requests without their whole response, in order: clients may pipeline.
    private var exchanges: CircularBuffer<Exchange> = []
    private var isReceiving = false
    private var hasFailed = false

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            isReceiving = true
            do {
                let request = try HTTPRequest(reading: head)
                exchanges.append(
                    Exchange(
                        isHead: head.method == .HEAD,
                        isHTTP10: head.version == .http1_0,
                        awaitsContinue: head.version != .http1_0
                            && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" },
                        closes: request.headerFields[.connection] == "close"
                    )
                )
                context.fireChannelRead(wrapInboundOut(.head(request)))
            } catch {
                isReceiving = false
                refuse(.notImplemented, context: context)
            }
        case .body(let buffer):
            if isReceiving { context.fireChannelRead(wrapInboundOut(.body(buffer))) }
        case .end(let trailers):
            guard isReceiving else { return }
            isReceiving = false
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else {
            context.fireErrorCaught(error)
            return
        }
        guard !hasFailed else { return }
        if isReceiving {
            hasFailed = true
            context.fireErrorCaught(
                SchemeHostError(.invalidRequest, "the request's content is malformed or ends early", underlying: error)
            )
        } else {
            let isTooLarge = error as? HTTPParserError == .headerOverflow
            refuse(isTooLarge ? .requestHeaderFieldsTooLarge : .badRequest, context: context)
        }
    }

    /// Hands on a stand-in for what could not be read, so that the refusal waits for the responses before it.
    private func refuse(_ status: HTTPResponse.Status, context: ChannelHandlerContext) {
        guard !hasFailed else { return }
        hasFailed = true
        exchanges.append(Exchange(isHead: false, isHTTP10: false, awaitsContinue: false, closes: true))
        context.fireChannelRead(wrapInboundOut(.head(HTTPRequest(unreadable: status))))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes its side has left: without this, nobody would notice before the next write.
        if case ChannelEvent.inputClosed = event, !exchanges.isEmpty {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The stream of parts would otherwise just end, and half an upload look like a whole one.
        if isReceiving, !hasFailed {
            context.fireErrorCaught(SchemeHostError(.connectionReset, "the client left before its content was sent"))
        }
        context.fireChannelInactive()
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response):
            context.write(wrapOutboundOut(.head(framed(response))), promise: promise)
        case .body(let buffer):
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
        case .end(let trailers):
            let end = wrapOutboundOut(.end(trailers.map(HTTPHeaders.init)))
            let exchange = exchanges.popFirst()
            guard exchange?.closes == true else {
                context.write(end, promise: promise)
                return
            }
            context.writeAndFlush(end, promise: promise)
            context.close(mode: .output, promise: nil)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContentWanted else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        guard let first = exchanges.first, first.awaitsContinue else {
            promise?.succeed()
            return
        }
        exchanges[exchanges.startIndex].awaitsContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// The head with the fields that frame its content (RFC 9112, section 6).
    private func framed(_ response: HTTPResponse) -> HTTPResponseHead {
        var head = HTTPResponseHead(response)
        guard !exchanges.isEmpty else { return head }
        var exchange = exchanges[exchanges.startIndex]
        if exchange.isHead || !response.status.mayHaveContent {
            if response.status == .noContent { head.headers.remove(name: "content-length") }
        } else if !head.headers.contains(name: "content-length") {
            if exchange.isHTTP10 {
                exchange.closes = true
            } else {
                head.headers.add(name: "Transfer-Encoding", value: "chunked")
            }
        }
        // The client may now send its content, or not: only a new connection is unambiguous.
        if exchange.awaitsContinue { exchange.closes = true }
        if exchange.closes {
            head.headers.add(name: "Connection", value: "close")
        } else if exchange.isHTTP10 {
            head.headers.add(name: "Connection", value: "keep-alive")
        }
        exchanges[exchanges.startIndex] = exchange
        return head
    }
}

extension HTTPResponse.Status {
    /// Whether a response with this status has content where the method allows it (RFC 9110, section 6.4.1).
    var mayHaveContent: Bool { code >= 200 && self != .noContent && self != .notModified }
}
