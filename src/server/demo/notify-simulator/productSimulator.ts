import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { receiveNotifyCallback } from '#contract/campaigns/notifyCallback'
import type { NotifyFetch, NotifySettings } from '../../clients/notify'
import type { Config } from '../../config'
import type { Database } from '../../db/database'
import { createDelivery } from './delivery'
import { makeKey } from './key'
import { databaseLedger, forgetUnknown } from './ledger'
import type { NotifySimulator } from './simulator'

export interface ProductSimulator {
  readonly settings: NotifySettings
  readonly callbackToken: string
  readonly checkAfterSeconds: readonly number[]
  callBack(app: FastifyInstance): void
  forgetUnknown(): Promise<unknown>
}

/** The simulator, outside production and where GOV.UK Notify has no key. */
export function productSimulator(
  { notify, production }: Pick<Config, 'notify' | 'production'>,
  database: Database,
): ProductSimulator | undefined {
  if (notify || production) return undefined
  const key = makeKey()
  const smsTemplateId = randomUUID()
  const callbackToken = randomBytes(32).toString('base64url')
  const ledger = databaseLedger(database)
  const delivery = createDelivery(ledger)
  let simulator: Promise<NotifySimulator> | undefined
  // Not before a message: commands send none, and its web server takes a fifth of a second to load.
  const open = async () => {
    const { createNotifySimulator } = await import('./simulator')
    return createNotifySimulator({ ledger, key, smsTemplateId, delivery })
  }
  const fetch: NotifyFetch = async (url, init) => (await (simulator ??= open())).fetch(url, init)
  return {
    settings: { url: 'http://notify-simulator', key: key.text, smsTemplateId, fetch },
    callbackToken,
    checkAfterSeconds: [3, 30, 300],
    forgetUnknown: () => forgetUnknown(database),
    callBack(app) {
      const delivering = delivery.deliverTo(async (receipt) => {
        const { method, path } = receiveNotifyCallback
        const headers = { authorization: `Bearer ${callbackToken}`, 'content-type': 'application/json' }
        const answer = await app.inject({ method, url: path, headers, payload: JSON.stringify(receipt) })
        return answer.statusCode === 200
      })
      app.addHook('onClose', () => delivering.stop())
    },
  }
}
