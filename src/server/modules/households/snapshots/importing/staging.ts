import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { createEnumTypes } from '../engine/memoryTable'

/** Row groups match DuckDB's in memory. */
export const PARQUET = '(format parquet, compression zstd, row_group_size 122880)'

const MEMORY_MEGABYTES = 512

/** Each thread has its own buffers, and 512 MB must do for all. */
const MAX_THREADS = 4

/** On disk, to bound memory; without extensions. */
export async function openStaging(workFolder: string): Promise<{ connection: DuckDBConnection; close(): void }> {
  const instance = await DuckDBInstance.create(join(workFolder, 'staging.duckdb'), {
    memory_limit: `${MEMORY_MEGABYTES}MB`,
    threads: String(Math.min(MAX_THREADS, availableParallelism())),
    temp_directory: join(workFolder, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  // The file goes with its folder.
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
