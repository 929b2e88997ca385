/**
 * Finds contacts by a caller's words. Row-level security rules out text indexes, since their operators may leak: scans an
 * organisation's folded texts, first for letters alone.
 */
import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { contacts } from '../../../db/schema'
import { readLastDigits } from './contactRules'

const SHORT_FORMS = [
  ['ave', 'avenue'],
  ['ct', 'court'],
  ['gdns', 'gardens'],
  ['ln', 'lane'],
  ['rd', 'road'],
  ['sq', 'square'],
  ['st', 'saint'],
  ['st', 'street'],
  ['tce', 'terrace'],
] as const

/** From this length on letters may span words: "obrien" finds O’Brien. */
const FEWEST_ACROSS_WORDS = 4
const FEWEST_DIGITS = 4
/** Fewer are looked for as a whole word: "ng" finds Ng, not Nguyen. */
const FEWEST_OF_A_BEGINNING = 3

/** Only whole: "dsa" finds D’Sa. */
const SHORT_NAME = /^[a-z]{3}$/

const OUTWARD_CODE = /^[a-z]{1,2}\d[a-z0-9]?$/
const HOUSE_NUMBER = /^[1-9]\d{0,3}$/
/** A British mobile number as people write it. */
const MOBILE = /(?<![\w-])(?:(?:\+|00)44[ -]?(?:\(0\)[ -]?)?|0)7(?:[ -]?\d){9}(?![\w-])/
const NUMBER_WITH_LETTER = /^(\d+)([a-z])$/

const folded = z.object({ word: z.string() })

/**
 * All words, in any order, in name, address, postcode, number or reference.
 * @param isPlaceShown false: addresses are not searched, because the role does not see exact places
 */
export async function queryContacts(
  tx: Tx,
  organisationId: string,
  written: string,
  { isPlaceShown, limit }: { readonly isPlaceShown: boolean; readonly limit: number },
) {
  const { mobile, others } = setMobileApart(inPlainSigns(written))
  const parts = sql.param(others.split(/\s+/))
  const rows = parseRows(
    await tx.execute(sql`select trim(fold_for_search(part)) as word from unnest(${parts}::text[]) part`),
    folded,
  )
  const words = rows.map(({ word }) => word).filter((word) => word !== '')
  if (words.length === 0) return []
  const text = isPlaceShown ? sql`contacts.search_text` : sql`split_part(contacts.search_text, '|', 1)`
  return tx
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.organisationId, organisationId),
        mobile === undefined ? undefined : contains(text, ` ${mobile}`),
        or(hasLetters(words), hasNumber(sql`contacts.search_text`, others, words)),
        or(hasWords(text, words), hasNumber(text, others, words)),
      ),
    )
    .orderBy(asc(contacts.householdReference))
    .limit(limit)
}

/** What {@link hasWords} finds and more, in a fraction of its time. */
const hasLetters = (words: readonly string[]) =>
  and(
    ...words
      .toSorted((one, other) => other.length - one.length)
      .map((word) =>
        or(...[word, ...readOtherForms(word)].map((form) => contains(sql`contacts.search_text`, joined(form)))),
      ),
  )

/** As a keyboard has them: what is pasted from word processors and chats has others. */
const inPlainSigns = (written: string) =>
  written.replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '').replaceAll(/\p{Dash}/gu, '-')

/** A number that stands beside other words: many households may have it. */
function setMobileApart(written: string): { readonly mobile?: string; readonly others: string } {
  const found = MOBILE.exec(written)?.[0]
  const others = found === undefined ? '' : written.replace(found, ' ').trim()
  if (found === undefined || others === '') return { others: written }
  return { mobile: found.replaceAll(/\D/g, '').slice(-10), others }
}

const hasWords = (text: SQL, words: readonly string[]) =>
  and(...words.map((word, at) => hasWord(text, word, joined(words[at - 1] ?? ''), joined(words[at + 1] ?? ''))))

/** In half the time of LIKE. */
const contains = (text: SQL, part: string) => sql`strpos(${text}, ${part}) > 0`

const joined = (word: string) => word.replaceAll(' ', '')

function hasWord(text: SQL, word: string, before: string, after: string): SQL | undefined {
  const begins = (part: string) => contains(text, ` ${part}`)
  // House 1 is not house 12, nor 1AB of a postcode.
  if (HOUSE_NUMBER.test(word) && before + after !== '' && !OUTWARD_CODE.test(before))
    return or(
      sql`${text} ~ ${` ${word}[a-z]{0,${word.length === 1 ? 1 : 2}} `}`,
      begins(after === '' ? `${before} ${word}` : word + after),
    )
  const [, digits, letter] = NUMBER_WITH_LETTER.exec(word) ?? []
  if (before + after === '' && word.length < FEWEST_OF_A_BEGINNING) return contains(text, ` ${word} `)
  const letters = joined(word)
  const isAcross = letters.length >= FEWEST_ACROSS_WORDS && /[^\d]/.test(letters)
  const spaced = [...letters].join(' ?')
  return or(
    begins(word),
    begins(letters),
    before === '' ? undefined : begins(before + word),
    after === '' ? undefined : begins(word + after),
    digits === undefined ? undefined : contains(text, ` ${digits} ${letter} `),
    isAcross ? sql`${text} ~ ${` ${spaced}`}` : SHORT_NAME.test(letters) ? sql`${text} ~ ${` ${spaced} `}` : undefined,
    ...readOtherForms(word).map((form) => contains(text, ` ${form} `)),
  )
}

const readOtherForms = (word: string): string[] =>
  SHORT_FORMS.flatMap(([short, long]) => (word === short ? [long] : word === long ? [short] : []))

function hasNumber(text: SQL, written: string, words: readonly string[]): SQL | undefined {
  const digits = readLastDigits(written) ?? readDigits(joined(words.join('')))
  return digits === undefined || digits.length < FEWEST_DIGITS ? undefined : contains(text, ` ${digits}`)
}

const readDigits = (typed: string): string | undefined =>
  /^\d+$/.test(typed) ? typed.replace(/^(?:00)?44(?=\d)/, '').replace(/^0/, '') : undefined
