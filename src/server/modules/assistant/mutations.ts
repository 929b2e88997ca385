/** Soft, nasal and aspirate mutations. */
const MUTATIONS: readonly (readonly [first: string, ...mutated: string[]])[] = [
  ['ll', 'l'],
  ['rh', 'r'],
  ['p', 'b', 'mh', 'ph'],
  ['t', 'd', 'nh', 'th'],
  ['c', 'g', 'ngh', 'ch'],
  ['b', 'f', 'm'],
  ['d', 'dd', 'n'],
  ['g', '', 'ng'],
  ['m', 'f'],
]
const UNCHANGED = ['ch', 'dd', 'ff', 'ng', 'ph', 'th']

/** A Welsh phrase, unmutated and with its first word mutated. */
export function listMutations(phrase: string): string[] {
  if (UNCHANGED.some((first) => phrase.startsWith(first))) return [phrase]
  const [first = '', ...mutated] = MUTATIONS.find(([letter]) => phrase.startsWith(letter)) ?? []
  return [phrase, ...mutated.map((letter) => letter + phrase.slice(first.length))]
}
