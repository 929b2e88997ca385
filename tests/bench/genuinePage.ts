import { randomInt } from 'node:crypto'
import { streetviewWardData } from '#contract/map'
import type { Bench, Figure } from './bench'
import { percentile, milliseconds, timed, times } from './bench'
import { servingSchema, startChild, stopChild } from './children'
import { CHANGES } from './doorstep'

const HOUSEHOLDS = 100_000
const LOOKS_A_SECOND = 100
const ROUNDS = 8
const ROUND_MS = 5_000
const PAUSE_MS = 20
const MOST_TIMES = 1.2

/**
 * One person changes filters on the ward map while letters are looked up on the public page, each from another address and
 * with a code of its own, as somebody who guesses would. Rounds with and without take turns.
 */
export const genuinePage: Bench = {
  name: 'genuine-page',
  async run() {
    const { child, said } = await startChild(servingSchema, 'serve', String(HOUSEHOLDS))
    try {
      const map = async (change: number) => {
        const response = await fetch(`http://127.0.0.1:${said.port}${streetviewWardData.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `doorstep=${said.session}` },
          body: JSON.stringify(CHANGES[change % CHANGES.length]),
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`The server answered ${response.status}.`)
      }
      const statuses = new Map<number, number>()
      const look = async () => {
        const code = Array.from({ length: 15 }, () => randomInt(36).toString(36)).join('')
        const from = [10, randomInt(256), randomInt(256), randomInt(256)].join('.')
        const response = await fetch(`http://127.0.0.1:${said.port}/letter/benchmark?code=${code}`, {
          headers: { 'x-forwarded-for': from },
        })
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
      const round = async (took: number[]) => {
        const end = performance.now() + ROUND_MS
        for (let change = 0; performance.now() < end; change++) {
          took.push((await timed(() => map(change))).milliseconds)
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        }
      }
      await round([])
      const [alone, beside]: [number[], number[]] = [[], []]
      let lookedFor = 0
      for (let turn = 0; turn < ROUNDS; turn++) {
        await round(alone)
        const looks: Promise<void>[] = []
        const from = performance.now()
        // A timer is late now and then, so each tick looks up as many as are due by the clock.
        const timer = setInterval(() => {
          const due = Math.ceil(((performance.now() - from) / 1000) * LOOKS_A_SECOND)
          while (looks.length < due) looks.push(look())
        }, 1000 / LOOKS_A_SECOND)
        await round(beside)
        clearInterval(timer)
        lookedFor += performance.now() - from
        await Promise.all(looks)
      }
      const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      const rate = all / (lookedFor / 1000)
      const ratioAt = (percent: number) => percentile(beside, percent) / percentile(alone, percent)
      const figures: Figure[] = [
        {
          what: 'letters looked up a second; answers that are pages',
          measured: `${rate.toFixed(1)}; ${statuses.get(200) ?? 0} of ${all}`,
          floor: `${LOOKS_A_SECOND}; all`,
          holds: Math.round(rate) >= LOOKS_A_SECOND && statuses.get(200) === all,
        },
        ...[50, 95].map((percent) => ({
          what: `ward map of 100,000 beside it / alone, p${percent} (${beside.length} and ${alone.length} calls)`,
          measured: `${milliseconds(percentile(beside, percent))} / ${milliseconds(percentile(alone, percent))} = ${ratioAt(percent).toFixed(2)}×`,
          floor: `at most ${times(MOST_TIMES)}`,
          holds: ratioAt(percent) <= MOST_TIMES,
        })),
      ]
      return figures
    } finally {
      await stopChild(child)
    }
  },
}
