import { exportHouseholdsCsv } from '#contract/households/households'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds } from './bench'
import { ask, memorySchema, servingSchema, startChild, stopChild } from './children'
import { EVERYONE } from './doorstep'

const HOUSEHOLDS = 1_000_000

/** A CSV of everyone over HTTP from a server of its own: when its first byte comes, and what the server's memory grows by. */
export const exportCsv: Bench = {
  name: 'csv',
  async run() {
    const { child, said } = await startChild(servingSchema, 'serve', String(HOUSEHOLDS))
    try {
      const before = await ask(child, 'forget', memorySchema)
      const start = performance.now()
      const response = await fetch(`http://127.0.0.1:${said.port}${exportHouseholdsCsv.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: `doorstep=${said.session}`,
          'accept-encoding': 'identity',
        },
        body: JSON.stringify(EVERYONE),
      })
      if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}.`)
      let firstByte = 0
      let [bytes, lines] = [0, 0]
      for await (const piece of response.body) {
        firstByte ||= performance.now() - start
        bytes += piece.byteLength
        for (const byte of piece) if (byte === 10) lines += 1
      }
      const took = performance.now() - start
      const after = await ask(child, 'memory', memorySchema)
      if (lines !== HOUSEHOLDS + 1) throw new Error(`The export had ${lines} lines.`)
      const growth = after.peak - before.rss
      const figures: Figure[] = [
        {
          what: 'CSV of 1,000,000 rows: first byte',
          measured: milliseconds(firstByte),
          floor: 'within 1 s',
          holds: firstByte <= 1_000,
        },
        {
          what: 'the same: growth of server memory at its peak',
          measured: `${megabytes(growth)} over ${megabytes(before.rss)}`,
          floor: 'at most 150 MB',
          holds: growth <= 150e6,
        },
        { what: 'the same: all of it', measured: `${megabytes(bytes)} in ${milliseconds(took)}`, floor: '' },
      ]
      return figures
    } finally {
      await stopChild(child)
    }
  },
}
