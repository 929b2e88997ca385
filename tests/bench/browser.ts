import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../src/server/lib/root'
import type { Bench } from './bench'
import { benchFolder } from './doorstep'

const figureSchema = z.object({
  what: z.string(),
  measured: z.string(),
  floor: z.string(),
  holds: z.boolean().optional(),
})

/** Figures of the built product in a browser: the files of `browser/` by that name. */
const inBrowser = (name: string): Bench => ({
  name,
  async run() {
    mkdirSync(benchFolder, { recursive: true })
    const file = join(benchFolder, `${name}.jsonl`)
    rmSync(file, { force: true })
    const config = join(packageRoot, 'tests/bench/browser/playwright.config.ts')
    const { status } = spawnSync(
      process.execPath,
      [join(packageRoot, 'tests/e2e/run.mjs'), '--config', config, `${name}\\.bench`],
      {
        cwd: packageRoot,
        env: { ...process.env, DOORSTEP_FIGURES: file },
        // The table of figures goes to stdout, and nothing else.
        stdio: ['ignore', process.stderr, process.stderr],
      },
    )
    if (status !== 0) throw new Error(`The browser's run ended with ${status}; see above.`)
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => figureSchema.parse(JSON.parse(line)))
  },
})

/** A hundred queued templates, three tabs, twenty connection drops. */
export const queueBench = inBrowser('queue')
/** A visit round of 60, with kills and connection drops. */
export const visitsBench = inBrowser('visits')
/** The first visit to the map, and all that a person does there, over slow connections. */
export const weakLineBench = inBrowser('weak-line')
/** A slider that is dragged while the counts follow it. */
export const sliderBench = inBrowser('slider')
/** The map beside a bare page with the same points: a first visit, its work, the first gestures. */
export const mapBench = inBrowser('map')
/** What a press or a key takes on the map's page. */
export const interactionsBench = inBrowser('interactions')
/** From the first visit to "Ready to work offline", on a slow connection. */
export const readyOfflineBench = inBrowser('ready-offline')
