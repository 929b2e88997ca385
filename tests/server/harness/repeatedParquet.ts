import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** A Parquet file of such columns, all of the same value. */
export async function repeatedParquet(rows: number, columns: Readonly<Record<string, string>>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-parquet-'))
  try {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const file = join(folder, 'repeated.parquet')
    const values = Object.entries(columns).map(([name, value]) => `${value} as ${name}`)
    await connection.run(
      `copy (select ${values.join(', ')} from range(${rows})) to '${file}' ` +
        `(format parquet, compression zstd, row_group_size ${rows})`,
    )
    connection.disconnectSync()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
