import { z } from 'zod'

export const LANGUAGES = ['en', 'cy'] as const
export const languageSchema = z.enum(LANGUAGES)
export type Language = z.infer<typeof languageSchema>

export const LANGUAGE_WORDS: Readonly<Record<Language, string>> = { en: 'English', cy: 'Cymraeg' }

/** Who gets a campaign's translation: those who prefer it, instead of the original, or everybody, both in one text. */
export const TRANSLATED_FOR = ['who_prefers_it', 'everybody'] as const
export type TranslatedFor = (typeof TRANSLATED_FOR)[number]

/** Two texts as one, the Welsh first, as the Welsh Language Standards ask. */
export const inBothLanguages = (one: LanguageText, other: LanguageText): string =>
  (other.language === 'cy' ? [other, one] : [one, other]).map(({ template }) => template.trim()).join('\n\n')

interface LanguageText {
  readonly language: Language
  readonly template: string
}
