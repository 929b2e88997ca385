import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { csvCell, csvOf, SNAPSHOT_CSV } from './csv'

describe('a cell that a spreadsheet would run', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1+1', "'+1+1"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['-1-1', "'-1-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['  =1', "'  =1"],
    ['＝1+1', "'＝1+1"],
    ['+44-7700', "'+44-7700"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ])('%j becomes %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

describe('a cell that stays as it is', () => {
  test.each(['-12.50', '-3', '0', '+447700900123', '+44 7700 900123', '07700 900123', 'A-1', 'WA14 4UU', 'Tŷ Bach', ''])(
    '%j',
    (text) => {
      expect(csvCell(text)).toBe(text)
    },
  )
})

describe('quoting, RFC 4180', () => {
  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' kept ', '" kept "'],
  ])('%j becomes %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

test('a file of several columns, read as few stretches', async () => {
  const format = csvOf([
    { name: 'reference', expression: 'reference', isText: true },
    { name: 'amount', expression: 'amount', isText: false },
    { name: 'flag', expression: 'flag', isText: false },
    { name: 'note', expression: 'note', isText: true },
  ])
  expect(format.header).toBe('reference,amount,flag,note\r\n')
  expect(format.expressions).toHaveLength(3)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.run(
    `select ${format.expressions.join(', ')} from (values
       ('=A1', -12.50::decimal(9,2), true, 'x'), ('B', null, false, null)) as t(reference, amount, flag, note)`,
  )
  const chunk = await result.fetchChunk()
  expect(chunk && format.lines(chunk)).toBe("'=A1,-12.50,true,x\r\nB,,false,\r\n")
})

test('the export has every column of the snapshot', () => {
  expect(csvOf(SNAPSHOT_CSV).header).toMatch(/^household_reference,ward_code,postcode,.*,digital_exclusion\r\n$/)
  expect(SNAPSHOT_CSV).toHaveLength(44)
})
