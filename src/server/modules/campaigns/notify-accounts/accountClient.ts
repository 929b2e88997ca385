import type { NotifyClient, NotifyEmails } from '../../../clients/notify'
import { createNotifyClient } from '../../../clients/notifyClient'
import type { Config } from '../../../config'
import { SecretLost, type Secrets } from '../../../lib/secrets'
import type * as repo from './repo'

/** What the key is sealed for. */
export const sealPlace = (organisationId: string) => `notify key of ${organisationId}`

export interface AccountSecrets {
  readonly secrets: Secrets
  readonly config: Pick<Config, 'notifyUrl'>
}

type Row = Pick<repo.NotifyAccountRow, 'organisationId' | 'notifyKey' | 'smsTemplateId'> &
  Partial<Pick<repo.NotifyAccountRow, 'smsSenderId'>>

/** Undefined when its key cannot be opened. */
export function openAccountClient(
  { organisationId, notifyKey, smsTemplateId, smsSenderId }: Row,
  { secrets, config }: AccountSecrets,
): (NotifyClient & NotifyEmails) | undefined {
  try {
    const key = secrets.open(notifyKey, sealPlace(organisationId))
    return createNotifyClient({ url: config.notifyUrl, key, smsTemplateId, smsSenderId: smsSenderId ?? undefined })
  } catch (error) {
    if (error instanceof SecretLost) return undefined
    throw error
  }
}
