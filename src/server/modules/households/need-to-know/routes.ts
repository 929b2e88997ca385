import type { FastifyInstance } from 'fastify'
import { COLUMN_GROUPS, type NeedToKnowRules, getAccessRules, setAccessRules } from '#contract/households/needToKnow'
import { administrator, route } from '../../../http/route'
import { snapshotColumn } from '../columns/columns'
import { listGroupColumns } from './groups'
import { hashRules, type NeedToKnowService } from './service'

/** Who sees and exports what. */
export function needToKnowRoutes(app: FastifyInstance, needToKnow: NeedToKnowService): void {
  route(app, getAccessRules, administrator, async ({ person }) => ({
    ...withVersion(await needToKnow.rules(person.organisationId)),
    groups: COLUMN_GROUPS.map((group) => ({
      group,
      columns: listGroupColumns(group).map((column) => snapshotColumn(column).displayName),
    })),
  }))

  route(app, setAccessRules, administrator, async ({ person, body }) => {
    await needToKnow.set(person, body)
    return withVersion(body)
  })
}

const withVersion = (rules: NeedToKnowRules) => ({ ...rules, version: hashRules(rules) })
