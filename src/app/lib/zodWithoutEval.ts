import { z } from 'zod'

/**
 * Zod compiles object schemas with `new Function` unless told otherwise, and the content security
 * policy forbids that. Schemas read the setting while they are made, so that this module must be
 * the first import of main.tsx.
 */
z.config({ jitless: true })
