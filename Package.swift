// swift-tools-version: 6.1
import PackageDescription

private let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// What libFuzzer tries with any bytes: a suite of tests that plays the corpus or, for `Tests/Fuzzing/run`, the program that adds to it.
private let fuzzed: [Target.Dependency] = [
  "NavigationAudit", "NavigationModel", "EventLogs", "AppMaps", "NavigationStore", "Tables", "Measures", "Findings", "UsabilityRules", "Reporting", "CSimdJSON",
  "TestSupport", .product(name: "Yams", package: "Yams"),
]
private let isFuzzing = Context.environment["NAVAUDIT_FUZZING"] != nil
private let fuzzing: [Target] =
  isFuzzing
  ? [
    .systemLibrary(name: "LibFuzzer", path: "Tests/Fuzzing/LibFuzzer"),
    .executableTarget(
      name: "fuzzing", dependencies: fuzzed + ["LibFuzzer"], path: "Tests/Fuzzing", exclude: ["Corpus", "LibFuzzer", "CorpusTests.swift", "run"]),
  ]
  : [.testTarget(name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["Corpus", "LibFuzzer", "Fuzzer.swift", "run"])]

/// Where RE2 is (`apt install libre2-dev`, `brew install re2`). Not by pkg-config: RE2 2023-06 and later require Abseil, and SwiftPM repeats the flags of
/// its hundred libraries for each way to them, some megabytes in all. Only Homebrew's folder on Apple silicon is not searched anyway.
#if os(macOS) && arch(arm64)
  private let re2: (compiler: [CXXSetting], linker: [LinkerSetting]) = (
    [.unsafeFlags(["-I/opt/homebrew/include"])], [.unsafeFlags(["-L/opt/homebrew/lib"])]
  )
#else
  private let re2: (compiler: [CXXSetting], linker: [LinkerSetting]) = ([], [])
#endif

