/** docs/product.md#filter-panel */
import { isRangeType, type Filter, type FilterCategory, type FilterValue, type Subcategory } from './filters'

interface SearchedFilter {
  readonly filter: Filter
  readonly category: FilterCategory
  readonly subcategory: Subcategory
}

export interface FoundFilter<Searched> {
  readonly found: Searched
  /** None: the filter itself. */
  readonly values: readonly FilterValue[]
}

/** Thousands of postcodes may begin alike. */
const MOST = 20

type Words = string[]

interface Candidate<Searched> extends FoundFilter<Searched> {
  readonly names: readonly Words[]
  readonly context: Words
}

/** Searches names, everyday words and descriptions, best first; without words: all, in order. */
export function createFilterSearch<Searched extends SearchedFilter>(filters: readonly Searched[]) {
  const candidates = filters.flatMap(listCandidates)
  return (query: string): FoundFilter<Searched>[] => {
    const wanted = readWords(query)
    if (wanted.length === 0) return candidates.filter(({ values }) => values.length === 0)
    const hits = candidates
      .map((candidate) => ({ candidate, score: score(candidate, wanted) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
    const isHeldWhole = hits.some((hit) => hit.score >= 1)
    return hits
      .filter((hit) => !isHeldWhole || hit.score >= 1)
      .slice(0, MOST)
      .map(({ candidate }) => candidate)
  }
}

/** Each word asked for must begin a word of the name. */
export function findByName<Named extends { readonly name: string }>(named: readonly Named[], query: string): Named[] {
  const wanted = readWords(query)
  if (wanted.length === 0) return []
  return named.filter(({ name }) => wanted.every((word) => isBegun(word, readWords(name))))
}

function listCandidates<Searched extends SearchedFilter>(found: Searched): Candidate<Searched>[] {
  const { filter, category, subcategory } = found
  const place = [subcategory.display_name, category.display_name, filter.description, subcategory.description]
  const name = readWords(filter.display_name)
  const candidates = new Map([['', { found, values: NO_VALUES, names: [name], context: place.flatMap(readWords) }]])
  const named = isRangeType(filter.type) || isFlag(filter) ? [] : filter.filter_values
  for (const { words, filter_values: values } of [
    ...named.map((value) => ({ words: [value.display_name], filter_values: [value] })),
    ...(filter.everyday_words ?? []),
  ]) {
    const key = values.map((value) => value.name).join(' ')
    const names = [...(candidates.get(key)?.names ?? []), ...words.map(readWords)]
    candidates.set(key, { found, values, context: name, ...candidates.get(key), names })
  }
  return [...candidates.values()]
}

const NO_VALUES: readonly FilterValue[] = []

/** "Yes" and "No" name nothing. */
const isFlag = ({ filter_values: [first] }: Filter) => first?.name === 'true'

/** 3 to 4: begins like a name; 2 to 3: contains a name; 1: all words found; below: some. */
function score({ names, context, values }: Candidate<unknown>, wanted: Words): number {
  const ofNames = names.map((name) => {
    if (wanted.every((word) => isBegun(word, name))) return 3 + Math.min(1, computeLength(wanted) / computeLength(name))
    return name.length > 0 && name.every((word) => wanted.includes(word))
      ? 2 + computeLength(name) / computeLength(wanted)
      : 0
  })
  const best = Math.max(...ofNames)
  if (best > 0) return best
  const own = names.flat()
  // A filter's own name does not ask for a value.
  if (values.length > 0 && !wanted.some((word) => isBegun(word, own))) return 0
  const all = [...own, ...context]
  return computeLength(wanted.filter((word) => isBegun(word, all))) / computeLength(wanted)
}

/** Numbers are whole: 5 does not begin 50. */
const isBegun = (word: string, words: Words) =>
  words.some((other) => (/^\p{N}/u.test(word) ? other === word : other.startsWith(word)))

const computeLength = (words: Words) => words.join('').length

const LITTLE = new Set(
  'a an and are as at be for from has have having her his in is it of on or s that the their they to who with'.split(
    ' ',
  ),
)

function readWords(text: string): Words {
  const plain = text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
  const words = (plain.match(/\p{L}+|\p{N}+/gu) ?? []).map(makeSingular)
  const telling = words.filter((word) => !LITTLE.has(word))
  return telling.length > 0 ? telling : words
}

function makeSingular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  return word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
