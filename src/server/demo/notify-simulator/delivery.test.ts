import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDelivery } from './delivery'
import type { SimulatorLedger, SimulatedMessage } from './ledger'

const text = (): SimulatedMessage => ({
  id: randomUUID(),
  type: 'sms',
  reference: null,
  phoneNumber: '07700 900101',
  body: 'Dear Edna',
  pages: null,
  postage: null,
  status: 'sending',
  becomes: 'delivered',
  createdAt: new Date(),
})

test('goes on after records that did not answer, though no other message comes', async () => {
  const message = text()
  const asked = { times: 0 }
  const told = await new Promise<string>((resolve) => {
    const ledger: Pick<SimulatorLedger, 'underWay' | 'settle'> = {
      underWay: async () => {
        if (++asked.times === 1) throw new Error('The records are away.')
        return [message]
      },
      settle: async () => {},
    }
    const delivering = createDelivery(ledger, { pauseMs: 1, pauseAfterFailureMs: 1 }).deliverTo(async ({ id }) => {
      resolve(id)
      void delivering.stop()
      return true
    })
  })
  expect(told).toBe(message.id)
})

test('calls each message back once, 25 at a time, however often it is woken meanwhile', async () => {
  const messages = Array.from({ length: 30 }, text)
  const settled = new Set<string>()
  const ledger: Pick<SimulatorLedger, 'underWay' | 'settle'> = {
    underWay: async () => messages.filter(({ id }) => !settled.has(id)),
    settle: async (told) => {
      for (const { id } of told) settled.add(id)
    },
  }
  const delivery = createDelivery(ledger)
  const told: string[] = []
  const open = { now: 0, most: 0 }
  await new Promise<void>((resolve) => {
    delivery.deliverTo(async ({ id }) => {
      open.most = Math.max(open.most, ++open.now)
      // Messages come in while the line is slow, for longer than the pause between two looks.
      delivery.wake()
      // oxlint-disable-next-line house/patient-test -- how slow the line is, is what is tested
      await setTimeout(150)
      open.now -= 1
      told.push(id)
      if (told.length === messages.length) resolve()
      return true
    })
  })
  expect(open.most).toBe(25)
  expect(told).toEqual(messages.map(({ id }) => id))
})
