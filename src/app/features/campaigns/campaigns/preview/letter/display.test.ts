import { expect, test } from 'vitest'
import { makeDisplayText, readLetterFileName, listPreviewableTemplates } from './display'

test.each([
  [
    '/files/letter-templates/o/u/pension_credit/spring_letter.pdf?expires=1&signature=a%2Fb',
    'Pension Credit: spring_letter',
  ],
  ['https://bucket.s3.example/x/free_school_meals/Llythyr%20haf.v2.pdf#page=2', 'Free School Meals: Llythyr haf.v2'],
  ['/custom/%E0%A4%A.pdf', 'Custom: %E0%A4%A'],
])('%s reads %s', (address, text) => {
  expect(makeDisplayText(address)).toBe(text)
})

test('a storage key’s file has a name too', () => {
  expect(readLetterFileName('letter-templates/o/u/pension_credit/letter.docx')).toBe('letter')
})

test('Word documents are left out, by what the address leads to', () => {
  const of = (id: string, address: string) => ({ id, letter_template_signed_url: address })
  const list = [of('a.docx', '/files/b/a.pdf?x=y.docx'), of('b', '/files/b/b.docx?e=1'), of('c', '/files/b/c.DOCX')]
  expect(listPreviewableTemplates(list).map(({ id }) => id)).toEqual(['a.docx'])
})
