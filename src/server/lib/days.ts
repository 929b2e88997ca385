/** `months` may be negative; clamped to the month's end. */
export function monthsOn(day: string, months: number): string {
  const date = new Date(day)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}
