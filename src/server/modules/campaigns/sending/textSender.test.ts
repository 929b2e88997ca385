import { expect, test, vi } from 'vitest'
import { isNumber, noteSender } from './textSender'

const TEXT = { to: '+447700900101', message: 'Dear Edna' }

test('a sender is noted once, again when it changes, and never keeps a text from counting as sent', async () => {
  const senders = ['GOVUK', 'GOVUK', '07860039040', '07860039040']
  const sent = { kind: 'accepted', id: 'x' } as const
  const save = vi.fn(async (_textsFrom: string) => {})
  const sendText = noteSender(async () => ({ ...sent, textsFrom: senders.shift() }), save)
  await sendText(TEXT)
  await sendText(TEXT)
  save.mockRejectedValueOnce(new Error('The records do not answer.'))
  expect(await sendText(TEXT)).toMatchObject(sent)
  await sendText(TEXT)
  expect(save.mock.calls.flat()).toEqual(['GOVUK', '07860039040', '07860039040'])
})

test.each([
  ['07860039040', true],
  ['+44 7860 039 040', true],
  ['40604', true],
  ['GOVUK', false],
  ['Ashford2', false],
])('%s takes replies: %s', (textsFrom, takesReplies) => {
  expect(isNumber(textsFrom)).toBe(takesReplies)
})
