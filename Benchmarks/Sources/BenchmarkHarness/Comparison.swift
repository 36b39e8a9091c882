/// What is asked of a measurement, next to its floor.
public enum Goal: Sendable {
    /// At most this many times the floor's time.
    case timesFloor(Double)
    /// At least this part of the floor's speed.
    case speedOfFloor(Double)
    /// At most this many seconds more than the floor.
    case secondsAboveFloor(Double)
}

/// One line of the table: something, and the floor it is compared with, measured in turn.
public struct Comparison: Sendable {
    private let name: String
    private let goal: Goal
    private let subject: Sample
    private let floor: Sample
    private let pairs: Sample

    /// How often each side is measured.
    public static let runs = 9

    /// Measures both sides in turn, so that what else the machine does meets both; the first pair is not counted.
    /// - Parameters:
    ///   - name: What is measured, for the table.
    ///   - goal: What is asked of it.
    ///   - iterations: How many operations one call of `subject` or `floor` makes.
    ///   - subject: What is measured.
    ///   - floor: What it is compared with.
    public init(
        _ name: String,
        goal: Goal,
        iterations: Int = 1,
        subject: () async throws -> Void,
        floor: () async throws -> Void
    ) async throws {
        var times: [(subject: Double, floor: Double)] = []
        for run in 0...Self.runs {
            let pair = (try await seconds(subject), try await seconds(floor))
            if run > 0 { times.append((pair.0 / Double(iterations), pair.1 / Double(iterations))) }
        }
        self.name = name
        self.goal = goal
        self.subject = Sample(times.map(\.subject))
        self.floor = Sample(times.map(\.floor))
        pairs = Sample(
            times.map { pair in
                switch goal {
                case .timesFloor: pair.subject / pair.floor
                case .speedOfFloor: pair.floor / pair.subject
                case .secondsAboveFloor: pair.subject - pair.floor
                }
            }
        )
    }

    /// Prints the heading of a row's lines.
    public static func printHeading(_ title: String) {
        Swift.print("\n\(title)")
        printLine(["", "median (min–max)", "floor", "pairs", "goal"])
    }

    /// Prints the line.
    public func print() {
        let (format, asked, isMet) =
            switch goal {
            case .timesFloor(let limit): (ratio, "≤ \(ratio(limit))", pairs.median <= limit)
            case .speedOfFloor(let limit): (ratio, "≥ \(ratio(limit))", pairs.median >= limit)
            case .secondsAboveFloor(let limit): (time, "≤ \(time(limit))", pairs.median <= limit)
            }
        Self.printLine([
            name, subject.text(time), floor.text(time), pairs.text(format), "\(asked) \(isMet ? "met" : "MISSED")",
        ])
    }

    private static func printLine(_ cells: [String]) {
        let widths = [34, 32, 32, 30, 0]
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(1, width - cell.count))
        }
        Swift.print(padded.joined())
    }
}

/// How long `work` takes, in seconds.
private func seconds(_ work: () async throws -> Void) async throws -> Double {
    let elapsed = try await ContinuousClock().measure { try await work() }
    return elapsed / .seconds(1)
}

/// Takes a value in a way that the optimizer cannot see through.
@inline(never)
@_optimize(none)
public func sink<Value>(_ value: borrowing Value) {}
