import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test } from 'vitest'
import { CONTACT_COLUMNS } from './checkedColumn'
import { MAX_ROWS } from './openFile'
import { requireContacts } from './readAgain'

test('more contacts than a month may have are refused, whatever the process that checked them says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-read-again-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  onTestFinished(() => connection.disconnectSync())
  const columns = CONTACT_COLUMNS.map(({ name, nullable }) =>
    name === 'do_not_contact' ? `false as ${name}` : `${nullable ? 'null' : "'EX-1'"}::varchar as ${name}`,
  )
  const written = async (rows: number) => {
    const file = join(folder, `${rows}.parquet`)
    await connection.run(`copy (select ${columns.join(', ')} from range(${rows})) to '${file}' (format parquet)`)
    return file
  }
  await requireContacts(connection, await written(3))
  await expect(requireContacts(connection, await written(MAX_ROWS + 1))).rejects.toThrow('not as its check')
})
