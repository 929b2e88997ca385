import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createFaultList } from './report'
import { inspectFile } from './openFile'
import { writePlainCsv } from './plainCsv'

async function plain(content: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-csv-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'in.csv'), content)
  const path = join(folder, 'out.csv')
  const faults = createFaultList()
  const csv = await writePlainCsv(await inspectFile(join(folder, 'in.csv')), path, faults, true, () => {})
  const listed = faults.groups().flatMap((group) => group.listed.map(({ row, expected }) => [row, expected] as const))
  return { csv, text: csv && (await readFile(path, 'utf8')), listed }
}

test('takes every kind of line end, and none after the last record', async () => {
  const { csv, text, listed } = await plain('h,i\na,b\nc,d\r\ne,f\rg,h')
  expect(text).toBe('a,b\nc,d\ne,f\ng,h\n')
  expect(csv).toMatchObject({ header: ['h', 'i'] })
  expect(listed).toEqual([])
})

test('keeps commas, quotation marks and line ends that stand in quotation marks', async () => {
  const record = '"a,1","b ""c""","d\r\ne"'
  const { text } = await plain(`\ufeffh,i,j\n${record}\nf,ŵŷ,h\n`)
  expect(text).toBe(`${record}\nf,ŵŷ,h\n`)
})

test('leaves no trace of rows without a value, also between others', async () => {
  const { csv, text, listed } = await plain('h,i\n,\r\r\na,b\n\u00a0,\u200b\nc,d\n\n\n\x1a')
  expect([text, listed]).toEqual(['a,b\nc,d\n', []])
  expect([csv?.rowNumber(0), csv?.rowNumber(1)]).toEqual([4, 6])
})

test('says in one fault that R wrote names of rows without a name in the header', async () => {
  const { listed } = await plain('"h","i"\n"1","a","b"\n"2","c","d"\n')
  expect(listed).toEqual([[null, expect.stringContaining('row.names = FALSE')]])
})

test.each([
  ['"never closed,1\n2,3\n', 'a quotation mark is opened and never closed'],
  ['"a"b,1\n', 'there is text after the closing quotation mark of a value'],
  ['5" pipe,1\n', 'there is a quotation mark inside a value that is not in quotation marks'],
  [`"${'x'.repeat(1_100_000)}\n`, 'a quotation mark is opened and never closed'],
])('says by row what is wrong with %.20j', async (broken, problem) => {
  expect(await plain(`h,i\na,b\n${broken}`)).toMatchObject({ text: 'a,b\n', listed: [[3, problem]] })
})

test('names the rows after records that were left out, for whatever reason', async () => {
  const latin1 = Buffer.from('h,i\nCAF\xc9,b\nc,d\n\ne,f,g\nh,i\n', 'latin1')
  const { csv, text } = await plain(latin1)
  expect(text).toBe('c,d\nh,i\n')
  expect([csv?.rowNumber(0), csv?.rowNumber(1)]).toEqual([3, 6])
})

const rows = 'a,b\n'.repeat(50_000)

test.each<[string, Buffer, [number | null, string][]]>([
  [
    'zeros after its end, as tapes and archives pad',
    Buffer.concat([gzipSync(`h,i\n${rows}`), Buffer.alloc(200_000)]),
    [],
  ],
  [
    'zeros between its members',
    Buffer.concat([gzipSync(`h,i\n${rows}`), Buffer.alloc(512), gzipSync(rows)]),
    [[null, 'The gzip file has zeros amid its rows: hand it over again.']],
  ],
  ['semicolons', gzipSync(`h;i\n${rows}`), [[1, 'The values are separated by semicolons. Save the file with commas.']]],
  [
    'UTF-16',
    gzipSync(Buffer.from(`\ufeffh,i\n${rows}`, 'utf16le')),
    [[null, 'The file is in UTF-16. Save it as "CSV UTF-8".']],
  ],
])('reads gzip with %s to the same end as the file unzipped', async (_, content, faults) => {
  const { listed } = await plain(content)
  expect(listed).toEqual(faults)
})
