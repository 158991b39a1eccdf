let testingSolution = Solution(
  files: ["Tests/TourTests/TillSolutionTests.swift"],
  after: """
    Run it: swift test --filter TillSolutionTests
    """)
