/** Towns and authorities of each nation, asked about from councils of the other three. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { loadNotes, NATIONS, type Nation } from '../../src/server/modules/assistant/notes'
import { createRetrieval } from '../../src/server/modules/assistant/retrieval'

const townsSchema = z.record(z.enum(NATIONS), z.string())

/** The questions whose answer is not for the town's nation, nor asks which town of that name is meant. */
export async function askAboutTowns(): Promise<{ asked: number; wrong: string[] }> {
  const file = await readFile(new URL('assistantTowns.json', import.meta.url), 'utf8')
  const towns = townsSchema.parse(JSON.parse(file))
  const retrieval = createRetrieval(await loadNotes())
  const questions = NATIONS.flatMap((nation) =>
    towns[nation].split(', ').map((town, place) => {
      const others = NATIONS.filter((other) => other !== nation)
      return { town, nation, council: others[place % others.length] }
    }),
  )
  const wrong = questions.filter(({ town, nation, council }) => {
    const { passages, asked, unclear } = retrieval.find(`Who gets free school meals in ${town}?`, { nation: council })
    const isAskedBack = unclear !== undefined && 'place' in unclear
    return !isAskedBack && !(isOnly(asked.nations, nation) && passages[0]?.section.heading === nation)
  })
  return { asked: questions.length, wrong: wrong.map(({ town, council }) => `${town} from ${council}`) }
}

const isOnly = (nations: readonly Nation[], nation: Nation): boolean => nations.length === 1 && nations[0] === nation
