import type { FastifyInstance } from 'fastify'
import {
  COLUMN_GROUPS,
  decideAccessRules,
  getAccessRules,
  type NeedToKnowRules,
  setAccessRules,
} from '#contract/households/needToKnow'
import type { Person } from '../../../http/person'
import { administrator, route } from '../../../http/route'
import { snapshotColumn } from '../columns/columns'
import { listGroupColumns } from './groups'
import { hashRules } from './ruleChanges'
import type { NeedToKnowService } from './service'

/** Who sees and exports what. */
export function needToKnowRoutes(app: FastifyInstance, needToKnow: NeedToKnowService): void {
  const present = async (person: Person) => {
    const proposal = await needToKnow.proposal(person)
    return {
      ...withVersion(await needToKnow.rules(person.organisationId)),
      proposal: proposal
        ? {
            ...withVersion(proposal.rules),
            written_by: proposal.writtenBy,
            may_confirm: proposal.mayConfirm,
          }
        : null,
    }
  }

  route(app, getAccessRules, administrator, async ({ person }) => ({
    ...(await present(person)),
    groups: COLUMN_GROUPS.map((group) => ({
      group,
      columns: listGroupColumns(group).map((column) => snapshotColumn(column).displayName),
    })),
  }))

  route(app, setAccessRules, administrator, async ({ person, body }) => {
    await needToKnow.set(person, body)
    return present(person)
  })

  route(app, decideAccessRules, administrator, async ({ person, body }) => {
    await needToKnow.decide(person, body.version, body.decision)
    return present(person)
  })
}

const withVersion = (rules: NeedToKnowRules) => ({
  roles: rules.roles,
  purposes: rules.purposes,
  version: hashRules(rules),
})
