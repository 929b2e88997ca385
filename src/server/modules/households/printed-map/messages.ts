import { z } from 'zod'
import type { WardRow } from './mapPdf'
import type { PageContent } from './page'
import { FIGURE_WORDS, type PublishedWardFigures, type WardFigure } from './wardFigures'

/** Functions cannot be sent. */
interface SentFigures extends Omit<PublishedWardFigures, 'valueOf' | 'inWords'> {
  readonly values: ReadonlyMap<string, WardFigure>
}

type MapOf<View extends 'ward' | 'household'> = Extract<PageContent['map'], { view: View }>

export interface SentContent extends Omit<PageContent, 'map'> {
  readonly map: MapOf<'household'> | (Omit<MapOf<'ward'>, 'figures'> & { readonly figures: SentFigures })
}

export interface PageToDraw {
  readonly content: SentContent
  readonly made: Date
  /** For a PDF; null: a page for the browser to draw. */
  readonly rows: readonly WardRow[] | null
}

/** A PDF, or a page's parts as JSON. */
export const drawnSchema = z.union([z.object({ drawn: z.instanceof(Uint8Array) }), z.object({ failed: z.string() })])
export type Drawn = z.infer<typeof drawnSchema>

/** Makes content fit to be sent to a thread. */
export function sendable(content: PageContent): SentContent {
  const { map } = content
  if (map.view !== 'ward') return { ...content, map }
  const { valueOf, inWords: _, ...figures } = map.figures
  const values = new Map(content.wards.map(({ code }) => [code, valueOf(code)]))
  return { ...content, map: { ...map, figures: { ...figures, values } } }
}

/** The content that was sent. */
export function received(content: SentContent): PageContent {
  const { map } = content
  if (map.view !== 'ward') return { ...content, map }
  const { values, ...figures } = map.figures
  const readValue = (code: string) => values.get(code) ?? null
  return {
    ...content,
    map: { ...map, figures: { ...figures, valueOf: readValue, inWords: FIGURE_WORDS[figures.kind] } },
  }
}
