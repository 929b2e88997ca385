import { expect, test } from 'vitest'
import { asksToStop } from './stopWords'

test.each([
  'STOP',
  'stop.',
  ' Stop!! ',
  'S T O P',
  's-t-o-p',
  '“Stop”',
  'STOP ALL',
  'StopAll',
  'ＳＴＯＰ',
  'stop 😡',
  'Please stop',
  'stop texting me',
  'Unsubscribe',
  'opt out',
  'OPT-OUT\n',
  'Stopiwch',
  'Dad-danysgrifio',
])('%j asks for no more texts', (message) => {
  expect(asksToStop(message)).toBe(true)
})

test.each([
  '',
  'Who is this?',
  'Do not stop',
  'stop 2pm?',
  'Bus stop',
  'Please stop writing to my late mother',
  'Cancel',
  'End',
  'Quit',
  'nonstop',
])('%j is for a person to read', (message) => {
  expect(asksToStop(message)).toBe(false)
})
