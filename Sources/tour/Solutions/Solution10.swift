let testingSolution = Solution(
  files: ["Tests/TourTests/TillSolutionTests.swift"],
  after: """
    The test keeps the spy, and registers that very instance. Run it:

      swift test --filter TillSolutionTests
    """)
