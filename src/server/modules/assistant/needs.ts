/** Benefits for a need where a question names none: "a resident of 71 needs help washing". */
import { areOfPensionAge } from './phrasing'
import { CARE, CARING, FOOD, LOW_INCOME } from './vocabulary'

/** For any age only where the question asks for a benefit: "and the vitamins" does not. */
type Need = { readonly meaning: string } & (
  { readonly ofPensionAge: string; readonly ofWorkingAge: string } | { readonly ofAnyAge: string }
)

/** The first match wins: a carer of somebody disabled is a carer. */
const NEEDS: readonly Need[] = [
  { meaning: CARING, ofAnyAge: "Carer's Allowance" },
  { meaning: CARE, ofPensionAge: 'Attendance Allowance', ofWorkingAge: 'Personal Independence Payment' },
  { meaning: LOW_INCOME, ofPensionAge: 'Pension Credit', ofWorkingAge: 'Universal Credit' },
  { meaning: FOOD, ofAnyAge: 'Healthy Start' },
]

/**
 * @param meanings of the question's words
 * @param ages empty where only State Pension age is mentioned, or none
 */
export function findNeed(meanings: readonly (readonly string[])[], ages: readonly number[], asksWhich: boolean) {
  const all = meanings.map((meaning) => meaning.join(' '))
  const isAged = ages.length > 0 ? areOfPensionAge(ages) : all.includes('state pension age')
  const isAgeKnown = ages.length > 0 || isAged
  const says = ({ meaning }: Need) => all.some((one) => one.startsWith(meaning))
  for (const need of NEEDS) {
    if (!says(need)) continue
    if ('ofPensionAge' in need) {
      if (isAgeKnown) return { title: isAged ? need.ofPensionAge : need.ofWorkingAge, meaning: need.meaning }
      continue
    }
    // The age may be the cared-for person's.
    if (asksWhich && (need.meaning !== CARING || !isAgeKnown)) return { title: need.ofAnyAge, meaning: need.meaning }
  }
  return undefined
}

const ASKING = new Set('what which any anything there beth pa'.split(' '))
const FOR = new Set(
  'benefit benefits claim apply payment payments help money support card voucher vouchers called point put suggest get it hawlio'.split(
    ' ',
  ),
)
/** Words between the two. */
const REACH = 5

/** "What can she claim": the rest describes the person. */
export const asksWhichBenefit = (words: readonly string[]): boolean =>
  words.some(
    (word, place) => ASKING.has(word) && words.slice(place + 1, place + 1 + REACH).some((next) => FOR.has(next)),
  )
