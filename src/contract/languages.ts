import { z } from 'zod'

/** Languages that messages are written in. */
export const LANGUAGES = ['en', 'cy'] as const
export const languageSchema = z.enum(LANGUAGES)
export type Language = z.infer<typeof languageSchema>

/** As their speakers call them. */
export const LANGUAGE_WORDS: Readonly<Record<Language, string>> = { en: 'English', cy: 'Cymraeg' }
