// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "schemehost", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .target(name: "BenchmarkHarness"),
        .executableTarget(
            name: "library-benchmarks",
            dependencies: [
                "BenchmarkHarness",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "MirrorHandler", package: "schemehost"),
                .product(name: "SchemeHost", package: "schemehost"),
                .product(name: "SchemeHostURLProtocol", package: "schemehost"),
            ]
        ),
        // Without Foundation: a child inherits its parent's peak memory until it is another program.
        .executableTarget(name: "process-benchmarks", dependencies: ["BenchmarkHarness"]),
        .executableTarget(
            name: "argument-parser-only",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
