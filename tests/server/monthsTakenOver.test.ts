import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { callAs } from './harness/caller'
import { monthTools, useHostileMonthProcess } from './harness/months'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

afterEach(() => void vi.unstubAllEnvs())

describe('A process that checks months and was taken over', () => {
  for (const [where, environment, deeds] of [
    ['in the sandbox', {}, ['symbolic link', 'pipe', 'device', 'endless file', 'flood of words']],
    // Into the sandbox no other file can be linked.
    ['without bubblewrap', { BWRAP_PATH: 'none' }, ['symbolic link', 'hard link']],
  ] as const) {
    onEngine('embedded', where, environment, (server) => {
      const { handOver, act, settled } = monthTools(server, 'admin')
      beforeAll(async () => {
        await importHouseholds(server(), 'ashford', [{}], '2026-09-01')
      })

      async function handOverTo(deed: string, path = '') {
        await useHostileMonthProcess()
        return handOver({ households: `${deed}: ${path}` })
      }

      test.each(deeds)('cannot leave a %s as its result', async (deed) => {
        const { dataFolder } = server().services.config
        const secret = join(dataFolder, 'secret')
        await writeFile(secret, 'secret')
        expect(await handOverTo(deed, secret)).toMatchObject({ state: 'failed' })
        const kept = await readdir(join(dataFolder, 'files'), { recursive: true })
        expect(kept.filter((name) => name.endsWith('/snapshot'))).toEqual([])
      })

      test('has nothing published that is no snapshot', async () => {
        const { id } = await handOverTo('other columns')
        expect((await act('publish', id)).statusCode).toBe(200)
        expect(await settled()).toMatchObject({
          state: 'ready',
          failure: 'The month could not be published. Nothing was changed. Publish it again, or tell the helpdesk.',
        })
        const admin = await callAs(server(), 'admin')
        expect((await admin.get('/api/latest-snapshot')).json()).toMatchObject({ snapshot: '2026-09-01' })
        await act('discard', id)
      })
    })
  }
})
