import type { Browser, CDPSession, Page } from '@playwright/test'
import { z } from 'zod'

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds, as all of a trace. */
  ts: z.number().default(0),
  dur: z.number().default(0),
  /** Of the thread itself: what other processes take from it is left out. */
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).default({}),
})
export type TraceEvent = z.infer<typeof eventSchema>

const CATEGORIES = ['devtools.timeline', 'toplevel', 'blink.user_timing', 'v8.execute']

/** What the main thread of the page that sets the mark `name` did meanwhile, by time. */
export async function traced(browser: Browser, page: Page, name: string, work: () => Promise<void>) {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  const { traceEvents } = z
    .object({ traceEvents: z.array(eventSchema) })
    .parse(JSON.parse((await browser.stopTracing()).toString()))
  const marked = traceEvents.find((event) => event.name === name)
  if (!marked) throw new Error(`The page has not set the mark ${name}.`)
  const isMain = ({ pid, tid }: TraceEvent) => pid === marked.pid && tid === marked.tid
  return traceEvents.filter(isMain).sort((a, b) => a.ts - b.ts)
}

/** Of events of these names that lie in no other of them; milliseconds of the thread's own time. */
export function millisecondsOf(events: readonly TraceEvent[], names: readonly string[]): number {
  let end = 0
  let sum = 0
  for (const { name, ts, dur, tdur = dur, ph } of events) {
    if (ph !== 'X' || !names.includes(name) || ts < end) continue
    end = ts + dur
    sum += tdur
  }
  return sum / 1000
}

/** As a small laptop: `rate` times as slow. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
