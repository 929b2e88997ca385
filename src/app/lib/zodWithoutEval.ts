/** As `z.config({ jitless: true })`, without loading zod: the content security policy forbids eval. Must run before any schema is created. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
