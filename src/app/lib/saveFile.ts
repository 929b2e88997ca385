/**
 * Gives a file to the browser's own download. The file stays in memory only until then.
 * @param fallback what it is called where it came without a name.
 */
export function saveFile({ blob, name }: { blob: Blob; name: string | null }, fallback = 'download'): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? fallback
  link.click()
  // The browser has taken the file over by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url))
}
