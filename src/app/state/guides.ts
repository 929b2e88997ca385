export type GuideSlug =
  | 'find-households'
  | 'text-campaign'
  | 'letter-campaign'
  | 'replies'
  | 'month'
  | 'rights'
  | 'visit-round'
  | 'report'
  | 'people'
  | 'words'

/** The first that fits decides. */
const GUIDE_OF: readonly (readonly [screens: RegExp, slug: GuideSlug])[] = [
  [/^\/(streetview|filters|trends|$)/, 'find-households'],
  [/^\/campaigns\/(\d|results)/, 'report'],
  [/^\/campaigns\/templates$/, 'letter-campaign'],
  [/^\/campaigns/, 'text-campaign'],
  [/^\/settings\/(data$|months)/, 'month'],
  [/^\/settings\/rights/, 'rights'],
  [/^\/settings/, 'people'],
  [/^\/replies/, 'replies'],
  [/^\/visits/, 'visit-round'],
]

/** A guide's address. */
export const helpPath = (slug: GuideSlug): string => `/help/${slug}`

/** The address of a screen's guide; without one, of the list of all. */
export function findHelp(pathname: string): string {
  const found = GUIDE_OF.find(([screens]) => screens.test(pathname))
  return found ? helpPath(found[1]) : '/help'
}
