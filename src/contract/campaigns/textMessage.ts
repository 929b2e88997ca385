/**
 * What GOV.UK Notify makes of a text message, by its published rules: white space is tidied, quotation marks, dashes
 * and most accents become plain, Welsh letters stay, anything else becomes "?".
 * https://www.notifications.service.gov.uk/pricing/text-messages
 */

/** GOV.UK Notify's limit, after personalisation and without the service's name. */
export const TEXT_MESSAGE_LIMIT = 918

/** 3GPP TS 23.038. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each counts twice. */
const EXTENSION = new Set('^{}\\[~]|€')
const GSM = new Set(Array.from(BASIC).concat(Array.from(EXTENSION)))
const WELSH = new Set(
  ['\u0300', '\u0301', '\u0308', '\u0302'].flatMap((accent) =>
    Array.from('aeiouwyAEIOUWY', (letter) => (letter + accent).normalize('NFC')),
  ),
)

const PLAIN: Readonly<Record<string, string>> = {
  '\u2011': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  Ł: 'L',
  ł: 'l',
}

const ZERO_WIDTH = new Set('\u180e\u200b\u200c\u200d\u2060\ufeff')
/** With the separators that Notify takes for spaces. */
const SPACE = /[\s\u001c-\u001f\u0085]/u
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u

const SEGMENTS = { gsm: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const

export interface SentText {
  /** As phones show it, after the service's name if set. */
  readonly text: string
  /** Without the service's name; see {@link TEXT_MESSAGE_LIMIT}. */
  readonly characters: number
  /** Charged messages; 0 when empty. */
  readonly segments: number
  /** Distinct letters that limit every segment to 67 characters instead of 153. */
  readonly welsh: readonly string[]
  /** Distinct written characters that become "?". */
  readonly lost: readonly string[]
}

/**
 * What Notify sends of a message, and how much of it is charged.
 * @param serviceName the account puts before every text
 */
export function sentText(message: string, serviceName?: string | null): SentText {
  const tidied = tidy(serviceName ? `${serviceName.trim()}: ${message}` : message)
  const text = encode(tidied)
  const written = [...tidied]
  const welsh = unique(written.filter((character) => WELSH.has(character) && !GSM.has(character)))
  const twice = welsh.length > 0 ? 0 : [...text].filter((character) => EXTENSION.has(character)).length
  const units = text.length + twice
  const { single, joined } = welsh.length > 0 ? SEGMENTS.unicode : SEGMENTS.gsm
  const alone = encode(tidy(message))
  return {
    text,
    characters: alone.length,
    segments: alone === '' ? 0 : units <= single ? 1 : Math.ceil(units / joined),
    welsh,
    lost: unique(written.filter((character) => plainOf(character) === undefined)),
  }
}

/** What to hand to Notify, so that it sends {@link sentText}: texts that it would change twice go as written. */
export function textForNotify(message: string, serviceName?: string | null): string {
  const { text } = sentText(message)
  const [once, again] = [sentText(message, serviceName), sentText(text, serviceName)]
  return again.text === once.text && again.segments === once.segments ? text : message
}

const unique = (characters: readonly string[]) => [...new Set(characters)]

const encode = (text: string) => [...text].map((character) => plainOf(character) ?? '?').join('')

function plainOf(character: string): string | undefined {
  if (GSM.has(character) || WELSH.has(character)) return character
  const base = baseOf(character)
  if (base === undefined) return PLAIN[character]
  return GSM.has(base) || WELSH.has(base) ? base : undefined
}

/** A character without its last accent; undefined without accents. */
function baseOf(character: string): string | undefined {
  const parts = [...character.normalize('NFD')]
  const composed = character.normalize('NFC')
  if (composed !== character) return composed
  return parts.length === 1 ? undefined : parts.slice(0, -1).join('').normalize('NFC')
}

function tidy(text: string): string {
  const words = (line: string) =>
    [...line]
      .filter((character) => !ZERO_WIDTH.has(character))
      .map((character) => (SPACE.test(character) ? ' ' : character))
      .join('')
      .split(' ')
      .filter((word) => word !== '')
  const lines = withoutSpaceBeforeStops(text)
    .split(LINE_END)
    .map((line) => words(line).join(' '))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Removes spaces and tabs before commas and full stops. */
function withoutSpaceBeforeStops(text: string): string {
  let kept = ''
  let spaces = ''
  for (const character of text) {
    if (character === ' ' || character === '\t') spaces += character
    else {
      kept += (character === ',' || character === '.' ? '' : spaces) + character
      spaces = ''
    }
  }
  return kept + spaces
}
