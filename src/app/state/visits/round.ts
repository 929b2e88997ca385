/** The sealed visit round of this device, and its end; openRound.ts opens it. */
import { endVisitRound } from '#contract/campaigns/visits'
import { isShiftOver, type RoundRecord, type SealedRound } from '#offline/rounds'
import { call } from '../../api/call'
import { deviceTables, follow } from '../device/tables'
import { appStore, atom } from '../store'

/** Live, and the same in every tab. */
export const roundRecordsAtom = atom<RoundRecord[]>([])
follow(roundRecordsAtom, (tables) => tables.rounds)

export const sealedRoundAtom = atom(
  (get) => get(roundRecordsAtom).find((record): record is SealedRound => record.id === 'round') ?? null,
)

/** Removes the round from the device; queued outcomes stay. */
export const removeRound = (): Promise<void> => deviceTables().rounds.replace([])

/** Removes the round from the device, and then ends it at the server, if that answers. */
export async function endRound(): Promise<void> {
  const round = appStore.get(sealedRoundAtom)
  await removeRound()
  // Otherwise its shift's end closes it, or the page where rounds start.
  if (round) await call(endVisitRound, { body: { round_id: round.roundId } }).catch(() => {})
}

const CHECKED_EVERY = 30_000

/** Removes the round when its shift is over, by the device's clock or the page's. */
export function watchShift(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first: { roundId: string; left: number; tick: number } | null = null
  const check = () => {
    clearTimeout(timer)
    const round = appStore.get(sealedRoundAtom)
    if (!round) return
    const left = round.endsAt - Date.now()
    if (first?.roundId !== round.roundId) first = { roundId: round.roundId, left, tick: performance.now() }
    // A clock may be set back while the page lives.
    const isOver = isShiftOver(round, Date.now()) || performance.now() - first.tick >= first.left
    if (isOver) void removeRound().catch(() => {})
    // Timers stand still in sleep.
    timer = setTimeout(check, Math.min(Math.max(left, 1_000), CHECKED_EVERY))
  }
  appStore.sub(sealedRoundAtom, check)
  document.addEventListener('visibilitychange', check)
  check()
}
