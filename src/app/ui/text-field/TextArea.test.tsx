import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextArea } from './TextArea'

it.each([
  ['en', 'true'],
  [undefined, null],
])('of the language %s has its spelling checked: %s', (lang, checked) => {
  render(<TextArea label="Words" value="" rows={2} onChange={() => {}} {...(lang === undefined ? {} : { lang })} />)
  expect(screen.getByRole('textbox', { name: 'Words' }).getAttribute('spellcheck')).toBe(checked)
})
