import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../clients/sandbox'
import { createDocuments } from './documents'
import { LimitPassed } from './session'

test.each([
  { isBusy: false, status: 422, words: /takes too long/ },
  { isBusy: true, status: 503, words: /try again/ },
])('a document that passes its limit is at fault only on a machine that is not busy: $isBusy', async (given) => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-documents-'))
  const { words, status, isBusy } = given
  try {
    const scratch = {
      withPath: async <T>(work: (path: string) => Promise<T>) => work(join(folder, 'session')),
    }
    const sandbox: Sandbox = {
      isClosed: true,
      inside: (path) => path,
      start: () => {
        throw new Error('Nothing is started.')
      },
    }
    const documents = createDocuments({ scratch, sandbox, office: undefined }, undefined, () => isBusy)
    const passed = documents.forPerson('an organisation', () => Promise.reject(new LimitPassed()))
    await expect(passed).rejects.toMatchObject({ status, message: expect.stringMatching(words) as string })
  } finally {
    await rm(folder, { recursive: true })
  }
})
