import { parseDomain } from '../../modules/organisations/organisations/service'
import { PROVIDER_SLUG } from '../../modules/organisations/provider/service'
import type { RegisterCommand } from './command'
import { readIssuerOptions, registerThere, tryIssuer, withIssuerOptions } from './issuerOptions'

/** `provider identity …` */
export const providerCommand: RegisterCommand = (program, withServices) => {
  withIssuerOptions(
    program.command('provider').description("the provider's own staff, its super administrators").command('identity'),
  )
    .description("have the provider's staff sign in with the provider's own OpenID Connect provider")
    .option('--domain <email domain...>', 'the e-mail domains of the staff; may be left out when they stay as they are')
    .option('--remove', 'forget it: super administrators then sign in on the built-in page, where that runs')
    .action((raw: { remove?: true; domain?: string[] }) =>
      withServices(async ({ provider, organisations, identity, config }) => {
        if (raw.remove) {
          await identity.setProviders(undefined)
          console.log(
            'The provider has no identity provider any more: super administrators sign in on the built-in page, where that runs.',
          )
          return
        }
        const given = await readIssuerOptions(raw, '--remove')
        const emailDomains = raw.domain ? parseDomains(raw.domain) : ((await provider.identity())?.emailDomains ?? [])
        if (emailDomains.length === 0)
          throw new Error('Say which e-mail domain the staff have: --domain <email domain>.')
        const namesake = await organisations.findBySlug(PROVIDER_SLUG)
        if (namesake)
          throw new Error(`${namesake.name} has the slug ${PROVIDER_SLUG}, which stands for the provider itself.`)
        const { sendsIss, remarks } = await tryIssuer(given, config, PROVIDER_SLUG)
        const settings = { ...given, emailDomains, sendsIss }
        await identity.setProviders(settings)
        console.log(
          `Super administrators with an address at ${emailDomains.join(', ')} sign in with ${settings.issuer}. ${registerThere(config, undefined, settings)}`,
        )
        for (const remark of remarks) console.log(remark)
        if (settings.trustsEmailDomains)
          console.log('Its word is taken for addresses at these domains, and at no other.')
      }),
    )
}

function parseDomains(given: readonly string[]): string[] {
  return [...new Set(given)].map((each) => {
    const domain = parseDomain(each)
    if (!domain) throw new Error(`${each} is not an e-mail domain.`)
    return domain
  })
}
