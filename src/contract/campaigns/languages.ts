import type { Language } from '../households/languages'

/** `who_prefers_it`: instead of the original; `everybody`: both in one text. */
export const TRANSLATED_FOR = ['who_prefers_it', 'everybody'] as const
export type TranslatedFor = (typeof TRANSLATED_FOR)[number]

/** Welsh first, as the Welsh Language Standards ask. */
export const inBothLanguages = (one: LanguageText, other: LanguageText): string =>
  (other.language === 'cy' ? [other, one] : [one, other]).map(({ template }) => template.trim()).join('\n\n')

interface LanguageText {
  readonly language: Language
  readonly template: string
}
