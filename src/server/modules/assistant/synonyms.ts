/** synonyms.json (docs/operating.md#policy-notes): what people say, and what the notes call it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'
import { listMutations } from './mutations'

export interface Synonym {
  readonly phrase: string
  /** Empty: the phrase tells nothing of what is asked. */
  readonly meaning: string
}

const WELSH = 'cy:'
const BUILT_IN = join(packageRoot, 'src/server/modules/assistant')
const FILE = 'synonyms.json'
const lineSchema = z.tuple([z.string().min(1).max(2000), z.string().max(200)])

/** Ours and the operator's. @throws Error naming file and line */
export async function loadSynonyms(operatorFolder?: string): Promise<Synonym[]> {
  const ours = readSynonyms(join(BUILT_IN, FILE), await readFile(join(BUILT_IN, FILE), 'utf8'))
  if (operatorFolder === undefined) return ours
  const path = join(operatorFolder, FILE)
  return existsSync(path) ? [...ours, ...readSynonyms(path, await readFile(path, 'utf8'))] : ours
}

/** Each line by itself, so that a slip is found by its number. */
function readSynonyms(path: string, file: string): Synonym[] {
  return file.split('\n').flatMap((line, index) => {
    const text = line.trim().replace(/,$/, '')
    if (['', '[', ']'].includes(text)) return []
    const entry = lineSchema.safeParse(parseJson(text))
    if (!entry.success)
      throw new Error(`The synonyms ${path} cannot be used: line ${index + 1} is not ["phrases", "meaning"].`)
    const [phrases, meaning] = entry.data
    const isWelsh = phrases.startsWith(WELSH)
    return (isWelsh ? phrases.slice(WELSH.length) : phrases)
      .split(',')
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== '')
      .flatMap((phrase) => (isWelsh ? listMutations(phrase) : [phrase]))
      .map((phrase) => ({ phrase, meaning }))
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
