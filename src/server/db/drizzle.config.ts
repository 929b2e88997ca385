import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config src/server/db/drizzle.config.ts` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema/index.ts',
  out: './src/server/db/migrations',
  entities: { roles: false },
})
