import type { FastifyInstance } from 'fastify'
import { getLatestSnapshot } from '#contract/households/map'
import { anySignedIn, route } from '../../../http/route'
import type { SnapshotsService } from './service'

/** Routes for the month that the data is from. */
export function snapshotsRoutes(app: FastifyInstance, snapshots: SnapshotsService): void {
  route(app, getLatestSnapshot, anySignedIn, async ({ person }) => {
    const month = await snapshots.months.findLatest(person.organisationId)
    const known = await snapshots.months.list(person.organisationId)
    return {
      snapshot: month,
      formatted_snapshot: formatMonth(month),
      earlier_months: known.map((each) => each.month).filter((each) => each < month),
    }
  })
}

function formatMonth(month: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))
}
