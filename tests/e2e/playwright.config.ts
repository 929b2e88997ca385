import { defineConfig } from '@playwright/test'

/** Every browser of ours. */
export const BROWSER = [
  // Root in a container has no sandbox to be in.
  '--no-sandbox',
  // No traffic but ours, so that the tests run without a network.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGL in software, because a test machine has no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // And nothing but WebGL by way of it: pages are painted several times as fast without.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
]

/**
 * Two browsers on two cores: threads and processes that work ahead, and machine code for pages that live for seconds,
 * cost a fifth of the processor. They slow what a page does, so that figures are measured without.
 */
const ON_FEW_CORES = [
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  '--js-flags=--single-threaded --no-turbofan',
]

/**
 * The built product in a real Chromium. `run.mjs` finds the browser, `server.setup.ts` starts the
 * product on a free port with a data folder of its own.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './server.setup.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // How fast the machine is decides nothing: a busy one is many times slower than a developer's.
  timeout: 300_000,
  // Lower, so that what was waited for is seen.
  expect: { timeout: 60_000, toPass: { timeout: 240_000 } },
  reporter: [['list'], ['../suites/browserReporter.ts']],
  // Slow by nature: service workers that are replaced, lines that break, pages that are killed. `npm run test:slow`.
  projects: [
    { name: 'journeys', testIgnore: '*.slow.spec.ts' },
    // Makes files of the product: `npm run help:pictures`.
    { name: 'pictures', testMatch: '*.pictures.ts' },
    // Firefox is Debian's, and is not everywhere: run.mjs says so.
    {
      name: 'slow',
      testMatch: '*.slow.spec.ts',
      testIgnore: process.env.DOORSTEP_FIREFOX ? [] : 'firefox.slow.spec.ts',
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
    // A trace films every test for the few that fail, and filming costs more than the test.
    screenshot: 'only-on-failure',
    // What moves is painted again and again, and axe would measure its colours half way.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.DOORSTEP_BROWSER,
      args: [...BROWSER, ...ON_FEW_CORES],
    },
  },
})
