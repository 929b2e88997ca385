import type { z } from 'zod'
import type { getAllLetterTemplates } from '#contract/campaigns/letters'

export type ListedTemplate = z.output<typeof getAllLetterTemplates.reply>[number]

function splitAddress(address: string): string[] {
  const [path = ''] = address.replace(/^[a-z]+:\/\/[^/]+/i, '').split(/[?#]/)
  return path.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}

/** 'Pension Credit: spring_letter': folder and file name without extension. */
export function makeDisplayText(address: string): string {
  const parts = splitAddress(address)
  const folder = (parts.at(-2) ?? '').replaceAll('_', ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
  return `${folder}: ${readLetterFileName(address)}`
}

/** Without extension, from an address or a storage key. */
export const readLetterFileName = (address: string): string =>
  (splitAddress(address).at(-1) ?? '').replace(/\.[^.]+$/, '')

/** Word documents have no preview. */
export const listPreviewableTemplates = <T extends Pick<ListedTemplate, 'letter_template_signed_url'>>(
  templates: readonly T[],
): T[] =>
  templates.filter(
    ({ letter_template_signed_url: address }) => !splitAddress(address).at(-1)?.toLowerCase().endsWith('.docx'),
  )
