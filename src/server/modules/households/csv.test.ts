import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { csvOf, SNAPSHOT_CSV } from './csv'

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
