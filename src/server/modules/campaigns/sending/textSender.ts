import type { NotifyClient } from '../../../clients/notify'

/** Notes the name or number that GOV.UK Notify reports. */
export function noteSender(
  sendText: NotifyClient['sendText'],
  save: (textsFrom: string) => Promise<unknown>,
): NotifyClient['sendText'] {
  let noted: string | undefined
  return async (text) => {
    const sent = await sendText(text)
    if (sent.kind !== 'accepted' || sent.textsFrom === undefined || sent.textsFrom === noted) return sent
    noted = sent.textsFrom
    // The text is out in any case; the next one notes it.
    await save(noted).catch(() => (noted = undefined))
    return sent
  }
}

/** A name takes no replies. */
export const isNumber = (textsFrom: string): boolean => /^\+?[\d ]+$/.test(textsFrom)
