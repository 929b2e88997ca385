import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import type { RegisterCommand } from './command'

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
        withServices(async ({ organisations }) => {
          const { name } = await organisations.setCampaigns(COMMAND_LINE, slug, enabled)
          console.log(`Campaigns are now ${enabled ? 'enabled' : 'disabled'} for ${name}.`)
        }),
      )
  }
}
