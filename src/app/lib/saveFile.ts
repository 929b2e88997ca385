/** Milliseconds; Safari fetches it well after the click. */
const FETCHED_AFTER = 40_000

/** Hands a file to the browser's download. */
export function saveFile({ blob, name }: { blob: Blob; name: string | null }, fallback = 'download'): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? fallback
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FETCHED_AFTER)
}
