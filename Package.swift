// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "schemehost",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "SchemeHost", targets: ["SchemeHost"]),
        .library(name: "SchemeHostURLProtocol", targets: ["SchemeHostURLProtocol"]),
        .library(name: "SchemeHostGateway", targets: ["SchemeHostGateway"]),
        .library(name: "SchemeHostCommand", targets: ["SchemeHostCommand"]),
        .library(name: "SchemeHostTesting", targets: ["SchemeHostTesting"]),
        .library(name: "ArchiveHandler", targets: ["ArchiveHandler"]),
        .library(name: "ComputedHandler", targets: ["ComputedHandler"]),
        .library(name: "MirrorHandler", targets: ["MirrorHandler"]),
        .library(name: "SQLiteHandler", targets: ["SQLiteHandler"]),
        .library(name: "StandardHandlers", targets: ["StandardHandlers"]),
        .executable(name: "schemehost", targets: ["schemehost"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The core: no networking, no C library.
        .target(
            name: "SchemeHost",
            dependencies: [
                "COpenat2",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(name: "COpenat2"),

        // The doors.
        .target(name: "SchemeHostURLProtocol", dependencies: ["SchemeHost"]),
        .target(
            name: "SchemeHostGateway",
            dependencies: [
                "SchemeHost",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "SchemeHostCommand",
            dependencies: [
                "SchemeHost", "SchemeHostGateway", "StandardHandlers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(name: "schemehost", dependencies: ["SchemeHostCommand", "StandardHandlers"]),
        .target(name: "SchemeHostTesting", dependencies: ["SchemeHost"]),

        .executableTarget(
            name: "urlsession-example",
            dependencies: ["SchemeHostURLProtocol", "StandardHandlers"],
            path: "Examples/URLSession"
        ),

        // The handlers.
        .target(
            name: "ArchiveHandler",
            dependencies: ["SchemeHost", "CArchive"],
            path: "Plugins/ArchiveHandler",
            exclude: ["README.md"]
        ),
        .target(
            name: "ComputedHandler",
            dependencies: ["SchemeHost", .product(name: "Mustache", package: "swift-mustache")],
            path: "Plugins/ComputedHandler",
            exclude: ["README.md"]
        ),
        .target(
            name: "MirrorHandler",
            dependencies: ["SchemeHost"],
            path: "Plugins/MirrorHandler",
            exclude: ["README.md"]
        ),
        .target(
            name: "SQLiteHandler",
            dependencies: ["SchemeHost", "CZlib", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Plugins/SQLiteHandler",
            exclude: ["README.md"]
        ),
        .target(
            name: "StandardHandlers",
            dependencies: ["ArchiveHandler", "ComputedHandler", "MirrorHandler", "SQLiteHandler"],
            path: "Plugins/StandardHandlers"
        ),

        // System libraries.
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

        // Tests.
        .testTarget(name: "SchemeHostTests", dependencies: ["SchemeHost", "SchemeHostTesting"]),
        .testTarget(name: "SchemeHostURLProtocolTests", dependencies: ["SchemeHostURLProtocol", "SchemeHostTesting"]),
        .testTarget(
            name: "SchemeHostGatewayTests",
            dependencies: [
                "SchemeHostGateway", "SchemeHostTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "ArchiveHandlerTests",
            dependencies: [
                "ArchiveHandler", "CArchive", "SchemeHostTesting", .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(name: "ComputedHandlerTests", dependencies: ["ComputedHandler", "SchemeHostTesting"]),
        .testTarget(name: "MirrorHandlerTests", dependencies: ["MirrorHandler", "SchemeHostTesting"]),
        .testTarget(name: "SQLiteHandlerTests", dependencies: ["SQLiteHandler", "SchemeHostTesting"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["SchemeHostCommand", "SchemeHostGateway", "SchemeHostURLProtocol", "StandardHandlers"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Warnings are errors where the project builds itself; somebody else's newer compiler must not fail on them.
let strict = Context.environment["SCHEMEHOST_STRICT"] == "1"

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    if strict { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
