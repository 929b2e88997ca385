/** Verbs for the specs on the campaigns list and what opens from it. */
import type { Locator, Page } from '@playwright/test'

/** The campaigns list. */
export const listTable = (page: Page): Locator => page.getByRole('table', { name: /^Campaigns/ })
/** A campaign's row in it, by its name. */
export const listRow = (page: Page, name: string): Locator => listTable(page).getByRole('row').filter({ hasText: name })
export const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Review & Send Campaign' })

/** What a screen says beside a name. */
export const fact = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')

/** Calls the API as the person signed in on the page. @param key for calls that happen once @returns the answer. */
export const api = (page: Page, method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<unknown> =>
  page.evaluate(
    async ([verb, to, sent, idempotencyKey]) => {
      const init =
        verb === 'POST'
          ? {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
              },
              body: JSON.stringify(sent ?? {}),
            }
          : {}
      return (await (await fetch(to, init)).json()) as unknown
    },
    [method, path, body, key] as const,
  )

/** Sends a text campaign for review, without its screens. @returns its id. */
export async function addTextCampaign(page: Page, name: string, benefit = 'healthy_start'): Promise<number> {
  const { snapshot } = (await api(page, 'GET', '/api/latest-snapshot')) as { snapshot: string }
  const templates = (await api(page, 'GET', '/api/all-sms-templates')) as {
    sms_template_information: { sms_template_id: number; benefit_name: string | null }[]
  }
  const request = {
    campaign_request: {
      campaign_name: name,
      benefit_name: benefit,
      snapshot,
      channel_name: 'sms',
      stagger: 0,
      sms_template_id: templates.sms_template_information.find(({ benefit_name: of }) => of === benefit)
        ?.sms_template_id,
      template_s3_key: null,
    },
    filter_request_list: [],
    dynamic_filter_value_request_list: [],
  }
  const [added] = (await api(page, 'POST', '/api/add-campaign', request, crypto.randomUUID())) as { id: number }[]
  if (!added) throw new Error('No campaign was made.')
  return added.id
}

/** Opens the list and waits for a campaign's button, which comes by itself once the campaign is prepared. */
export async function untilPrepared(
  page: Page,
  name: string,
  act: 'Review' | 'Print & Post' = 'Review',
): Promise<Locator> {
  await page.goto('/campaigns')
  const button = listRow(page, name).getByRole('button', { name: act, exact: true })
  await button.waitFor({ timeout: 120_000 })
  return button
}
