import { createHash } from 'node:crypto'
import { needToKnowRulesSchema, type ColumnGroup, type NeedToKnowRules } from '#contract/households/needToKnow'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import { findMayConfirm, requireSecondPerson } from '../../organisations/people/secondPerson'
import { nameOfPerson } from '../../organisations/people/service'
import { readProposal, showsMoreThanOwn, type Proposal } from './proposals'
import * as repo from './repo'

/** Changes an organisation's rules; audited. */
export const createRuleChanges = ({
  database,
  audit,
}: {
  readonly database: Database
  readonly audit: AuditService
}) => ({
  /** Undefined: none waits. */
  proposal: (person: Person): Promise<(Proposal & { readonly mayConfirm: boolean }) | undefined> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const stored = await repo.findColumnRules(tx, person.organisationId)
      const found = stored && readProposal(stored)
      return found && { ...found, mayConfirm: (await findMayConfirm(tx, person))(found.writtenById) }
    }),

  /**
   * Rules that show more than the person sees wait for a second person.
   * @throws Fault 409 when the rules have changed since
   */
  set: (person: Person, rules: NeedToKnowRules): Promise<void> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const before = needToKnowRulesSchema.parse(await repo.lockRules(tx, person.organisationId))
      if (rules.version !== undefined && rules.version !== hashRules(before)) {
        throw conflict(
          'Somebody else has changed who sees what since you opened this. Load the page again, and make your change to that.',
          'changed_meanwhile',
        )
      }
      if (showsMoreThanOwn(person, before, rules)) {
        const writtenBy = await nameOfPerson(tx, person.userId, person.email)
        const { version: _version, ...proposed } = rules
        await repo.saveProposal(tx, person.organisationId, { rules: proposed, writtenById: person.userId, writtenBy })
        await audit.recordIn(tx, person, 'access_rules', `proposed: ${describe(rules)}`, rules.purposes.length)
        return
      }
      await repo.saveRules(tx, person.organisationId, rules)
      await audit.recordIn(tx, person, 'access_rules', describe(rules), rules.purposes.length)
    }),

  /** @throws Fault 409 where other rules wait, or none; and to confirm one's own */
  decide: (person: Person, version: string, decision: 'confirm' | 'withdraw'): Promise<void> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const found = readProposal(await repo.lockRules(tx, person.organisationId))
      if (!found || hashRules(found.rules) !== version)
        throw conflict('This change does not wait any more. Load the page again.', 'changed_meanwhile')
      if (decision === 'confirm' && found.writtenById === person.userId)
        throw conflict(
          'You wrote this change. Ask another administrator, or your provider, to confirm it.',
          'own_version',
        )
      if (decision === 'confirm') await requireSecondPerson(tx, person, found.writtenById)
      if (decision === 'confirm') await repo.saveRules(tx, person.organisationId, found.rules)
      else await repo.saveProposal(tx, person.organisationId, null)
      const subject = `${decision === 'confirm' ? 'confirmed' : 'withdrawn'}: ${describe(found.rules)}`
      await audit.recordIn(tx, person, 'access_rules', subject, found.rules.purposes.length)
    }),
})

/** Equal for equal rules. */
export const hashRules = ({ roles, purposes }: NeedToKnowRules): string =>
  createHash('sha256')
    .update(JSON.stringify([roles, purposes]))
    .digest('hex')

const shownAs = (hidden: readonly ColumnGroup[]) => (hidden.length === 0 ? 'everything' : `not ${hidden.join(', ')}`)

const describe = ({ roles, purposes }: NeedToKnowRules): string =>
  [
    ...roles.map((one) => `${one.role} ${shownAs(one.hidden_groups)}${one.may_export ? '' : ', no exports'}`),
    `purposes ${purposes.length === 0 ? 'off' : 'on'}`,
  ].join('; ')
