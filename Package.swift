// swift-tools-version: 6.2
import PackageDescription

private let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// What libFuzzer tries with any bytes: a suite of tests that plays the corpus or, for `Tests/Fuzzing/run`, the program
/// that adds to it.
private let fuzzed: [Target.Dependency] = [
  "NavigationAudit", "NavigationModel", "EventLogs", "AppMaps", "NavigationStore", "Measures", "UsabilityRules",
  "Reporting", "CSimdJSON",
  "TestSupport", .product(name: "Yams", package: "Yams"),
]
private let isFuzzing = Context.environment["NAVAUDIT_FUZZING"] != nil
private let fuzzing: [Target] =
  isFuzzing
  ? [
    .systemLibrary(name: "LibFuzzer", path: "Tests/Fuzzing/LibFuzzer"),
    .executableTarget(
      name: "fuzzing", dependencies: fuzzed + ["LibFuzzer"], path: "Tests/Fuzzing",
      exclude: ["Corpus", "LibFuzzer", "CorpusTests.swift", "run"]),
  ]
  : [
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Corpus", "LibFuzzer", "Fuzzer.swift", "run"])
  ]

/// Where RE2 is (`apt install libre2-dev`, `brew install re2`). Not by pkg-config: RE2 2023-06 and later require
/// Abseil, and SwiftPM repeats the flags of its hundred libraries for each way to them, some megabytes in all. Only
/// Homebrew's folder on Apple silicon is not searched anyway.
#if os(macOS) && arch(arm64)
  private let re2: (compiler: [CXXSetting], linker: [LinkerSetting]) = (
    [.unsafeFlags(["-I/opt/homebrew/include"])], [.unsafeFlags(["-L/opt/homebrew/lib"])]
  )
#else
  private let re2: (compiler: [CXXSetting], linker: [LinkerSetting]) = ([], [])
#endif

