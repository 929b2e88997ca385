import { needToKnowRulesSchema, type NeedToKnowRules } from '#contract/households/needToKnow'
import type { Role } from '#contract/organisations/session'
import type { Person } from '../../../http/person'

export interface Proposal {
  readonly rules: NeedToKnowRules
  readonly writtenById: string
  readonly writtenBy: string
}

/** Undefined where nothing waits. */
export const readProposal = (stored: {
  readonly proposed: unknown
  readonly proposedById: string | null
  readonly proposedBy: string | null
}): Proposal | undefined =>
  stored.proposedById === null
    ? undefined
    : {
        rules: needToKnowRulesSchema.parse(stored.proposed),
        writtenById: stored.proposedById,
        writtenBy: stored.proposedBy ?? '',
      }

type RoleRules = NeedToKnowRules['roles'][number]

const findRoleRules = (rules: NeedToKnowRules, role: Role): RoleRules =>
  rules.roles.find((each) => each.role === role) ?? { role, may_export: true, hidden_groups: [] }

/** Whether any role gets what is withheld from it and from the author. */
export function showsMoreThanOwn({ role }: Pick<Person, 'role'>, before: NeedToKnowRules, after: NeedToKnowRules) {
  const own = findRoleRules(before, role)
  return before.roles.some((was) => {
    const now = findRoleRules(after, was.role)
    const shown = was.hidden_groups.filter((group) => !now.hidden_groups.includes(group))
    return (
      shown.some((group) => own.hidden_groups.includes(group)) || (!own.may_export && !was.may_export && now.may_export)
    )
  })
}
