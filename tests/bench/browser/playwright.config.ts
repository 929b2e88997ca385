import { defineConfig } from '@playwright/test'
import base, { BROWSER } from '../../e2e/playwright.config'

/** As the browser tests, for what takes longer than a test may and is judged by its figures. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.bench.ts',
  globalSetup: '../../e2e/server.setup.ts',
  reporter: 'list',
  workers: 1,
  timeout: 300_000,
  use: { ...base.use, launchOptions: { ...base.use?.launchOptions, args: BROWSER } },
})
