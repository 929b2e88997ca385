/** docs/product.md#need-to-know */
import { needToKnowRulesSchema, COLUMN_GROUPS, type NeedToKnowRules } from '#contract/households/needToKnow'
import { createBatchedLookup } from '../../../db/batchedLookup'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, Fault, invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { isContactHidden, listGroupColumns } from './groups'
import { createLooks, recordLooks } from './looks'
import * as repo from './repo'
import { createRuleChanges } from './ruleChanges'

export interface RoleNeedToKnow {
  readonly mayExport: boolean
  readonly hidden: ReadonlySet<string>
  /** Equal for equal `hidden`. */
  readonly key: string
  /** Exports must name one; empty: none needed. */
  readonly purposes: readonly string[]
}

export const WHOLE: RoleNeedToKnow = { mayExport: true, hidden: new Set(), key: '', purposes: [] }

const NONE: NeedToKnowRules = { roles: [], purposes: [] }

export type NeedToKnowService = ReturnType<typeof createNeedToKnowService>

/** Says what each role may see and export, and notes looks. */
export function createNeedToKnowService({ database, audit }: { database: Database; audit: AuditService }) {
  // Per organisation, because of row-level security.
  const lookups = new Map<string, () => Promise<NeedToKnowRules>>()
  function readRules(organisationId: string): Promise<NeedToKnowRules> {
    const known = lookups.get(organisationId)
    if (known) return known()
    const lookUp = createBatchedLookup<string, NeedToKnowRules>((begin) =>
      database.forOrganisation(organisationId, async (tx) => {
        begin()
        const stored = await repo.findColumnRules(tx, organisationId)
        return new Map([[organisationId, stored ? needToKnowRulesSchema.parse(stored) : NONE]])
      }),
    )
    const look = async () => (await lookUp(organisationId)) ?? NONE
    lookups.set(organisationId, look)
    return look()
  }

  const read = async ({ organisationId, role }: Pick<Person, 'organisationId' | 'role'>): Promise<RoleNeedToKnow> => {
    const { roles, purposes } = await readRules(organisationId)
    const own = roles.find((each) => each.role === role)
    const groups = COLUMN_GROUPS.filter((group) => own?.hidden_groups.includes(group))
    return {
      mayExport: own?.may_export ?? true,
      hidden: new Set(groups.flatMap(listGroupColumns)),
      key: groups.join(),
      purposes,
    }
  }

  const told = new WeakMap<object, string>()
  const rightsIn = ({ mayExport, key }: RoleNeedToKnow) => `${mayExport} ${key}`

  const looks = createLooks({ database, audit })

  return {
    async of(person: Pick<Person, 'organisationId' | 'role'>): Promise<RoleNeedToKnow> {
      const own = await read(person)
      if (!told.has(person)) told.set(person, rightsIn(own))
      return own
    },

    /** Whether rights changed during this call; false if it never asked. */
    async isChanged(person: Person): Promise<boolean> {
      const before = told.get(person)
      return before !== undefined && before !== rightsIn(await read(person))
    },

    /** Whether super administrators, who read the audit log, may not know which households campaigns wrote to. */
    isCountHidden: async (organisationId: string): Promise<boolean> =>
      isContactHidden((await read({ organisationId, role: 'SuperAdmin' })).hidden),

    rules: readRules,

    ...createRuleChanges({ database, audit }),

    deleteLooksBefore: (organisationId: string, before: Date): Promise<number> =>
      database.asSystem((tx) => repo.deleteLooks(tx, organisationId, before)),

    looksAt: repo.looksAt,

    /** In its own transaction: requests' role may only add looks. */
    eraseLooks: (organisationId: string, isErased: IsErased): Promise<void> =>
      database.asSystem(async (tx) => {
        const found = await repo.lookedAt(tx, organisationId)
        await repo.deleteLooksAt(tx, organisationId, found.map(({ reference }) => reference).filter(isErased))
      }),

    lookedAtFile: async (tx: Tx, person: Person, householdReference: string): Promise<void> => {
      await recordLooks(tx, person, 'rights desk', [householdReference])
      await audit.recordIn(tx, person, 'looked_up', 'rights desk', 1)
    },
    recordLooks,

    /** Records a look where the person's lists of the last hour differ in few households. */
    compared: looks.noteDifferences,

    /** As `compared`, and records a look if few households match. */
    noteMatching: looks.noteMatching,

    lookedAt: looks.note,
  }
}

/**
 * @returns the purpose in the organisation's words, if needed
 * @throws Fault 403 for a role that may not export; 422 without a listed purpose
 */
export function allowExport(access: RoleNeedToKnow, purpose: string | undefined): string | undefined {
  if (!access.mayExport) throw new Fault(403, 'export_not_allowed', 'Your organisation lets your role export nothing.')
  if (access.purposes.length === 0) return undefined
  const chosen = access.purposes.find((each) => each === purpose)
  if (chosen === undefined) {
    throw invalidInput({ purpose: `Choose what this export is for: ${access.purposes.join(', ')}.` })
  }
  return chosen
}

/** For a file's name. */
export const purposeInName = (purpose: string | undefined): string =>
  purpose === undefined ? '' : `-${purpose.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '')

/** For the audit log. */
export const purposeInWords = (purpose: string | undefined): string => (purpose === undefined ? '' : ` for ${purpose}`)

/** @throws Fault 409 where any of the columns is hidden from the role */
export function requireShown(access: RoleNeedToKnow, columns: readonly string[], what: string): void {
  if (columns.some((column) => access.hidden.has(column))) {
    throw conflict(`${what} tells what your organisation does not show your role.`, 'not_shown_to_role')
  }
}
