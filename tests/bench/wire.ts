import { tableFromIPC } from '@uwdata/flechette'
import { tableFromIPC as apacheTableFromIPC } from 'apache-arrow'
import { text } from 'node:stream/consumers'
import { MATCHES_COLUMN } from '#contract/households/map'
import type { Bench, Figure } from './bench'
import { inTurns, milliseconds, times } from './bench'
import { BROAD, openDoorstep } from './doorstep'

const HOUSEHOLDS = 100_000

/** A filter change when the points are there already: bytes over the wire and the time to read them, beside the JSON reply. */
export const wire: Bench = {
  name: 'wire',
  async run() {
    const { services, person } = await openDoorstep(HOUSEHOLDS)
    const { signal } = new AbortController()
    const arrow = await services.households.map.readMatches(person, BROAD, signal)
    const json = await text(await services.households.map.streamHouseholds(person, BROAD, signal))
    const points = await services.households.map.readPoints(person)
    await services.close()

    const took = await inTurns(31, {
      arrow: () => bitmapOf(arrow),
      json: () => JSON.parse(json) as unknown,
      flechettePoints: (): unknown => tableFromIPC(points).getChild('longitude').toArray(),
      apachePoints: (): unknown => apacheTableFromIPC(points).getChild('longitude')?.toArray(),
      apacheMatches: (): unknown => apacheTableFromIPC(arrow).getChild(MATCHES_COLUMN)?.data[0]?.values,
    })
    const figures: Figure[] = [
      {
        what: 'a filter change at 100,000 households: bytes over the wire, before compression',
        measured: `${arrow.byteLength.toLocaleString('en-GB')} B (JSON ${json.length.toLocaleString('en-GB')} B)`,
        floor: 'at most 20 kB',
        holds: arrow.byteLength <= 20_000,
      },
      {
        what: 'the same: time to decode, Arrow / JSON',
        measured: `${milliseconds(took.arrow)} / ${milliseconds(took.json)} = 1/${Math.round(took.json / took.arrow)}`,
        floor: 'at most 1/20',
        holds: took.arrow <= took.json / 20,
      },
      {
        what: 'points of 100,000 households, once a session',
        measured: `${points.byteLength.toLocaleString('en-GB')} B`,
        floor: '',
      },
      {
        what: 'reading points: apache-arrow / flechette',
        measured: `${milliseconds(took.apachePoints)} / ${milliseconds(took.flechettePoints)} = ${times(took.apachePoints / took.flechettePoints)}`,
        floor: '',
      },
      {
        what: 'reading matches: apache-arrow / flechette',
        measured: `${milliseconds(took.apacheMatches)} / ${milliseconds(took.arrow)} = ${times(took.apacheMatches / took.arrow)}`,
        floor: '',
      },
    ]
    return figures
  },
}

/** The bits as the map takes them. */
function bitmapOf(arrow: Uint8Array): unknown {
  return tableFromIPC(arrow).getChild(MATCHES_COLUMN).data[0]?.values
}
