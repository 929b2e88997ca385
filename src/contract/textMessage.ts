/**
 * Policy: how a text message is counted (3GPP TS 23.038, the GSM 7-bit default alphabet and its extension, whose
 * characters count twice). One character outside the alphabet makes the whole message UCS-2, whose segments hold
 * less than half as much. A message of several segments gives seven octets of each to their joining.
 */

/** Also GOV.UK Notify's limit. Characters after personalisation. */
export const TEXT_MESSAGE_LIMIT = 918

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENSION = new Set('\f^{}\\[~]|€')

const SEGMENTS = { gsm: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const

export interface TextMessageSize {
  /** As people count them. */
  readonly characters: number
  /** How many messages the network charges for; 0 for an empty one. */
  readonly segments: number
  /** Characters outside the GSM alphabet, each once, in order of appearance. */
  readonly outsideGsm: readonly string[]
}

/** Counts a text message. */
export function textMessageSize(text: string): TextMessageSize {
  const characters = [...text]
  const outsideGsm = [...new Set(characters.filter((character) => !BASIC.has(character) && !EXTENSION.has(character)))]
  const units =
    outsideGsm.length > 0
      ? text.length
      : characters.reduce((sum, character) => sum + (EXTENSION.has(character) ? 2 : 1), 0)
  const { single, joined } = outsideGsm.length > 0 ? SEGMENTS.unicode : SEGMENTS.gsm
  return {
    characters: characters.length,
    segments: units === 0 ? 0 : units <= single ? 1 : Math.ceil(units / joined),
    outsideGsm,
  }
}
