/** The campaign form as somebody fills it in. */
import { screen } from '@testing-library/react'
import { newDraft } from '../drafts/draft'
import type { openCampaigns } from './campaigns'

export const nameField = () => screen.findByRole('textbox', { name: 'Campaign Name' })
export const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
type Opened = ReturnType<typeof openCampaigns>

export async function choose({ user }: Opened, label: string, option: string) {
  await user.click(screen.getByRole('button', { name: new RegExp(label) }))
  await user.click(await screen.findByRole('option', { name: option }))
}
/** At once: each key renders the whole form. */
export async function enterName({ user }: Opened, name: string) {
  await user.click(await nameField())
  await user.paste(name)
}
export async function fill(opened: Opened, name = 'Warm homes', type = 'Pension Credit', channel = 'SMS') {
  await enterName(opened, name)
  await choose(opened, 'Campaign Type', type)
  await choose(opened, 'Communication Channel', channel)
}
export const readOptions = async ({ user }: Opened, label: string) => {
  await user.click(screen.getByRole('button', { name: new RegExp(label) }))
  const names = (await screen.findAllByRole('option')).map((option) => option.textContent)
  await user.keyboard('{Escape}')
  return names
}
export const aDraft = (part: Partial<ReturnType<typeof newDraft>> = {}) => ({
  ...newDraft('22222222-2222-4222-8222-222222222222', new Date(), { theme: undefined, selectedFilters: {} }),
  campaignName: 'Kept',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  snapshot: '2026-10-01',
  ...part,
})
