// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "URLSessionClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "schemehost", path: "../..")],
    targets: [
        .executableTarget(
            name: "urlsession-client",
            dependencies: [
                .product(name: "SchemeHostURLProtocol", package: "schemehost"),
                .product(name: "StandardHandlers", package: "schemehost"),
            ]
        )
    ]
)
