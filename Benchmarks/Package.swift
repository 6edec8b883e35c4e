// swift-tools-version: 6.2
import PackageDescription

// What is measured, and what draws the logs for it. Nothing here is linked with navaudit: all of it drives the built
// command. Only the logger of apps is measured as a library, through a link to its sources.

private let parser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
private let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "navaudit-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(
      name: "Simulation", dependencies: [yams], path: "Simulation",
      resources: [
        .embedInCode("App/well-built.app.yml"), .embedInCode("App/well-built-apps.yml"),
        .embedInCode("Dialects/TeamWords.yml"),
      ]),
    .target(name: "Harness", dependencies: ["Simulation"], path: "Harness"),
    .executableTarget(
      name: "simulate", dependencies: ["Simulation", parser], path: "Simulate"),
    .executableTarget(name: "laboratory-log", dependencies: ["Simulation"], path: "LaboratoryLog"),
    .executableTarget(
      name: "truth-benchmark", dependencies: ["Harness", "Simulation", parser], path: "TruthBenchmark"),
    .executableTarget(name: "plan-benchmark", dependencies: ["Harness", "Simulation", parser], path: "PlanBenchmark"),
    .executableTarget(
      name: "understanding-benchmark", dependencies: ["Harness", "Simulation", parser], path: "UnderstandingBenchmark"),
    .executableTarget(
      name: "inference-benchmark", dependencies: ["Harness", "Simulation", parser], path: "InferenceBenchmark"),
    .target(name: "NavigationLog", path: "NavigationLog", resources: [.copy("PrivacyInfo.xcprivacy")]),
    .executableTarget(name: "logger-benchmark", dependencies: ["NavigationLog"], path: "LoggerBenchmark"),

    // A link to the part of the product's test support that drives the command.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "SimulationTests", dependencies: ["Simulation", "TestSupport"], path: "Tests/SimulationTests"),
    .testTarget(
      name: "LaboratoryTests", dependencies: ["Harness", "Simulation", "TestSupport"], path: "Tests/LaboratoryTests"),
  ],
  swiftLanguageModes: [.v6]
)
