/**
 * Policy: what a key is. Parts between slashes, none of which begins with a dot, so that a key below a folder can
 * never lead out of it, and nothing in it that a file system or an address would read another way.
 */

const PART = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,200}$/u

/** @throws Error for what is no key: a fault of ours, keys are made by the server. */
export function checkKey(key: string): string {
  const parts = key.split('/')
  if (key.length > 1024 || parts.length < 2 || !parts.every((part) => PART.test(part)) || key.includes('..')) {
    throw new Error('This is not the key of a file.')
  }
  return key
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** The content type by the ending of a key. */
export const typeOfKey = (key: string): string =>
  TYPES[/\.([a-z]+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'

/** The header under which an object is saved or, a PDF without a name to save it under, shown (RFC 6266). */
export function dispositionOf(contentType: string, downloadName: string | undefined): string {
  if (downloadName === undefined) return contentType === 'application/pdf' ? 'inline' : 'attachment'
  const plain = downloadName.replace(/[^A-Za-z0-9._ -]/g, '_')
  const exact = encodeURIComponent(downloadName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
