import { expect, test } from 'vitest'
import { parseRecord, scanRecords, type CsvRecord } from './records'

/** The records of a text that arrives in blocks of `size` bytes. */
function scan(text: string, size = Infinity): { text: string; fields: number; problem: string | undefined }[] {
  const bytes = Buffer.from(text)
  const found: { text: string; fields: number; problem: string | undefined }[] = []
  let rest = Buffer.alloc(0)
  for (let at = 0; at < bytes.length || at === 0; at += size) {
    const block = Buffer.concat([rest, bytes.subarray(at, at + size)])
    const visit = ({ start, end, fields, problem }: CsvRecord) =>
      found.push({ text: block.toString('utf8', start, end), fields, problem })
    rest = Buffer.from(block.subarray(scanRecords(block, at + size >= bytes.length, visit)))
  }
  return found
}

test('ends records at every kind of line end, and at the end of the file', () => {
  expect(scan('a,b\nc,d\r\ne,f\rg,h').map((record) => record.text)).toEqual(['a,b', 'c,d', 'e,f', 'g,h'])
})

test('keeps commas, quotation marks and line ends that stand in quotation marks', () => {
  const [record, next] = scan('"a,1","b ""c""","d\r\ne"\nf,g,h\n')
  expect(record).toEqual({ text: '"a,1","b ""c""","d\r\ne"', fields: 3, problem: undefined })
  expect(next?.text).toBe('f,g,h')
  expect(parseRecord(record?.text ?? '')).toEqual(['a,1', 'b "c"', 'd\r\ne'])
})

test('finds the same records however the bytes are cut into blocks', () => {
  const text = 'h1,h2\r\n"a ""q"",\r\nb",ŵŷ\r\n,\r\n""\r\nlast,"x"'
  const whole = scan(text)
  for (let size = 1; size <= text.length; size += 1) expect(scan(text, size)).toEqual(whole)
})

test.each([
  ['"never closed,1\n2,3\n', 'a quotation mark is opened and never closed'],
  ['"a"b,1\n', 'there is text after the closing quotation mark of a value'],
  ['5" pipe,1\n', 'there is a quotation mark inside a value that is not in quotation marks'],
])('says what is wrong with %j', (text, problem) => {
  expect(scan(text)[0]?.problem).toBe(problem)
})

test('a broken record leaves the next one as it is', () => {
  expect(scan('a"b,1\nc,d\n')[1]).toEqual({ text: 'c,d', fields: 2, problem: undefined })
})

test('parses empty values, also the last', () => {
  expect(parseRecord('a,,')).toEqual(['a', '', ''])
  expect(parseRecord('')).toEqual([''])
})
