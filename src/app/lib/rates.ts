import { once } from './once'

const percentages = once(
  () => new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
/** '12.4%', of 0.124. */
export const percentage = (share: number): string => percentages().format(share)

const changes = once(() => new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' }))
/** '+12', '-5', '0'; '–' if unknown. */
export const signedFigure = (change: number | null): string => (change === null ? '–' : changes().format(change))
