import { InvalidArgumentError } from 'commander'
import { sendingChangeSchema, type SendingSettings } from '#contract/campaigns/notifyAccounts'
import { moveRecordsKey } from '../../modules/platform/records-key/service'
import { COMMAND_LINE } from '../../modules/organisations/audit/service'
import { organisationCalled, readSecret, type RegisterCommand } from './command'

interface Options {
  readonly keyFile?: string
  readonly smsTemplate?: string
  readonly smsSender?: string
  readonly emailTemplate?: string
  readonly serviceName?: string
  readonly callbackTokenFile?: string
  readonly aMinute?: number
  readonly textsADay?: number
  readonly lettersADay?: number
  readonly remove?: true
  readonly test?: true
}

const SECRETS_LOST =
  'What was sealed under the lost one cannot be read: set the client secrets (identity, provider identity) and the keys ' +
  'of GOV.UK Notify (sending) again; doctor lists the latter. The audit log before now cannot be verified.'

/** `sending <slug> …` and `reseal-secrets` */
export const sendingCommands: RegisterCommand = (program, withServices) => {
  program
    .command('sending <slug>')
    .description("an organisation's own account of GOV.UK Notify; without options: shows it")
    .option('--key-file <file>', 'a file that holds the API key, or - for standard input')
    .option('--sms-template <id>', 'the text message template whose message is ((message))')
    .option('--sms-sender <id>', "one of the service's text message senders, or none")
    .option('--email-template <id>', 'the e-mail template by which staff are told about campaigns, or none')
    .option('--service-name <name>', 'what GOV.UK Notify puts before every text, or none')
    .option(
      '--callback-token-file <file>',
      'a file that holds the bearer token of its callbacks, or - for standard input',
    )
    .option('--a-minute <number>', 'messages a minute at most', wholeNumber)
    .option('--texts-a-day <number>', 'text messages a day at most', wholeNumber)
    .option('--letters-a-day <number>', 'letters a day at most', wholeNumber)
    .option('--remove', 'forget it: messages go through the account of the environment, where there is one')
    .option('--test', 'ask GOV.UK Notify whether it takes the key and has the template; sends nothing')
    .action((slug: string, options: Options) =>
      withServices(async ({ organisations, notifyAccounts }) => {
        const { id, name } = await organisationCalled(organisations, slug)
        const by = { ...COMMAND_LINE, organisationId: id }
        const { remove, test, ...change } = options
        if (remove) await notifyAccounts.remove(by)
        else if (Object.keys(change).length > 0) {
          if (change.keyFile === '-' && change.callbackTokenFile === '-')
            throw new Error('Standard input can hold the key or the callback token, not both.')
          await notifyAccounts.set(by, await readChange(await notifyAccounts.settings(id), change))
        }
        for (const line of describeLines(name, await notifyAccounts.settings(id))) console.log(line)
        if (!test) return
        const { works, words } = await notifyAccounts.test(id)
        if (!works) throw new Error(words)
        console.log(words)
      }),
    )

  program
    .command('reseal-secrets')
    .description('seal every secret in the records under the first key of DOORSTEP_SECRET_KEY')
    .option('--key-lost', 'the key before is lost: seal and sign under the first one from now on')
    .action(({ keyLost = false }: { keyLost?: boolean }) =>
      withServices(
        async ({ database, secrets, identity, notifyAccounts }) => {
          if (keyLost) {
            await moveRecordsKey(database.executeSql, secrets)
            console.log('The first key is the key of these records from now on. ' + SECRETS_LOST)
            return
          }
          const count = (await identity.reseal()) + (await database.asSystem((tx) => notifyAccounts.reseal(tx)))
          await moveRecordsKey(database.executeSql, secrets)
          console.log(`Secrets sealed under the first key: ${count}. Keys after it are needed for the audit log alone.`)
        },
        { isUnchecked: keyLost },
      ),
    )
}

async function readChange(before: SendingSettings, options: Options) {
  const parsed = sendingChangeSchema.safeParse({
    notify_key: options.keyFile && (await readSecret(options.keyFile, 'key')),
    sms_template_id: options.smsTemplate ?? before.sms_template_id ?? '',
    sms_sender_id: options.smsSender === 'none' ? null : (options.smsSender ?? before.sms_sender_id),
    email_template_id: options.emailTemplate === 'none' ? null : options.emailTemplate,
    service_name: options.serviceName === 'none' ? null : options.serviceName,
    callback_token: options.callbackTokenFile && (await readSecret(options.callbackTokenFile, 'callback token')),
    messages_a_minute: options.aMinute ?? before.messages_a_minute,
    texts_a_day: options.textsADay ?? before.texts_a_day,
    letters_a_day: options.lettersADay ?? before.letters_a_day,
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${NAMES[String(issue?.path[0])] ?? 'An option'}: ${issue?.message ?? 'is not valid.'}`)
}

const NAMES: Readonly<Record<string, string>> = {
  notify_key: 'The key',
  sms_template_id: '--sms-template',
  sms_sender_id: '--sms-sender',
  email_template_id: '--email-template',
  service_name: '--service-name',
  callback_token: 'The callback token',
  messages_a_minute: '--a-minute',
  texts_a_day: '--texts-a-day',
  letters_a_day: '--letters-a-day',
}

function describeLines(name: string, settings: SendingSettings): string[] {
  const { account, key_ending, callback_token_ending, callback_url } = settings
  if (account !== 'own') {
    const through = { operator: 'the account of the environment', simulator: 'the simulator', none: 'nothing' }[account]
    return [`${name} has no account of its own: its messages go through ${through}.`]
  }
  const token = callback_token_ending === null ? 'not set' : `set, ends in …${callback_token_ending}`
  return [
    `${name} sends through its own account. Key: set, ends in …${key_ending}.`,
    `Callback token: ${token}. Register ${callback_url} with it at GOV.UK Notify.`,
  ]
}

function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Write a whole number.')
}
