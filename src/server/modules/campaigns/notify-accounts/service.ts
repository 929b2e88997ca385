/** docs/product.md#sending-by-organisation */
import { createHash } from 'node:crypto'
import type { SendingChange, SendingSettings } from '#contract/campaigns/notifyAccounts'
import { receiveNotifyCallback, receiveText } from '#contract/campaigns/notifyCallback'
import type { NotifyClient, NotifyEmails } from '../../../clients/notify'
import type { Config } from '../../../config'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Secrets } from '../../../lib/secrets'
import type { Actor, AuditService } from '../../organisations/audit/service'
import { createMessageSettings } from './messageSettings'
import { createBudgets } from './budget'
import { testKey, type KeyTest } from './keyTests'
import { openAccountClient, sealPlace } from './accountClient'
import * as repo from './repo'

export interface NotifyAccount {
  /** Other settings are another account. */
  readonly version: string
  /** Undefined when its key cannot be opened. */
  readonly notify: NotifyClient | undefined
  readonly limits: AccountLimits
  readonly serviceName: string | null
}

/** Null: Notify's own. */
export type AccountLimits = Pick<repo.NotifyAccountRow, 'messagesAMinute' | 'textsADay' | 'lettersADay'>

export interface StaffEmails {
  readonly notify: Pick<NotifyClient & NotifyEmails, 'sendEmail' | 'findByReference'>
  readonly templateId: string
}

interface Dependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly secrets: Secrets
  readonly config: Pick<Config, 'notifyUrl' | 'publicUrl'>
  readonly fallback:
    | {
        readonly account: 'operator' | 'simulator'
        readonly notify: NotifyClient & NotifyEmails
        readonly serviceName?: string | undefined
      }
    | undefined
}

export type NotifyAccountsService = ReturnType<typeof createNotifyAccountsService>

/** Sending settings by organisation. */
export function createNotifyAccountsService({ database, audit, secrets, config, fallback }: Dependencies) {
  const present = (row: repo.NotifyAccountRow | undefined) => presentAccount(row, { fallback, config })

  const find = (organisationId: string) =>
    database.forOrganisation(organisationId, (tx) => repo.findAccount(tx, organisationId))

  return {
    ...createMessageSettings({ database, audit }),
    ...createBudgets({
      database,
      audit,
      sharesAccount: async (tx, organisationId) =>
        fallback?.account === 'operator' && (await repo.findAccount(tx, organisationId)) === undefined,
    }),

    settings: async (organisationId: string) => present(await find(organisationId)),

    /** @throws Fault 409 for another organisation's callback token */
    async set(by: Actor, change: SendingChange): Promise<SendingSettings> {
      const { organisationId } = by
      if (change.callback_token) {
        const hash = hashToken(change.callback_token)
        const owner = await database.asSystemWithoutTransaction((tx) => repo.findOrganisationOfToken(tx, hash))
        if (owner !== undefined && owner !== organisationId)
          throw conflict('Choose another callback token: this one cannot be used.', 'token_taken')
      }
      return database.forOrganisation(organisationId, async (tx) => {
        const row = applyChange(organisationId, await repo.findAccount(tx, organisationId), change, secrets)
        await repo.saveAccount(tx, row)
        const what = ['settings', change.notify_key && 'key', change.callback_token !== undefined && 'callback token']
        await audit.recordIn(tx, by, 'sending_settings', what.filter(Boolean).join(', '))
        return present(row)
      })
    },

    remove: (by: Actor): Promise<SendingSettings> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        if (await repo.removeAccount(tx, by.organisationId)) await audit.recordIn(tx, by, 'sending_settings', 'removed')
        return present(undefined)
      }),

    /** Sends nothing. */
    async test(organisationId: string): Promise<KeyTest> {
      const row = await find(organisationId)
      if (!row && !fallback) return { works: false, words: 'There is no key to test.' }
      return testKey(row ? openAccountClient(row, { secrets, config }) : fallback?.notify, row?.emailTemplateId)
    },

    /** Undefined without an own account, its template or its key. */
    async emails(organisationId: string): Promise<StaffEmails | undefined> {
      const row = await find(organisationId)
      const notify = row && openAccountClient(row, { secrets, config })
      return notify && row.emailTemplateId !== null ? { notify, templateId: row.emailTemplateId } : undefined
    },

    /** Undefined without its own. */
    async account(organisationId: string): Promise<NotifyAccount | undefined> {
      const row = await find(organisationId)
      const version = `${organisationId} ${row?.changedAt.getTime()}`
      return (
        row && {
          version,
          notify: openAccountClient(row, { secrets, config }),
          limits: row,
          serviceName: row.serviceName,
        }
      )
    },

    serviceName: async (organisationId: string): Promise<string | null> =>
      present(await find(organisationId)).service_name,

    organisationOfToken: (token: string): Promise<string | undefined> =>
      database.asSystemWithoutTransaction((tx) => repo.findOrganisationOfToken(tx, hashToken(token))),

    async reseal(tx: Tx): Promise<number> {
      const outdated = (await repo.listKeys(tx)).filter(({ notifyKey }) => secrets.isOutdated(notifyKey))
      for (const { organisationId, notifyKey } of outdated) {
        const place = sealPlace(organisationId)
        await repo.saveKey(tx, organisationId, secrets.seal(secrets.open(notifyKey, place), place))
      }
      return outdated.length
    },
  }
}

