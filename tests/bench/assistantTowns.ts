/** Towns and authorities of each nation, asked about from councils of the other three. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { NATIONS } from '../../src/server/modules/assistant/notes'
import type { Search } from '../../src/server/modules/assistant/search'

const townsSchema = z.record(z.enum(NATIONS), z.string())

/** The towns for which the first passage is another nation's. */
export async function askAboutTowns(search: Search): Promise<{ asked: number; wrong: string[] }> {
  const file = await readFile(new URL('assistantTowns.json', import.meta.url), 'utf8')
  const towns = townsSchema.parse(JSON.parse(file))
  const questions = NATIONS.flatMap((nation) =>
    towns[nation].split(', ').map((town, place) => {
      const others = NATIONS.filter((other) => other !== nation)
      return { town, nation, council: others[place % others.length] }
    }),
  )
  const wrong = questions.filter(({ town, nation, council }) => {
    const [first] = search(`Who gets free school meals in ${town}?`, { nation: council }).passages
    return first?.note.name !== 'free-school-meals' || first.section.heading !== `Who can get them in ${nation}`
  })
  return { asked: questions.length, wrong: wrong.map(({ town, council }) => `${town} from ${council}`) }
}
