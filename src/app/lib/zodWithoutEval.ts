/** `z.config({ jitless: true })` without loading zod, before any schema: the CSP forbids eval. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