let package = Package(
  name: "navaudit",
  // The tool is for macOS; apps that embed `NavigationLog` run on iOS.
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: [
    .library(name: "NavigationLog", targets: ["NavigationLog"]),
    .library(name: "NavigationAudit", targets: ["NavigationAudit"]),
    .executable(name: "navaudit", targets: ["navaudit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: fuzzing + [
    // System libraries.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .systemLibrary(
      name: "CSimdJSONLibrary", pkgConfig: "simdjson", providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .target(name: "CSimdJSON", dependencies: ["CSimdJSONLibrary"]),
    .target(name: "CRE2", cxxSettings: re2.compiler, linkerSettings: [.linkedLibrary("re2")] + re2.linker),
    .target(name: "CStartup"),

    // The modules: each imports only those above it.
    .target(name: "NavigationModel", dependencies: ["CRE2", "CXXHash"]),
    .target(name: "Statistics"),
    .target(
      name: "EventLogs",
      dependencies: [
        "NavigationModel", "CSimdJSON", "CZlib", "CZstd", "CXXHash", .product(name: "Yams", package: "Yams"),
      ], resources: [.embedInCode("Formats/formats.yml")]),
    .target(
      name: "AppMaps", dependencies: ["NavigationModel", "EventLogs"],
      resources: [.embedInCode("Drafting/Words.txt")]),
    .target(
      name: "NavigationStore",
      dependencies: ["NavigationModel", "CXXHash", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift")],
      resources: [.embedInCode("Schema.sql")]),
    .target(name: "Measures", dependencies: ["NavigationModel", "Statistics"]),
    .target(name: "UsabilityRules", dependencies: ["NavigationModel", "Statistics", "Measures"]),
    .target(
      name: "Reporting", dependencies: ["NavigationModel", "Statistics", "Measures", "UsabilityRules"],
      resources: [
        .embedInCode("Page/page.css"), .embedInCode("Page/page.js"),
      ]),
    .target(
      name: "NavigationAudit",
      dependencies: [
        "NavigationModel", "Statistics", "EventLogs", "AppMaps", "NavigationStore", "Measures", "UsabilityRules",
        "Reporting", "CXXHash", "CZstd",
      ]),
    .executableTarget(
      name: "navaudit",
      dependencies: [
        "CStartup", "NavigationAudit", "NavigationModel", "EventLogs", "AppMaps", "Measures", "UsabilityRules",
        "Reporting", "Statistics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The logger that apps embed: nobody here imports it.
    .target(name: "NavigationLog", resources: [.copy("PrivacyInfo.xcprivacy")]),

    .target(
      name: "TestSupport", dependencies: ["NavigationModel", "Measures", "CZlib", "CZstd"], path: "Tests/TestSupport"),
    .testTarget(name: "StatisticsTests", dependencies: ["NavigationModel", "Statistics", "TestSupport"]),
    .testTarget(name: "NavigationModelTests", dependencies: ["NavigationModel", "TestSupport"]),
    .testTarget(
      name: "EventLogsTests",
      dependencies: ["EventLogs", "NavigationModel", "TestSupport", "CZlib", "CZstd", "CXXHash"]),
    .testTarget(
      name: "NavigationStoreTests",
      dependencies: [
        "NavigationStore", "NavigationModel", "TestSupport", grdb,
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(name: "MeasuresTests", dependencies: ["NavigationModel", "Statistics", "Measures", "TestSupport"]),
    .testTarget(
      name: "UsabilityRulesTests",
      dependencies: ["NavigationModel", "Statistics", "Measures", "UsabilityRules", "Reporting", "TestSupport"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: ["UsabilityRules", "NavigationModel", "Statistics", "Measures", "Reporting", "TestSupport"]),
    .testTarget(
      name: "NavigationLogTests", dependencies: ["NavigationLog", "NavigationModel", "EventLogs", "TestSupport"]),
    .testTarget(name: "AppMapsTests", dependencies: ["AppMaps", "EventLogs", "NavigationModel", "TestSupport"]),
    .testTarget(
      name: "NavigationAuditTests",
      dependencies: [
        "NavigationModel", "NavigationAudit", "NavigationStore", "AppMaps", "EventLogs", "Measures", "UsabilityRules",
        "Reporting", "Statistics",
        "TestSupport", grdb,
      ]),
    .testTarget(
      name: "PropertyTests",
      dependencies: [
        "NavigationModel", "NavigationAudit", "NavigationStore", "AppMaps", "EventLogs", "Measures", "UsabilityRules",
        "Reporting", "Statistics",
        "TestSupport", grdb,
      ]),
    .testTarget(
      name: "CommandTests", dependencies: ["NavigationModel", "navaudit", "NavigationAudit", "TestSupport", grdb]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

if isFuzzing {
  // Swift and C++ count alike where they have been: by that libFuzzer is guided.
  let coverage = "edge,inline-8bit-counters,pc-table,trace-cmp,indirect-calls"
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = [.unsafeFlags(["-enable-testing", "-sanitize=address", "-sanitize-coverage=\(coverage)"])]
    target.cxxSettings = [.unsafeFlags(["-fsanitize-coverage=\(coverage)"])]
  }
}

// CI sets this: the thorough tests drive the command most of the time, which takes a third of it where that is
// optimized. These modules take most of that; to optimize the others would take longer than it saves. Assertions stay.
if Context.environment["NAVAUDIT_OPTIMIZED"] != nil, !isFuzzing {
  let hot = [
    "NavigationModel", "Statistics", "EventLogs", "NavigationStore", "Measures", "Reporting", "CSimdJSON", "CRE2",
  ]
  for target in package.targets where target.type != .system {
    let flags = hot.contains(target.name) ? ["-gnone", "-O", "-assert-config", "Debug"] : ["-gnone"]
    target.swiftSettings = [.unsafeFlags(flags, .when(configuration: .debug))]
    if hot.contains(target.name) { target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-O2"])] }
  }
}
