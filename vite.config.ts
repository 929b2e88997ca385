import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** `vite build` makes the app, `vite build --ssr` the server; both land in `dist`. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        rollupOptions: { input: { main: 'src/server/main.ts', cli: 'src/server/cli.ts' } },
      }
    : { outDir: 'dist/app', emptyOutDir: true },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/backend', '/oidc', '/files', '/health'].map((path) => [path, { target: 'http://localhost:3000' }]),
    ),
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts'], environment: 'jsdom' },
      },
      { extends: true, test: { name: 'house', include: ['tests/house/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: { name: 'server', include: ['tests/server/**/*.test.ts'], environment: 'node', testTimeout: 30_000 },
      },
    ],
  },
}))
