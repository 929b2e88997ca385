/** Hands a file to the browser's download. */
export function saveFile({ blob, name }: { blob: Blob; name: string | null }, fallback = 'download'): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? fallback
  link.click()
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(url))
}
