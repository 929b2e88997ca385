import { IMPACT_THEMES, type ImpactTheme } from '#contract/campaigns'

/**
 * The impact theme that an address names.
 * @throws Error for an unknown one: the error screen shows it.
 */
export function themeOf(slug: string | undefined): ImpactTheme | undefined {
  if (slug === undefined || isTheme(slug)) return slug
  throw new Error(`There is no campaign theme called “${slug}”.`)
}

const isTheme = (slug: string): slug is ImpactTheme => Object.hasOwn(IMPACT_THEMES, slug)
