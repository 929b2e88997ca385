import { endpoints } from './endpoints'

const PATHS = new Set<string>(endpoints.filter(({ idempotent }) => idempotent).map(({ path }) => path))

/** A new Idempotency-Key where a call requires one. */
export const keyHeaderFor = (url: string): Record<string, string> =>
  PATHS.has(url.split('?')[0] ?? '') ? { 'idempotency-key': crypto.randomUUID() } : {}
