import { setCampaignsEnabled } from '../modules/organisations/repo'
import { noOrganisation, type RegisterCommand } from './command'

/** `campaigns enable|disable <slug>` */
export const campaignsCommand: RegisterCommand = (program, withServices) => {
  const campaigns = program.command('campaigns').description('switch campaigns on or off for an organisation')
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    campaigns
      .command(`${word} <slug>`)
      .description(`${word} campaigns`)
      .action((slug: string) =>
        withServices(async ({ database }) => {
          const [organisation] = await database.asSystem((tx) => setCampaignsEnabled(tx, slug, enabled))
          if (!organisation) throw noOrganisation(slug)
          console.log(`Campaigns are now ${enabled ? 'enabled' : 'disabled'} for ${organisation.name}.`)
        }),
      )
  }
}
