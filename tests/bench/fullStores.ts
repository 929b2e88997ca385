import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { eraseHousehold, getHouseholdFile } from '#contract/data-protection/householdRights'
import { createFilterLink } from '#contract/households/filterLinks'
import { createFilterTemplate } from '#contract/households/filterTemplates'
import { MAX_VALUES_PER_FILTER } from '#contract/households/filters'
import { milliseconds, timed, type Bench, type Figure } from './bench'
import { servingAdminSchema, startChild, stopChild } from './children'
import { benchFolder } from './doorstep'

const HOUSEHOLDS = 50_000
const TEMPLATES = 200
const LINKS = 50
/** Beside the references, up to 256 kB. */
const POSTCODES = 5_800
const MOST_MS = 2_000
const MOST_HEALTH_MS = 250

const reference = (place: number) => `BEN-${String((place % HOUSEHOLDS) + 1).padStart(8, '0')}`
const IN_ALL = reference(HOUSEHOLDS - 1)
const IN_ONE = reference(HOUSEHOLDS - 2)

/** A selection as large as is stored, by the item with other references, so that nothing is known already. */
export const largestDetails = (item: number) => [
  {
    filter_name: 'household_references',
    filter_value_names: [
      IN_ALL,
      ...(item === 0 ? [IN_ONE] : []),
      ...Array.from({ length: MAX_VALUES_PER_FILTER - 2 }, (_, at) => reference((item * 199 + at) % 40_000)),
    ],
  },
  {
    filter_name: 'postcodes',
    filter_value_names: Array.from({ length: POSTCODES }, (_, at) => `X${item}-${at}`.padEnd(13, 'x')),
  },
]

/** One person fills templates and links to their bounds; then households are looked up and erased. */
export const fullStores: Bench = {
  name: 'full-stores',
  async run() {
    // Erased households would be gone in the next run.
    rmSync(join(benchFolder, `data-${HOUSEHOLDS}`), { recursive: true, force: true })
    const { child, said } = await startChild(servingAdminSchema, 'serve', String(HOUSEHOLDS))
    try {
      const send = async (session: string, { path, idempotent }: Endpoint, body: object): Promise<unknown> => {
        const response = await fetch(`http://127.0.0.1:${said.port}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            cookie: `doorstep=${session}`,
            ...(idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
          },
          body: JSON.stringify(body),
        })
        const answer: unknown = await response.json()
        if (!response.ok)
          throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 200)}`)
        return answer
      }
      const timeWithHealth = async <T>(work: () => Promise<T>) => {
        const isDone = { now: false }
        const health = (async () => {
          let longest = 0
          while (!isDone.now) {
            const asked = await timed(async () => (await fetch(`http://127.0.0.1:${said.port}/health`)).arrayBuffer())
            longest = Math.max(longest, asked.milliseconds)
          }
          return longest
        })()
        const { milliseconds: took, result } = await timed(work).finally(() => (isDone.now = true))
        return { took, result, health: await health }
      }
      const figures: Figure[] = []
      const measure = async <T>(what: string, work: () => Promise<T>, most?: number) => {
        const { took, result, health } = await timeWithHealth(work)
        const isIn = most === undefined || took <= most
        figures.push({
          what,
          measured: `${milliseconds(took)}, longest /health ${milliseconds(health)}`,
          floor: `${most === undefined ? '' : `at most ${milliseconds(most)}, `}/health at most ${MOST_HEALTH_MS} ms`,
          holds: isIn && health <= MOST_HEALTH_MS,
        })
        return result
      }
      const fill = async () => {
        for (let item = 0; item < TEMPLATES; item++)
          await send(said.session, createFilterTemplate, {
            template_name: `Template ${item}`,
            filter_template_details: largestDetails(item),
          })
        for (let item = TEMPLATES; item < TEMPLATES + LINKS; item++)
          await send(said.session, createFilterLink, { filter_template_details: largestDetails(item) })
      }
      await measure(`${TEMPLATES} templates and ${LINKS} links of 256 kB are made`, fill)
      for (const [who, household] of [
        ['in one of them', IN_ONE],
        ['in all of them', IN_ALL],
      ] as const)
        // prettier-ignore
        for (const time of ['the first time', 'again']) {
          const file = () => send(said.admin, getHouseholdFile, { household_reference: household })
          const found = z.object({ named_in: z.array(z.unknown()) }).parse(
            await measure(`file of a household named ${who}, ${time}`, file, MOST_MS),
          )
          figures.push({ what: '… is named in', measured: String(found.named_in.length), floor: '' })
        }
      for (const [who, household] of [
        ['in one of them', IN_ONE],
        ['in all of them', IN_ALL],
      ] as const)
        // prettier-ignore
        await measure(
          `erasure of a household named ${who}`,
          () => send(said.admin, eraseHousehold, { household_reference: household }),
          MOST_MS,
        )
      return figures
    } finally {
      await stopChild(child)
    }
  },
}
