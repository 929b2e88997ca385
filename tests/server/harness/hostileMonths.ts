/** Small files of months that take the check a long time, within every limit of rows and unfolding. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS } from '../../../src/server/modules/households/columns/columns'

const NAMES = SNAPSHOT_COLUMNS.map(({ name }) => name)

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

/** Some 75 kB: 3,000,000 rows in which every value is bad. */
export const costlyParquet = (): Promise<Buffer> =>
  repeatedParquet(3_000_000, Object.fromEntries(NAMES.map((name) => [name, "'0123456789abcdefghij'"])))

/** Some 5 MB, which unfold to 140 MB: 2,900,000 rows, each in quotation marks. */
export function costlyGzip(): Buffer {
  const random = randomBytes(3_000_000).toString('base64')
  const rows = Array.from({ length: 2_900_000 }, (_, row) =>
    row % 29 === 0
      ? `"a","b","","","","",,,,,,,,${random.slice((row / 29) * 40, (row / 29) * 40 + 40)}\n`
      : `"a","b","c","d","e",${row % 10},"","","","","","","","x"\n`,
  )
  return gzipSync(`${NAMES.slice(0, 14).join(',')}\n${rows.join('')}`)
}
