import { z } from 'zod'

export const LANGUAGES = ['en', 'cy'] as const
export const languageSchema = z.enum(LANGUAGES)
export type Language = z.infer<typeof languageSchema>

export const LANGUAGE_WORDS: Readonly<Record<Language, string>> = { en: 'English', cy: 'Cymraeg' }

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
