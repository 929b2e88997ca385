/**
 * Zod compiles object schemas with `new Function` unless told otherwise, and the content security
 * policy forbids that. Schemas read the setting while they are made, so that this must run before
 * any of them: first in main.tsx. It is what `z.config({ jitless: true })` does, without loading zod,
 * which the login page needs only once its form is sent.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
