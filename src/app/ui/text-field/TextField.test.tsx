import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './TextField'

test.each([
  [undefined, 'off'],
  ['tel', 'tel'],
])('what is typed is not kept by the browser unless it is one’s own: %s', (autoComplete, expected) => {
  render(<TextField label="Words" {...(autoComplete === undefined ? {} : { autoComplete })} />)
  expect(screen.getByRole('textbox', { name: 'Words' }).getAttribute('autocomplete')).toBe(expected)
})
