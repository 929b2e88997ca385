import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvCell, csvLine } from './csv'

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
    ['\uFEFF=1+1', "'\uFEFF=1+1"],
    ['\u200B\u2060@SUM(A1)', "'\u200B\u2060@SUM(A1)"],
    ['\u00A0+1+1', "'\u00A0+1+1"],
    ['\u0000=1+1', "'\u0000=1+1"],
    ['"=1+1', '"\'""=1+1"'],
    ['＋1+1', "'＋1+1"],
    ['－1+1', "'－1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1+1', "'﹦1+1"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ])('%j becomes %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

describe('a cell that stays as it is', () => {
  test.each([
    '-12.50',
    '-3',
    '0',
    '+447700900123',
    '+44 7700 900123',
    '07700 900123',
    'A-1',
    'WA14 4UU',
    'Tŷ Bach',
    '',
  ])('%j', (text) => {
    expect(csvCell(text)).toBe(text)
  })
})

describe('quoting, RFC 4180', () => {
  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a;=1+1', '"a;=1+1"'],
    ['a\t=1+1', '"a\t=1+1"'],
    [' kept ', '" kept "'],
  ])('%j becomes %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

test('a line is read back as it was, but for the apostrophes', () => {
  const plain = [
    'a,b',
    'say "hi"',
    '"',
    '""',
    ',',
    ';',
    'two\r\nlines',
    'a\t=1',
    '"a",=1+1',
    '","=1+1',
    ' kept ',
    '-12.50',
    '+44 7700 900123',
    '',
  ]
  const formulas = ['=1+1', '"\r\n=1+1', '\r\n=1', '@a;=1', '\uFEFF=1,"', '=","=1']
  expect(parse(csvLine([...plain, ...formulas, 'last']))).toEqual([
    [...plain, ...formulas.map((text) => `'${text}`), 'last'],
  ])
})