let package = Package(
  name: "navaudit",
  platforms: [.macOS(.v15)],
  products: [
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
    .systemLibrary(name: "CSimdJSONLibrary", pkgConfig: "simdjson", providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .target(name: "CSimdJSON", dependencies: ["CSimdJSONLibrary", "CXXHash"]),
    .target(name: "CRE2", cxxSettings: re2.compiler, linkerSettings: [.linkedLibrary("re2")] + re2.linker),

    // The rooms: each imports only those above it.
    .target(name: "Groundwork"),
    .target(name: "NavigationModel", dependencies: ["Groundwork", "CRE2", "CXXHash"]),
    .target(name: "Statistics"),
    .target(name: "Tables", dependencies: ["Groundwork", "NavigationModel"]),
    .target(name: "Privacy", dependencies: ["NavigationModel", "Tables"]),
    .target(name: "EventLogs", dependencies: ["Groundwork", "NavigationModel", "Privacy", "CSimdJSON", "CZlib", "CZstd", "CXXHash"]),
    .target(name: "AppMaps", dependencies: ["Groundwork", "NavigationModel", "EventLogs", .product(name: "Yams", package: "Yams")]),
    .target(name: "MapDrafting", dependencies: ["Groundwork", "NavigationModel", "Privacy", "EventLogs", "AppMaps"]),
    .target(
      name: "NavigationStore",
      dependencies: [
        "Groundwork", "NavigationModel", "CXXHash",
        grdb, .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Schema.sql"), .embedInCode("Schema7.sql")]),
    .target(name: "Measures", dependencies: ["Groundwork", "NavigationModel", "Statistics", "Tables", "Privacy"]),
    .target(name: "Advice", dependencies: ["NavigationModel", "Statistics", "Tables", "Measures"]),
    .target(name: "Findings", dependencies: ["Groundwork", "NavigationModel", "Statistics", "Tables", "Measures"]),
    .target(name: "UsabilityRules", dependencies: ["NavigationModel", "Statistics", "Privacy", "Tables", "Measures", "Findings"]),
    .target(name: "Reporting", dependencies: ["Groundwork", "NavigationModel", "Statistics", "Tables", "Privacy", "Measures", "Advice", "Findings"]),
    .target(name: "Simulation", dependencies: ["Groundwork", .product(name: "Yams", package: "Yams")]),
    .target(
      name: "Folding", dependencies: ["NavigationModel", "Privacy", "EventLogs", "NavigationStore", "Measures"]),
    .target(
      name: "NavigationAudit",
      dependencies: [
        "Groundwork", "NavigationModel", "Statistics", "Privacy", "EventLogs", "AppMaps", "MapDrafting", "NavigationStore", "Tables", "Measures", "Advice",
        "Findings", "UsabilityRules", "Reporting", "Folding", "CXXHash", "CZstd",
      ]),
    .executableTarget(
      name: "navaudit",
      dependencies: [
        "Groundwork", "NavigationAudit", "NavigationModel", "AppMaps", "Tables", "Measures", "Findings", "UsabilityRules", "Reporting", "Simulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Development only: what benchmarks and property tests draw from.
    .target(name: "Laboratory", dependencies: ["Groundwork", "Simulation"]),
    .executableTarget(name: "coverage-study", dependencies: ["Groundwork", "Statistics"], path: "Benchmarks/CoverageStudy"),
    .executableTarget(
      name: "plan-benchmark", dependencies: ["NavigationModel", "Measures", "Advice", "Laboratory"], path: "Benchmarks/PlanBenchmark"),
    .executableTarget(
      name: "understanding-benchmark", dependencies: ["Groundwork", "NavigationAudit", "Laboratory"], path: "Benchmarks/UnderstandingBenchmark"),
    .executableTarget(
      name: "inference-benchmark", dependencies: ["NavigationAudit", "Laboratory", "Statistics"], path: "Benchmarks/InferenceBenchmark"),

    .executableTarget(
      name: "truth-benchmark", dependencies: ["Laboratory", "Simulation"], path: "Benchmarks/TruthBenchmark"),
    .executableTarget(name: "laboratory-log", dependencies: ["Laboratory"], path: "Benchmarks/LaboratoryLog"),

    .target(name: "TestSupport", dependencies: ["Groundwork", "NavigationModel", "CZlib", "CZstd"], path: "Tests/TestSupport"),
    .testTarget(name: "GroundworkTests", dependencies: ["Groundwork"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Groundwork", "Statistics"]),
    .testTarget(name: "PrivacyTests", dependencies: ["Privacy", "NavigationModel", "Tables", "TestSupport"]),
    .testTarget(name: "NavigationModelTests", dependencies: ["NavigationModel", "TestSupport"]),
    .testTarget(name: "EventLogsTests", dependencies: ["EventLogs", "NavigationModel", "TestSupport", "CZlib", "CZstd", "CXXHash"]),
    .testTarget(
      name: "NavigationStoreTests", dependencies: ["NavigationStore", "NavigationModel", "TestSupport", grdb]),
    .testTarget(name: "MeasuresTests", dependencies: ["Groundwork", "NavigationModel", "Statistics", "Tables", "Privacy", "Measures", "TestSupport"]),
    .testTarget(
      name: "UsabilityRulesTests", dependencies: ["NavigationModel", "Statistics", "Measures", "Findings", "UsabilityRules", "TestSupport"]),
    .testTarget(
      name: "RuleQueryTests",
      dependencies: [
        "NavigationAudit", "Privacy", "NavigationStore", "NavigationModel", "EventLogs", "Tables", "Measures", "Findings", "UsabilityRules", "Simulation",
        "TestSupport",
        grdb,
      ]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Advice", "NavigationModel", "Statistics", "Tables", "Privacy", "Measures", "Findings", "UsabilityRules", "Reporting", "TestSupport",
      ]),
    .testTarget(name: "AdviceTests", dependencies: ["Advice", "Measures", "NavigationModel", "Statistics", "TestSupport"]),
    .testTarget(name: "AppMapsTests", dependencies: ["AppMaps", "EventLogs", "NavigationModel", "TestSupport"]),
    .testTarget(name: "MapDraftingTests", dependencies: ["MapDrafting", "NavigationModel", "EventLogs"]),
    .testTarget(name: "SimulationTests", dependencies: ["Groundwork", "Simulation"]),
    .testTarget(name: "LaboratoryTests", dependencies: ["Laboratory"]),
    .testTarget(name: "FoldingTests", dependencies: ["Folding", "NavigationModel", "TestSupport"]),
    .testTarget(
      name: "NavigationAuditTests",
      dependencies: [
        "Groundwork", "NavigationAudit", "Folding", "Privacy", "AppMaps", "MapDrafting", "NavigationModel", "EventLogs", "Tables", "Measures", "Findings",
        "UsabilityRules", "Reporting",
        "Simulation", "Statistics",
        "TestSupport", "Laboratory", grdb,
      ]),
    .testTarget(
      name: "CommandTests", dependencies: ["Groundwork", "navaudit", "NavigationAudit", "NavigationModel", "Laboratory", "TestSupport", grdb]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// `NAVAUDIT_BENCHMARKS=1 swift package benchmark` times the rooms one by one; nothing else needs the benchmark package.
if Context.environment["NAVAUDIT_BENCHMARKS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "Rooms",
      dependencies: [
        "EventLogs", "Measures", "NavigationModel", "NavigationStore", "Reporting", "Simulation", "Statistics", "TestSupport", "UsabilityRules",
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Rooms",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

if isFuzzing {
  // Swift and C++ count alike where they have been: by that libFuzzer is guided.
  let coverage = "edge,inline-8bit-counters,pc-table,trace-cmp,indirect-calls"
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings = [.unsafeFlags(["-enable-testing", "-sanitize=address", "-sanitize-coverage=\(coverage)"])]
    target.cxxSettings = [.unsafeFlags(["-fsanitize-coverage=\(coverage)"])]
  }
}
