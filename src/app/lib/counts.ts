import { once } from './once'

const inWords = once(() => new Intl.NumberFormat('en-GB'))

/** '1,204', without the browser's language data. */
export const figure = (count: number): string => {
  if (!Number.isSafeInteger(count)) return inWords().format(count)
  return count < 0 ? `-${grouped(-count)}` : grouped(count)
}

const grouped = (count: number): string =>
  count < 1000 ? String(count) : `${grouped(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`

/** 'Free school meals'. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** '1 campaign', '1,204 campaigns'. */
export const formatCount = (count: number, one: string, many: string = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

/** 'about 1,200' where the server rounds. */
export const formatRounded = (count: number, isRounded: boolean): string =>
  isRounded ? `about ${figure(count)}` : figure(count)

/** 'about 120 households' where the server rounds. */
export const formatRoundedCount = (count: number, one: string, isRounded: boolean): string =>
  isRounded ? `about ${formatCount(count, one)}` : formatCount(count, one)

const NAMED = 20

/** The first {@link NAMED} by name, then how many more. */
export function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(', ')
  return values.length > NAMED ? `${named} and ${figure(values.length - NAMED)} more` : named
}

export interface RangeEnd {
  value: number
  displayName: string
}

/** Formats values as the catalogue formats the range's ends ("£", " years"). */
export function figureWriter(least: RangeEnd, greatest: RangeEnd): (value: number) => string {
  const low = splitAffixes(least.displayName)
  const high = splitAffixes(greatest.displayName)
  const prefix = low.prefix === high.prefix ? low.prefix : ''
  const suffix = low.suffix === high.suffix ? low.suffix : ''
  const minus = least.displayName.includes('-') ? '-' : '−'
  return (value) => {
    if (value === least.value) return least.displayName
    if (value === greatest.value) return greatest.displayName
    return `${value < 0 ? minus : ''}${prefix}${figure(Math.abs(value))}${suffix}`
  }
}

function splitAffixes(text: string): { prefix: string; suffix: string } {
  const found = /^([^\d]*)[\d,.]*\d?(.*)$/su.exec(text)
  return { prefix: (found?.[1] ?? '').replace(/[-−]/g, ''), suffix: found?.[2] ?? '' }
}
