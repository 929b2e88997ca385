/**
 * GOV.UK Notify's rules: white space is tidied, quotation marks, dashes and most accents become plain, Welsh letters
 * stay, the rest becomes "?". https://www.notifications.service.gov.uk/pricing/text-messages
 */

/** After personalisation, without the service's name. */
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
/** With separators that Notify takes for spaces. */
const SPACE = /[\s\u001c-\u001f\u0085]/u
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u

const SEGMENTS = { gsm: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const

export interface SentText {
  /** As phones show it, after any service name. */
  readonly text: string
  /** Without the service's name; see {@link TEXT_MESSAGE_LIMIT}. */
  readonly characters: number
  /** Charged messages; 0 when empty. */
  readonly segments: number
  /** Letters that limit every segment to 67 characters instead of 153. */
  readonly welsh: readonly string[]
  /** Characters that become "?". */
  readonly lost: readonly string[]
}

/** What Notify sends and charges. @param serviceName put before every text */
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
    lost: unique(written.filter((character) => findPlainCharacter(character) === undefined)),
  }
}

/** What to hand over so that Notify sends {@link sentText}. */
export function textForNotify(message: string, serviceName?: string | null): string {
  const { text } = sentText(message)
  const [once, again] = [sentText(message, serviceName), sentText(text, serviceName)]
  return again.text === once.text && again.segments === once.segments ? text : message
}

const unique = (characters: readonly string[]) => [...new Set(characters)]

const encode = (text: string) => [...text].map((character) => findPlainCharacter(character) ?? '?').join('')

function findPlainCharacter(character: string): string | undefined {
  if (GSM.has(character) || WELSH.has(character)) return character
  const base = findBaseCharacter(character)
  if (base === undefined) return PLAIN[character]
  return GSM.has(base) || WELSH.has(base) ? base : undefined
}

/** Drops the last accent; undefined without accents. */
function findBaseCharacter(character: string): string | undefined {
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
