import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMN_TYPES, FILE_COLUMNS, type SnapshotColumn } from '../columns/columns'
import { CONTACT_COLUMNS } from './checkedColumn'
import { MAX_ROWS } from './openFile'
import { requireContacts, requireSnapshot } from './readAgain'

let folder: string
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-read-again-'))
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(async () => {
  connection.disconnectSync()
  await rm(folder, { recursive: true })
})

async function writeParquet(name: string, relation: string, options = ''): Promise<string> {
  const file = join(folder, `${name}.parquet`)
  await connection.run(`copy (${relation}) to '${file}' (format parquet${options})`)
  return file
}

const contacts = (rows: number) => {
  const columns = CONTACT_COLUMNS.map(({ name, nullable }) =>
    name === 'do_not_contact' ? `false as ${name}` : `${nullable ? 'null' : "'EX-1'"}::varchar as ${name}`,
  )
  return `select ${columns.join(', ')} from range(${rows})`
}

/** Changes what a file says of itself at its end. @param change of the bytes, from where the end begins */
async function changeEnd(file: string, change: (bytes: Buffer, from: number) => void): Promise<string> {
  const bytes = await readFile(file)
  change(bytes, bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8))
  await writeFile(`${file}.changed`, bytes)
  return `${file}.changed`
}

test('more contacts than a month may have are refused, whatever the process that checked them says', async () => {
  await requireContacts(connection, await writeParquet('few', contacts(3)))
  const many = await writeParquet('many', contacts(MAX_ROWS + 1))
  await expect(requireContacts(connection, many)).rejects.toThrow('not as its check')
})

test('also where the file counts some of them below zero', async () => {
  const groups = await writeParquet('groups', contacts(MAX_ROWS + 2_048), `, row_group_size ${MAX_ROWS}`)
  const numbers = await connection.runAndReadAll(
    `select max_by(row_group_num_rows, row_group_id)::integer from parquet_metadata('${groups}')`,
  )
  const changed = await changeEnd(groups, (bytes) => {
    const at = bytes.lastIndexOf(encodeCount(Number(numbers.value(0, 0))))
    // The lowest bit is the sign.
    bytes[at] = (bytes[at] ?? 0) | 1
  })
  await expect(requireContacts(connection, changed)).rejects.toThrow('not as its check')
})

test('a value that is none is refused, also where the file says that its values lie elsewhere', async () => {
  const columns = FILE_COLUMNS.map((column) => `${soundValue(column)}::${COLUMN_TYPES[column.kind]} as ${column.name}`)
  const sound = `select ${columns.join(', ')}`
  await requireSnapshot(connection, await writeParquet('sound', sound), 1)
  const far = await writeParquet('far', `select * replace (1234.5::double as longitude) from (${sound})`)
  const changed = await changeEnd(far, (bytes, from) => {
    for (let at = bytes.indexOf(encodeDouble(1234.5), from); at !== -1; at = bytes.indexOf(encodeDouble(1234.5), at))
      encodeDouble(-1.5).copy(bytes, at)
  })
  await expect(requireSnapshot(connection, changed, 1)).rejects.toThrow('not as its check')
})

function soundValue(column: SnapshotColumn): string {
  switch (column.kind) {
    case 'enum':
      return `'${column.values[0]?.name ?? ''}'`
    case 'flag':
      return 'false'
    case 'text':
    case 'ward':
      return "'x'"
    default:
      return String(column.range[0])
  }
}

/** As Parquet writes numbers at the end of a file. */
function encodeCount(count: number): Buffer {
  const bytes: number[] = []
  let left = 2 * count
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Buffer.from([...bytes, left])
}

function encodeDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
