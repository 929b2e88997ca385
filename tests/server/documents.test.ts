import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTemplateUpload } from '../../src/contract/campaigns/letters'
import { exampleDocument } from '../../src/server/modules/campaigns/letters/testing/documents'
import { letterTools } from './harness/letters'
import { onEngine, type TestServer } from './harness/server'

const HOSTILE = join(import.meta.dirname, 'harness/hostileProcess.mjs')

/** Makes a document process do what the document says; see the script. */
const withHostileProcess = () => vi.stubEnv('DOORSTEP_DOCUMENT_PROCESS', HOSTILE)

afterEach(() => void vi.unstubAllEnvs())

/** The folders in which documents are being worked on. */
const places = async (server: TestServer): Promise<string[]> => {
  const scratch = join(server.services.config.dataFolder, 'scratch')
  const names = await readdir(scratch, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('/upload.docx')).map((name) => join(scratch, name, '..'))
}

onEngine('postgresql', 'A document that does harm to what reads it', { SOFFICE_PATH: 'none' }, (server) => {
  const { announce, put, accept, uploaded, refusal } = letterTools(server)
  beforeAll(() =>
    server().services.database.asSystem((tx) => tx.execute('update organisations set campaigns_enabled = true')),
  )

  /** Lets those that hold go on, until an answer has come. */
  async function released<T>(answers: Promise<T>): Promise<T> {
    let isAnswered = false
    void answers.then(() => (isAnswered = true))
    await vi.waitFor(async () => {
      // One that has ended meanwhile has no folder.
      for (const place of await places(server())) await writeFile(join(place, 'release'), '').catch(() => {})
      expect(isAnswered).toBe(true)
    })
    return answers
  }

  test('holds up no other request', async () => {
    withHostileProcess()
    const answer = accept(await uploaded(Buffer.from('hold')))
    await vi.waitFor(async () => expect(await places(server())).toHaveLength(1))
    expect((await server().app.inject({ url: '/health' })).statusCode).toBe(200)
    expect(refusal(await released(answer))).toBe('released')
  })

  test('however many a council has waiting, holds up no other council', async () => {
    withHostileProcess()
    const backlog = await Promise.all([1, 2, 3].map(() => uploaded(Buffer.from('hold'))))
    const answers = Promise.all(backlog.map((key) => accept(key)))
    await vi.waitFor(async () => expect(await places(server())).toHaveLength(1))
    const { put_presigned_url, s3_key } = createTemplateUpload.reply.parse(
      (await announce('theirs.docx', 'other')).json(),
    )
    await put(put_presigned_url, Buffer.from('reach /nowhere/file'))
    // Not the words of a place that became free because its time was over.
    const theirs = await accept(s3_key, 'other')
    expect(refusal(theirs)).toBe('nothing')
    expect((await released(answers)).map(refusal)).toEqual(['released', 'released', 'released'])
  })

  test('is refused when it takes too much memory, and the next is taken', async () => {
    withHostileProcess()
    const answer = await accept(await uploaded(Buffer.from('grow')))
    expect([answer.statusCode, refusal(answer)]).toEqual([
      422,
      expect.stringContaining('The document takes too long to read, or too much memory.'),
    ])
    vi.unstubAllEnvs()
    expect((await accept(await uploaded(exampleDocument()))).statusCode).toBe(200)
    expect(await places(server())).toEqual([])
  })
})

describe('A document process that a document has taken over', () => {
  for (const [where, environment] of [
    ['in the sandbox', {}],
    ['without bubblewrap', { BWRAP_PATH: 'none' }],
  ] as const) {
    onEngine('embedded', where, { SOFFICE_PATH: 'none', ...environment }, (server) => {
      const { accept, uploaded, refusal } = letterTools(server)

      test('neither reads nor writes a file of the server, and starts nothing', async () => {
        withHostileProcess()
        const canary = join(tmpdir(), `doorstep-canary-${process.pid}`)
        await writeFile(canary, 'secret')
        try {
          expect(refusal(await accept(await uploaded(Buffer.from(`reach ${canary}`))))).toBe('nothing')
          expect(await readFile(canary, 'utf8')).toBe('secret')
        } finally {
          await rm(canary)
        }
      })
    })
  }
})
