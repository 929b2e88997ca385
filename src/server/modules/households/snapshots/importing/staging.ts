import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { createEnumTypes } from '../engine/memoryTable'

/** Rows keep their order. Row groups match DuckDB's in memory. */
export const PARQUET = '(format parquet, compression zstd, row_group_size 122880)'

const MEMORY_MEGABYTES = 512

/** Each thread has its own buffers: 512 MB would not do for many. */
const MAX_THREADS = 4

/** Starts a DuckDB on disk, to bound memory, without extensions. */
export async function openStaging(workFolder: string): Promise<{ connection: DuckDBConnection; close(): void }> {
  const instance = await DuckDBInstance.create(join(workFolder, 'staging.duckdb'), {
    memory_limit: `${MEMORY_MEGABYTES}MB`,
    threads: String(Math.min(MAX_THREADS, availableParallelism())),
    temp_directory: join(workFolder, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // The file goes with its folder: writing it out at the end would only hold up the event loop.
  await connection.run('pragma disable_checkpoint_on_shutdown')
  await connection.run(`set enable_progress_bar = true`)
  await connection.run(`set enable_progress_bar_print = false`)
  await createEnumTypes(connection)
  return {
    connection,
    close() {
      connection.disconnectSync()
      instance.closeSync()
    },
  }
}
