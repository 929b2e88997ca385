/** 3GPP TS 23.038: extension characters count twice, and one character outside GSM 7-bit makes it all UCS-2. */

/** GOV.UK Notify's limit, after personalisation. */
export const TEXT_MESSAGE_LIMIT = 918

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENSION = new Set('\f^{}\\[~]|€')

const SEGMENTS = { gsm: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const

export interface TextMessageSize {
  /** Code points. */
  readonly characters: number
  /** Charged messages; 0 when empty. */
  readonly segments: number
  /** Deduplicated, in order. */
  readonly outsideGsm: readonly string[]
}

/** Counts a text message's characters and segments. */
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
