import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { receiveNotifyCallback } from '#contract/campaigns/notifyCallback'
import type { NotifySettings } from '../../clients/notify'
import type { Config } from '../../config'
import type { Database } from '../../db/database'
import { makeKey } from './key'
import { databaseLedger, forgetUnknown } from './ledger'
import { createNotifySimulator } from './simulator'

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
  const simulator = createNotifySimulator({ ledger: databaseLedger(database), key, smsTemplateId })
  return {
    settings: { url: 'http://notify-simulator', key: key.text, smsTemplateId, fetch: simulator.fetch },
    callbackToken,
    checkAfterSeconds: [3, 30, 300],
    forgetUnknown: () => forgetUnknown(database),
    callBack(app) {
      const delivering = simulator.deliverTo(async (receipt) => {
        const { method, path } = receiveNotifyCallback
        const headers = { authorization: `Bearer ${callbackToken}`, 'content-type': 'application/json' }
        const answer = await app.inject({ method, url: path, headers, payload: JSON.stringify(receipt) })
        return answer.statusCode === 200
      })
      app.addHook('onClose', () => delivering.stop())
    },
  }
}
