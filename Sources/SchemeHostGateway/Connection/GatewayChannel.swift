import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// One connection: its pipeline, and the task that answers its requests.
struct GatewayChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let idleTimeout: Duration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            var encoding = HTTPResponseEncoder.Configuration()
            encoding.automaticallySetFramingHeaders = false  // The codec does: NIO does not know a HEAD from a GET.
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderListSize = 256 * 1024
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: encoding,
                withDecoderLimitConfiguration: limits
            )
            try pipeline.addHandler(HTTP1Codec())
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await handleHTTP(asyncChannel: value, logger: logger) }
            group.addTask { try? await value.channel.closeFuture.get() }
            // When the client leaves, what still works for it is cancelled.
            await group.next()
            group.cancelAll()
        }
    }
}
