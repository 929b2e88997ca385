import type { ImportProgress } from './report'

/** About as often as people ask. */
const MIN_MS = 1_000

/**
 * One write at a time.
 * @param save says whether the work is still wanted
 * @param onUnwanted called once it is not
 */
export function createProgressReport(
  save: (change: ImportProgress) => Promise<boolean>,
  onUnwanted: () => void = () => {},
) {
  let saving: Promise<void> = Promise.resolve()
  let isBusy = false
  let savedAt = -Infinity
  return {
    report: (change: ImportProgress): void => {
      if (isBusy || performance.now() - savedAt < MIN_MS) return
      isBusy = true
      savedAt = performance.now()
      saving = save(change)
        .then((isWanted) => {
          if (!isWanted) onUnwanted()
        })
        // The next one will report.
        .catch(() => {})
        .finally(() => {
          isBusy = false
        })
    },
    settled: () => saving,
  }
}
