/** No key leaves its folder, and every file system reads it alike. */

const PART = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,200}$/u

/** Whether it may be ours. */
export function isKey(key: string): boolean {
  const parts = key.split('/')
  return key.length <= 1024 && parts.length >= 2 && parts.every((part) => PART.test(part)) && !key.includes('..')
}

/** @throws Error for a key not made by us */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not the key of a file.')
  return key
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** By file extension. */
export const typeOfKey = (key: string): string =>
  TYPES[/\.([a-z]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'

/** Content-Disposition (RFC 6266). */
export function writeDisposition(contentType: string, downloadName: string | undefined): string {
  if (downloadName === undefined) return contentType === 'application/pdf' ? 'inline' : 'attachment'
  const plain = downloadName.replace(/[^A-Za-z0-9._ -]/g, '_')
  const exact = encodeURIComponent(downloadName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
