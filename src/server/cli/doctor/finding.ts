export interface Finding {
  readonly what: string
  readonly cure: string
}

/** None or one. */
export const findingIf = (isWrong: boolean, what: string, cure: string): Finding[] => (isWrong ? [{ what, cure }] : [])

/** GOV.UK Notify refuses from 30 seconds on. */
export const MAX_SKEW_MS = 20_000

/** For clocks of others. @param aheadMs of theirs */
export const wrongClock = (whose: string, aheadMs?: number): Finding => ({
  what:
    aheadMs === undefined
      ? `The clocks of this machine and of ${whose} differ.`
      : `The clock of ${whose} is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
  cure: 'Keep both in time by NTP (Debian: apt install systemd-timesyncd, then timedatectl set-ntp true): sign-ins, signed addresses and GOV.UK Notify need it within 30 s.',
})