const presentAccount = (
  row: repo.NotifyAccountRow | undefined,
  { fallback, config }: Pick<Dependencies, 'fallback' | 'config'>,
): SendingSettings => ({
  account: row ? 'own' : (fallback?.account ?? 'none'),
  key_ending: row?.keyEnding ?? null,
  sms_template_id: row?.smsTemplateId ?? null,
  sms_sender_id: row?.smsSenderId ?? null,
  email_template_id: row?.emailTemplateId ?? null,
  service_name: (row ? row.serviceName : fallback?.serviceName) ?? null,
  callback_token_ending: row?.callbackTokenEnding ?? null,
  callback_url: config.publicUrl + receiveNotifyCallback.path,
  received_texts_url: config.publicUrl + receiveText.path,
  messages_a_minute: row?.messagesAMinute ?? null,
  texts_a_day: row?.textsADay ?? null,
  letters_a_day: row?.lettersADay ?? null,
})

function applyChange(
  organisationId: string,
  before: repo.NotifyAccountRow | undefined,
  change: SendingChange,
  secrets: Secrets,
): repo.NotifyAccountRow {
  const { notify_key: key, callback_token: token } = change
  const kept =
    key === undefined ? before : { notifyKey: secrets.seal(key, sealPlace(organisationId)), keyEnding: key.slice(-4) }
  if (!kept) throw invalidInput({ notify_key: 'Write the key of your service of GOV.UK Notify.' })
  const { callbackTokenHash = null, callbackTokenEnding = null } =
    token === undefined
      ? (before ?? {})
      : token === null
        ? {}
        : { callbackTokenHash: hashToken(token), callbackTokenEnding: token.slice(-4) }
  return {
    organisationId,
    notifyKey: kept.notifyKey,
    keyEnding: kept.keyEnding,
    smsTemplateId: change.sms_template_id,
    smsSenderId: change.sms_sender_id,
    emailTemplateId:
      change.email_template_id === undefined ? (before?.emailTemplateId ?? null) : change.email_template_id,
    serviceName: change.service_name === undefined ? (before?.serviceName ?? null) : change.service_name,
    callbackTokenHash,
    callbackTokenEnding,
    messagesAMinute: change.messages_a_minute,
    textsADay: change.texts_a_day,
    lettersADay: change.letters_a_day,
    changedAt: new Date(),
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
