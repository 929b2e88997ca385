import { setImmediate } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import type { NotifyClient } from '../../../src/server/clients/notify'
import { recipients } from '../../../src/server/db/schema'
import { callAs } from './caller'
import { seededRandom, sendingTools, testClock } from './sending'
import type { TestServer } from './server'

/**
 * Cancels campaigns while their first message is handed over, each time later after a round that it won and earlier
 * after one that it lost. The step doubles until the winner first changes, so that both win often on any machine.
 * @returns how many were cancelled, and how many sent
 */
export async function raceCancelling(server: TestServer, rounds: number) {
  const { createRunningCampaign, sender, campaign, states } = sendingTools(() => server)
  const staff = await callAs(server, 'staff', 'ashford')
  const random = seededRandom(7)
  const ended = { cancelled: 0, sent: 0 }
  let head = 0
  let step = 1
  let isClose = false
  let wasCancelled = false
  for (let round = 0; round < rounds; round++) {
    const work = await createRunningCampaign(2)
    let handedOver = 0
    const clock = testClock()
    const sending = sender(
      takingAll(() => (handedOver += 1)),
      { clock },
    )
    const later = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) await setImmediate()
    }
    const [answer] = await Promise.all([
      later(head).then(() => staff.post(`/api/cancel-campaign?campaign_id=${work.campaignId}`, '')),
      later(-head).then(() => sending.slice(work)),
    ])
    const isCancelled = answer.statusCode === 200
    isClose ||= round > 0 && isCancelled !== wasCancelled
    wasCancelled = isCancelled
    step = isClose ? Math.ceil(random() * 5) : step * 2
    head += isCancelled ? step : -step
    const { status } = await campaign(work)
    const kept = await server.services.database.asSystem((tx) =>
      tx.$count(recipients, and(eq(recipients.campaignId, work.campaignId), isNotNull(recipients.destination))),
    )
    const said = { round, answer: answer.statusCode, status, handedOver, kept, states: await states(work) }
    expect(said).toMatchObject(
      isCancelled
        ? { status: 'cancelled', handedOver: 0, kept: 0, states: { prepared: 2 } }
        : { answer: 409, handedOver: 2, kept: 2, states: { sending: 2 } },
    )
    ended[isCancelled ? 'cancelled' : 'sent'] += 1
  }
  return ended
}

const takingAll = (onTaken: () => void): NotifyClient => ({
  sendText: async () => {
    onTaken()
    return { kind: 'accepted', id: crypto.randomUUID() }
  },
  sendLetter: async () => ({ kind: 'accepted', id: crypto.randomUUID() }),
  findByReference: async () => ({ kind: 'absent' }),
  findById: async () => ({ kind: 'absent' }),
  checkTemplate: async () => ({ kind: 'works' }),
})
