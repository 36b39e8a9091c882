import GRDB
import GRDBSQLite

extension Statement {
    /// How many instructions of its program the statement has run.
    var machineSteps: Int { Int(sqlite3_stmt_status(sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0)) }
}
