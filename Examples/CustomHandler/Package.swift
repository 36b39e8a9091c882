// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CustomHandler",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "schemehost", path: "../..")],
    targets: [
        .target(name: "ClockHandler", dependencies: [.product(name: "SchemeHost", package: "schemehost")]),
        .executableTarget(
            name: "custom-host",
            dependencies: [
                "ClockHandler",
                .product(name: "SchemeHostCommand", package: "schemehost"),
                .product(name: "StandardHandlers", package: "schemehost"),
            ]
        ),
        .testTarget(
            name: "ClockHandlerTests",
            dependencies: ["ClockHandler", .product(name: "SchemeHostTesting", package: "schemehost")]
        ),
    ]
)
