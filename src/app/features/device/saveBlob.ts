/** Hands a file to the browser's downloads. */
export function saveBlob({ name, blob }: { name: string; blob: Blob }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
