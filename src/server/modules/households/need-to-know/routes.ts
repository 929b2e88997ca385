import type { FastifyInstance } from 'fastify'
import {
  COLUMN_GROUPS,
  type AccessRules,
  getAccessRules,
  getOwnAccess,
  setAccessRules,
} from '#contract/households/needToKnow'
import { administrator, anySignedIn, route } from '../../../http/route'
import type { Services } from '../../../services'
import { dotColoursShown } from '../households/dotColours'
import { snapshotColumn } from '../columns/columns'
import { columnsOf } from './groups'
import { versionOf } from './service'

/** Who sees and exports what. */
export function needToKnowRoutes(app: FastifyInstance, { needToKnow, filters, calculator, visits }: Services): void {
  route(app, getAccessRules, administrator, async ({ person }) => ({
    ...withVersion(await needToKnow.rules(person.organisationId)),
    groups: COLUMN_GROUPS.map((group) => ({
      group,
      columns: columnsOf(group).map((column) => snapshotColumn(column).displayName),
    })),
  }))

  route(app, setAccessRules, administrator, async ({ person, body }) => {
    await needToKnow.set(person, body)
    return withVersion(body)
  })

  route(app, getOwnAccess, anySignedIn, async ({ person }) => {
    const [own, { is_on: mayVisit }] = await Promise.all([
      needToKnow.of(person),
      visits.settings(person.organisationId),
    ])
    return {
      may_export: own.mayExport,
      may_calculate: calculator.mayUse(own),
      may_visit: mayVisit,
      hidden_filters: filters.hiddenFrom(own),
      dot_colours: dotColoursShown(own.hidden),
      purposes: [...own.purposes],
    }
  })
}

const withVersion = (rules: AccessRules) => ({ ...rules, version: versionOf(rules) })
