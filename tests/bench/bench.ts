/** A figure of the report: what was measured, against what floor, and whether it holds. */
export interface Figure {
  readonly what: string
  readonly measured: string
  /** What it should reach; empty where nothing is asked of it. */
  readonly floor: string
  readonly holds?: boolean
}

/** One measurement. Ratios are of times taken in the same run, so that a slow machine slows both sides. */
export interface Bench {
  readonly name: string
  run(): Promise<Figure[]>
}

/** Times one call, in milliseconds. */
export async function timed<T>(work: () => Promise<T> | T): Promise<{ milliseconds: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { milliseconds: performance.now() - start, result }
}

/**
 * Median times of several kinds of work, in milliseconds. They take turns, so that whatever else the
 * machine does meets all of them.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  kinds: Record<Name, () => unknown>,
): Promise<Record<Name, number>> {
  const names = Object.keys(kinds) as Name[] // the keys of a Record<Name, …> are Names
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (const name of names) await kinds[name]()
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { milliseconds } = await timed(kinds[name])
      times.get(name)?.push(milliseconds)
    }
  }
  const medians = names.map((name) => [name, percentile(times.get(name) ?? [], 50)] as const)
  return Object.fromEntries(medians) as Record<Name, number> // one entry for each name
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN
}

export const milliseconds = (value: number) =>
  value < 1000 ? `${value.toFixed(1)} ms` : `${(value / 1000).toFixed(2)} s`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`
export const times = (ratio: number) => `${ratio < 1 ? ratio.toFixed(3) : ratio.toFixed(1)}×`
