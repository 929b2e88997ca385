import { z } from 'zod'

export const LANGUAGES = ['en', 'cy'] as const
export const languageSchema = z.enum(LANGUAGES)
export type Language = z.infer<typeof languageSchema>

export const LANGUAGE_WORDS: Readonly<Record<Language, string>> = { en: 'English', cy: 'Cymraeg' }
