/** docs/product.md#groups-and-accounts. An organisation's own issuer may create accounts and set roles. */
import {
  DEFAULT_GROUPS_CLAIM,
  type GrantableRole,
  type SignInRules,
  signInRulesSchema,
} from '#contract/organisations/people'
import type { SignedInPerson } from '../../../clients/oidc'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Actor, AuditService } from '../audit/service'
import { endAllSessions } from '../sessions/service'
import { verifyPassword } from './passwords'
import * as repo from './repo'

/** For the log only. */
export const NOT_INVITED = 'Nobody with this address has been invited.'

const NO_ROLE_BY_GROUP = 'No group of the person has a role here.'

const BY_ISSUER = { email: 'identity provider', actor: { role: 'Issuer' } } as const satisfies Omit<
  Actor,
  'organisationId'
>

type Admission = { readonly person: repo.PersonRow } | { readonly refused: string }

const NO_RULES: SignInRules = { groups_claim: DEFAULT_GROUPS_CLAIM, creates_accounts: false, group_roles: [] }

/** By default the issuer decides nothing. */
export const findSignInRules = async (tx: Tx, organisationId: string): Promise<SignInRules> =>
  (await readRules(tx, organisationId)).rules

/** With who wrote them, by whose hand they act. */
async function readRules(
  tx: Tx,
  organisationId: string,
): Promise<{ readonly rules: SignInRules; readonly writtenBy: string | null }> {
  const row = await repo.rules(tx, organisationId)
  if (!row) return { rules: NO_RULES, writtenBy: null }
  const { groupsClaim: groups_claim, createsAccounts: creates_accounts, groupRoles: group_roles } = row
  const rules = signInRulesSchema.parse({ groups_claim, creates_accounts, group_roles })
  return { rules, writtenBy: row.writtenBy }
}

function roleOfGroups(
  { group_roles }: Pick<SignInRules, 'group_roles'>,
  groups: readonly string[],
): GrantableRole | undefined {
  const roles = group_roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return roles.includes('OrganisationAdmin') ? 'OrganisationAdmin' : roles[0]
}

interface Asked {
  readonly organisationId: string
  readonly told: SignedInPerson
  readonly domains: readonly string[]
  readonly demoAccounts: boolean
}

/** With the role that the rules give; a refusal is for the log. */
async function admit(tx: Tx, audit: AuditService, asked: Asked): Promise<Admission> {
  const { organisationId, told, domains, demoAccounts } = asked
  const { rules, writtenBy } = await readRules(tx, organisationId)
  const granted = roleOfGroups(rules, told.groups)
  const record = (action: 'person_added' | 'person_role' | 'sessions_ended', subject: string, quantity?: number) =>
    audit.recordIn(tx, { ...BY_ISSUER, organisationId }, action, subject, quantity)

  const person = await repo.findMember(tx, organisationId, told.email, demoAccounts)
  if (!person) {
    if (await repo.byEmail(tx, organisationId, told.email)) return { refused: 'The person was removed.' }
    if (!rules.creates_accounts) return { refused: NOT_INVITED }
    if (await repo.isProvidersAddress(tx, organisationId, told.email))
      return { refused: 'No account is made for an address of the provider’s.' }
    const domain = told.email.slice(told.email.lastIndexOf('@') + 1).toLowerCase()
    if (!domains.includes(domain)) return { refused: 'No account is made for an address at another domain.' }
    if (rules.group_roles.length > 0 && !granted) return { refused: NO_ROLE_BY_GROUP }
    const made = await repo.insert(tx, {
      email: told.email,
      organisationId,
      role: granted ?? 'Viewer',
      roleFromGroups: granted !== undefined,
      accountBy: writtenBy,
      roleBy: writtenBy,
      firstName: told.firstName.slice(0, 100),
      lastName: told.lastName.slice(0, 100),
    })
    // Another tab was first.
    if (!made) return admit(tx, audit, asked)
    await record('person_added', `${made.id} as ${made.role}`)
    return { person: made }
  }
  if (granted) {
    const changed = granted === person.role ? {} : { role: granted, roleSince: new Date(), roleBy: writtenBy }
    if (granted !== person.role || !person.roleFromGroups)
      await repo.update(tx, person.id, { ...changed, roleFromGroups: true })
    if (granted !== person.role) await record('person_role', `${person.id} ${person.role} → ${granted}`)
    return { person: { ...person, role: granted } }
  }
  if (rules.group_roles.length === 0 || !person.roleFromGroups) return { person }
  // The least privileged, in case roles become manual again.
  await repo.update(tx, person.id, { role: 'Viewer', roleSince: new Date(), roleBy: writtenBy })
  const ended = await endAllSessions(tx, person)
  await record('sessions_ended', `${person.id} in no group`, ended)
  return { refused: NO_ROLE_BY_GROUP }
}

/** Decides who is let in. */
export function createAdmission(deps: {
  readonly database: Database
  readonly audit: AuditService
  readonly demoAccounts: boolean
}) {
  const { database, audit, demoAccounts } = deps

  const findForSignIn = (organisationId: string, email: string): Promise<repo.PersonRow | undefined> =>
    database.asSystem((tx) => repo.findForSignIn(tx, organisationId, email, demoAccounts))

  return {
    findForSignIn,

    findMember: (organisationId: string | null, email: string): Promise<repo.PersonRow | undefined> =>
      database.asSystem((tx) => repo.findMember(tx, organisationId, email, demoAccounts)),

    async findWithPassword(
      organisationId: string,
      email: string,
      password: string,
    ): Promise<repo.PersonRow | undefined> {
      const person = await findForSignIn(organisationId, email)
      return (await verifyPassword(password, person?.passwordHash)) ? person : undefined
    },

    /** Through the organisation's own issuer and domains. */
    admit: (organisationId: string, told: SignedInPerson, domains: readonly string[]): Promise<Admission> =>
      database.asSystem((tx) => admit(tx, audit, { organisationId, told, domains, demoAccounts })),

    noteSignIn: async (id: string): Promise<void> => {
      await database.asSystem((tx) => repo.update(tx, id, { lastSignedInAt: new Date() }))
    },
  }
}
