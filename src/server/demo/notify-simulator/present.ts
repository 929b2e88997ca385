import type { SimulatedMessage } from './ledger'

/** As in Notify's API. */
export const asNotification = (message: SimulatedMessage) => ({
  id: message.id,
  reference: message.reference,
  type: message.type,
  status: message.status,
  body: message.type === 'sms' ? message.body : '',
  ...(message.phoneNumber === null ? {} : { phone_number: message.phoneNumber }),
  ...(message.type === 'letter' ? { postage: 'second' } : {}),
  created_at: message.createdAt.toISOString(),
})
