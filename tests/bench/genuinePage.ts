import { randomInt } from 'node:crypto'
import { streetviewWardData } from '#contract/households/map'
import { campaigns, contacts, recipients } from '../../src/server/db/schema'
import type { Bench, Figure } from './bench'
import { percentile, milliseconds, timed, times } from './bench'
import { servingSchema, startChild, stopChild } from './children'
import { addFrozen } from '../server/frozenCampaign'
import { CHANGES, openDoorstep } from './doorstep'

const HOUSEHOLDS = 100_000
const LOOKS_A_SECOND = 100
const ROUNDS = 8
const ROUND_MS = 5_000
const PAUSE_MS = 20
const MOST_TIMES = 1.2
const GUESSES = 1_000_000
const LETTERS = 10_000
/** Of a code, with one that is not in Crockford's alphabet. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

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

/**
 * A million guesses at the codes of 10,000 letters that were sent, asked of what answers the page, without its limit of 30
 * a minute. Every tenth one is a real code with one sign changed, as of somebody who has a letter.
 */
export const genuineGuesses: Bench = {
  name: 'genuine-guesses',
  async run() {
    const { services, organisationId } = await openDoorstep(1_000)
    try {
      const { database, genuineLetters } = services
      await database.asSystem(async (tx) => {
        await tx.delete(campaigns)
        await tx.delete(contacts)
      })
      const campaignId = await addFrozen(database, organisationId, LETTERS, {
        channel: 'print_and_post',
        message: null,
      })
      const markOf = await genuineLetters.marks.of(organisationId)
      const letters = Array.from({ length: LETTERS }, (_, position) => {
        const householdReference = `BENCH-${position}`
        const made = markOf(campaignId, householdReference)
        if (!made) throw new Error('The instance has no key.')
        return { householdReference, position, code: made.mark.code, hash: made.hash }
      })
      for (let from = 0; from < LETTERS; from += 1_000) {
        await database.asSystem((tx) =>
          tx.insert(recipients).values(
            letters.slice(from, from + 1_000).map(({ householdReference, position, hash }) => ({
              ...{ campaignId, organisationId, householdReference, position, letterCodeHash: hash },
              ...{ state: 'delivered' as const, sentAt: new Date() },
            })),
          ),
        )
      }
      const page = await genuineLetters.page('benchmark')
      if (!page) throw new Error('There is no page.')
      const codes = new Set(letters.map(({ code }) => code))
      let known = 0
      for (const { code } of letters.slice(0, 100)) if (await genuineLetters.check(page, code)) known++
      const randomSign = () => SIGNS.charAt(randomInt(SIGNS.length))
      const guess = (index: number): string => {
        if (index % 10 > 0)
          return [5, 5, 5].map((signs) => Array.from({ length: signs }, randomSign).join('')).join('-')
        const code = letters[randomInt(LETTERS)]?.code ?? ''
        const at = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16][randomInt(15)] ?? 0
        return code.slice(0, at) + randomSign() + code.slice(at + 1)
      }
      let right = 0
      let guessed = 0
      const from = performance.now()
      while (guessed < GUESSES) {
        const code = guess(guessed)
        // The same sign again: that is no guess.
        if (codes.has(code)) continue
        guessed++
        if (await genuineLetters.check(page, code)) right++
      }
      const seconds = (performance.now() - from) / 1000
      return [
        {
          what: `${GUESSES.toLocaleString('en-GB')} guesses at the codes of ${LETTERS.toLocaleString('en-GB')} letters; of 100 real codes`,
          measured: `${right} right in ${seconds.toFixed(0)} s; ${known} known`,
          floor: '0 right; all known',
          holds: right === 0 && known === 100,
        },
      ]
    } finally {
      await services.close()
    }
  },
}
