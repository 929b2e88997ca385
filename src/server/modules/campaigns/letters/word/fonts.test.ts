import { expect, test } from 'vitest'
import { exampleDocument, wordParagraph } from '../testing/documents'
import { findReplacedFonts } from './fonts'
import { examineLetter } from './letterDocument'
import { checkDocument } from './package'

const inFont = (name: string, text: string) =>
  `<w:p><w:r><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`

test('the fonts that the words of a letter ask for, not those of empty runs', async () => {
  const body = inFont('Frutiger', 'Dear ((first_name))') + inFont('Papyrus', ' ') + wordParagraph('Yours')
  expect(examineLetter(await checkDocument(exampleDocument({ body }))).fonts).toEqual(['Frutiger'])
})

test('a font that is not in print was replaced, whatever the PDF calls its cuts', () => {
  const printed = ['BAAAAA+LiberationSans-Bold', 'ArialMT', 'Carlito']
  expect(findReplacedFonts(['Liberation Sans', 'Arial', 'Calibri'], printed)).toEqual(['Calibri'])
})
