export const NUMERIC_FAULT_MS = 3000
export const NUMERIC_FAULT = 'Must be a valid number.'

export interface RangeBounds {
  min: number
  max: number
}

/** Digits, editing keys, and a minus if amounts may be below zero. */
export function isAllowedKey(
  { key, ctrlKey, metaKey, altKey }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  mayBeNegative = false,
): boolean {
  return key.length !== 1 || ctrlKey || metaKey || altKey || /^[0-9]$/.test(key) || (mayBeNegative && key === '-')
}

/** Drops pence, and a minus unless amounts may be below zero. */
export function keepDigits(text: string, mayBeNegative = false): string {
  const minus = mayBeNegative && /^\s*[-−]/.test(text) ? '-' : ''
  return minus + text.replace(/\.\d?\d?$|\D/g, '')
}

/** What is wrong with one field, or null. */
export function fieldFault(field: 'minimum' | 'maximum', text: string, bounds: RangeBounds): string | null {
  if (text === '' || Number(text) <= bounds.max) return null
  return `${field === 'minimum' ? 'Minimum' : 'Maximum'} value must be less than maximum range value.`
}

export type PairOutcome =
  { kind: 'empty' } | { kind: 'range'; min: number; max: number } | { kind: 'fault'; message: string }

/** Equal ones are valid. */
export function judgePair(minimum: string, maximum: string, bounds: RangeBounds): PairOutcome {
  if (minimum === '' && maximum === '') return { kind: 'empty' }
  const min = parseNumber(minimum)
  const max = parseNumber(maximum)
  if (min === null || max === null || min < bounds.min || max > bounds.max || min > max) {
    const message = `Please enter a valid number between ${bounds.min} and ${bounds.max} or leave both fields empty.`
    return { kind: 'fault', message }
  }
  return { kind: 'range', min, max }
}

function parseNumber(text: string): number | null {
  return /^-?[0-9]+$/.test(text) ? Number(text) : null
}
