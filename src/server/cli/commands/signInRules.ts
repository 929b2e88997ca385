import { Option, type Command } from 'commander'
import { GRANTABLE_ROLES, signInRulesSchema, type GrantableRole, type GroupRole } from '#contract/organisations/people'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import { organisationCalled, type WithServices } from './command'

interface RuleOptions {
  /** False: `--no-group`. */
  readonly group?: string[] | false
  readonly groupsClaim?: string
  readonly createAccounts?: 'on' | 'off'
}

/** `person sign-in-rules <slug>` */
export function registerSignInRules(person: Command, withServices: WithServices): void {
  person
    .command('sign-in-rules <slug>')
    .description("what an organisation's own identity provider decides about its people; without options: shows it")
    .option(
      '--group <group=role...>',
      `each group that has a role (${GRANTABLE_ROLES.join(', ')}); replaces those before`,
    )
    .option('--no-group', 'no group has a role: roles are set by hand')
    .option('--groups-claim <name>', 'the claim that holds the groups')
    .addOption(
      new Option('--create-accounts <when>', 'make accounts at the first sign-in').choices(['on', 'off'] as const),
    )
    .action((slug: string, options: RuleOptions) =>
      withServices(async (services) => {
        const { id, name, issuer } = await organisationCalled(services.organisations, slug)
        const before = await services.people.rules(id)
        const isAsking = options.group === undefined && !options.groupsClaim && !options.createAccounts
        const rules = signInRulesSchema.safeParse({
          groups_claim: options.groupsClaim ?? before.groups_claim,
          creates_accounts: options.createAccounts ? options.createAccounts === 'on' : before.creates_accounts,
          group_roles: parseGroupRoles(options.group) ?? before.group_roles,
        })
        if (!rules.success)
          throw new Error('A group or the claim is empty or too long, or there are more than 50 groups.')
        if (!isAsking) await services.people.setRules({ ...COMMAND_LINE, organisationId: id }, rules.data)
        const { creates_accounts, group_roles, groups_claim } = rules.data
        console.log(`${name}: accounts at first sign-in are ${creates_accounts ? 'on' : 'off'}.`)
        if (group_roles.length === 0) console.log('Roles are kept by hand.')
        for (const { group, role } of group_roles) console.log(`Group ${group} of the claim ${groups_claim}: ${role}.`)
        if (!issuer)
          console.log(`Note: this takes effect once the organisation has an identity provider: identity ${slug}`)
      }),
    )
}

/** @throws Error with the roles that can be given */
export function grantable(role: string): GrantableRole {
  const found = GRANTABLE_ROLES.find((one) => one === role)
  if (!found) throw new Error(`The role must be one of: ${GRANTABLE_ROLES.join(', ')}.`)
  return found
}

function parseGroupRoles(given: RuleOptions['group']): GroupRole[] | undefined {
  if (given === false) return []
  return given?.map((each) => {
    const at = each.lastIndexOf('=')
    if (at < 1) throw new Error(`Write a group with its role, such as "Doorstep officers=Viewer", not ${each}.`)
    return { group: each.slice(0, at), role: grantable(each.slice(at + 1)) }
  })
}
