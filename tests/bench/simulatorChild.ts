/**
 * The Notify simulator with its ledger in a process of its own, which outlives the servers that are killed.
 * Argument: `faults` (30% of the calls answered with 429 or 500, 5% of the messages taken without an answer) or `none`.
 */
import { z } from 'zod'
import { listeningSimulator } from '../server/harness/sending'

const isFaulty = process.argv[2] === 'faults'
const tell = { after: 0 }
const counted = { calls: 0, refused: 0, dropped: 0 }

const simulator = await listeningSimulator({
  ...(isFaulty ? { perMinute: 1_000_000 } : {}),
  fault({ isSending }) {
    if (isSending && tell.after > 0 && --tell.after === 0) process.send?.('arrived')
    counted.calls += 1
    if (!isFaulty) return undefined
    const drawn = Math.random()
    if (drawn < 0.3) counted.refused += 1
    if (drawn < 0.15) return 'too-many'
    if (drawn < 0.3) return 'broken'
    if (!isSending || Math.random() >= 0.05) return undefined
    counted.dropped += 1
    return 'drop'
  },
})

process.on('message', (message) => {
  const asked = z.union([z.object({ tellAfter: z.number() }), z.literal('stop'), z.literal('count')]).parse(message)
  if (asked === 'stop') process.exit(0)
  if (asked !== 'count') {
    tell.after = asked.tellAfter
    return
  }
  const { messages } = simulator.ledger
  const times = messages.map(({ createdAt }) => createdAt.getTime())
  process.send?.({
    messages: messages.length,
    references: new Set(messages.map(({ reference }) => reference)).size,
    seconds: ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000,
    firstMinutes: [0, 1].map(
      (minute) => times.filter((time) => Math.floor((time - (times[0] ?? 0)) / 60_000) === minute).length,
    ),
    ...counted,
  })
})
process.send?.({ url: simulator.url })
