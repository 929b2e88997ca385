import { expect, test } from 'vitest'
import type { CampaignsDependencies } from './dependencies'
import { createStarts } from './start'

test('a start may be at any hour of the thirtieth day, as the calendar of London has it', async () => {
  const alwaysOpen = { opensAt: () => Promise.resolve(null) } as Partial<
    CampaignsDependencies['notifyAccounts']
  > as CampaignsDependencies['notifyAccounts'] // nothing else is asked
  const { requireStart } = createStarts({ notifyAccounts: alwaysOpen, now: () => new Date('2026-10-01T09:00+01:00') })
  const start = (moment: string) => requireStart(undefined as never, '', new Date(moment))
  await expect(start('2026-10-31T23:59Z')).resolves.toBeUndefined()
  await expect(start('2026-11-01T00:00Z')).rejects.toThrow()
})
