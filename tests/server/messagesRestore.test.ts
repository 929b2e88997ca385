import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { campaigns, recipients } from '../../src/server/db/schema'
import { backUp } from '../../src/server/modules/backup/backup'
import { restore } from '../../src/server/modules/backup/restore'
import { NOTIFY_LIMITS } from '../../src/server/modules/messages/allowance'
import { createServices } from '../../src/server/services'
import { freshDatabase } from './harness/engines'
import { listeningSimulator, sendingTools, testClock } from './harness/sending'
import { startServer } from './harness/server'

test('a run that went on after the backup is restored paused, and whoever was sent to since is not sent to again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-restored-'))
  const [lost, notify, clock] = [await startServer('embedded'), await listeningSimulator(), testClock()]
  const services = await createServices({ ...lost.services.config, dataFolder: folder }, await freshDatabase('embedded'))
  onTestFinished(async () => {
    await Promise.all([lost.close(), services.close(), notify.close()])
    await rm(folder, { recursive: true })
  })

  // Prepared long ago: that says nothing about when somebody may have been sent to.
  const before = sendingTools(() => lost)
  const work = await before.addRunning(20)
  await lost.services.database.asSystem((tx) => tx.update(recipients).set({ updatedAt: new Date(clock.start - 30 * 24 * 60 * 60_000) }))
  await backUp(lost.services.database, lost.services.config.dataFolder, join(folder, 'backup'))
  await before.sender(notify.client(), { clock, limits: { ...NOTIFY_LIMITS, textsADay: 12 } }).slice(work)
  expect(notify.ledger.messages).toHaveLength(12)

  await restore(services.database, folder, join(folder, 'backup'), services.messages.settleRestored)
  await services.queue.start()
  const after = sendingTools(() => ({ ...lost, services }))
  const send = () => after.sendAll(after.sender(notify.client(), { clock }), work, clock)
  await send()
  expect((await after.campaign(work)).problem).toMatch(/^Paused: these records were restored from a backup of \d+ \w+ 2\d{3} at \d\d:\d\d\. /)
  expect(notify.ledger.messages).toHaveLength(12)

  // As it is after "resume".
  await services.database.asSystem((tx) => tx.update(campaigns).set({ pausedAt: null }).where(eq(campaigns.id, work.campaignId)))
  await send()
  expect([(await after.campaign(work)).status, await after.states(work)]).toEqual(['Complete', { sending: 20 }])
  expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([20, [1]])
})
