import { beforeAll, expect, test } from 'vitest'
import { exportMapPicture, type PrintedMapPage } from '../../src/contract/households/printedMap'
import { auditEntries } from '../../src/server/db/schema'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { callAs, selected } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const PDF = '/api/map-pdf'
const PICTURE = '/api/map-picture'

const HARBOUR = { ward_code: 'E05999001', longitude: '-1.4950', latitude: '54.0050', weekly_income: '352' }

/** Twelve at one place, three at another of the same ward. */
const ASHFORD = Array.from({ length: 15 }, (_, index) => ({
  ...HARBOUR,
  household_reference: `TST-${index + 1000}`,
  postcode: 'AB1 2CD',
  tenure: index < 12 ? 'council_rent' : 'mortgaged',
  ...(index < 12 ? {} : { longitude: '-1.4850' }),
}))

const wordsOf = ({ parts }: PrintedMapPage) =>
  parts.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))).join(' ')

onEngine('embedded', 'The map on paper', {}, (server) => {
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', ASHFORD.slice(12), '2026-09-01')
    await importHouseholds(server(), 'ashford', ASHFORD)
  })

  const as = () => callAs(server(), 'viewer')
  const asked = (view: 'household' | 'ward', filters = selected()) => ({ ...filters, view, place: null })

  const picture = async (view: 'household' | 'ward', filters = selected()) => {
    const answer = await (await as()).post(PICTURE, asked(view, filters))
    const page = exportMapPicture.reply.parse(answer.json())
    return { page, words: wordsOf(page) }
  }

  test('is a PDF with rounded figures, filters in words, and who made it', async () => {
    const answer = await (await as()).post(PDF, asked('ward', selected({ tenure: ['council_rent'] })))
    expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual(['application/pdf', 'no-store'])
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ashford-map-2026-10.pdf"')
    const text = (await textOfPdf(answer.rawPayload)).join(' ').replace(/\s+/g, ' ')
    for (const words of [
      'Matching households by ward',
      'October 2026 data',
      'Households 10 of 15',
      'Average weekly income £350',
      'Tenure: Rented from the council',
      'Harbour 10',
      'At the rates of 2026 to 2027. For a year of 52 weeks',
      'Made with Doorstep by viewer@',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('hides a small count everywhere', async () => {
    const { words } = await picture('ward', selected({ tenure: ['mortgaged'] }))
    expect(words).toContain('Households * of')
    expect(words).toContain('Average weekly income *')
    expect(words).toContain('Harbour *')
    expect(words).not.toContain('Households 3')
  })

  test('tells wards by their rate, or their change since a month, as on screen', async () => {
    const page = async (measure: string) => {
      const filters = selected({ tenure: ['council_rent'] })
      const answer = await (await as()).post(PICTURE, { ...asked('ward', filters), measure })
      return answer.statusCode === 200 ? wordsOf(exportMapPicture.reply.parse(answer.json())) : answer.statusCode
    }
    const rates = await page('rate')
    expect(rates).toContain('Matching households by ward, of all households')
    expect(rates).toContain('Harbour 66.7%')
    expect(await page('2026-09-01')).toContain('Harbour +10')
    expect(await page('2027-01-01')).toBe(404)
    expect(await page('share')).toBe(422)
  })

  test('has squares in place of homes, and none with few households', async () => {
    const paths = async (tenure: string) => {
      const { page } = await picture('household', selected({ tenure: [tenure] }))
      return page.parts
        .find(({ clip }) => clip !== null)
        ?.items.filter((item) => item.kind === 'path' && item.opacity === 0.75)
    }
    expect(await paths('council_rent')).toHaveLength(1)
    expect(await paths('mortgaged')).toEqual([])
  })

  test('names no reference and no postcode', async () => {
    const filters = selected({}, { household_references: ['TST-1000', 'TST-1001'], postcodes: ['AB1 2CD'] })
    filters.filter_request_list.push({ filter_name: 'still_waiting', filter_value_list: ['pension_credit'] })
    const { words } = await picture('household', filters)
    expect(words).toContain('still not claiming: Pension Credit')
    expect(words).toContain('Household reference: 2 chosen')
    expect(words).toContain('Postcode: 1 chosen')
    expect(words).not.toMatch(/TST-|AB1/)
  })

  test('shows all wards where the map stands elsewhere', async () => {
    const from = async (place: object | null) =>
      (await (await as()).post(PICTURE, { ...asked('ward'), place })).json<{ parts: unknown }>().parts
    expect(await from({ lng: 2.35, lat: 48.86, zoom: 12 })).toEqual(await from(null))
  })

  test('is audited as an export', async () => {
    await picture('ward')
    const entries = await server().services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(entries.at(-1)).toMatchObject({ action: 'export', subject: 'map as picture 2026-10-01', quantity: 15 })
  })

  test.each([
    ['a place off the world', { place: { lng: 200, lat: 0, zoom: 3 } }],
    ['a view that there is not', { view: 'street' }],
    ['an unknown filter', selected({ shoe_size: ['9'] })],
  ])('refuses %s', async (_, more) => {
    const answer = await (await as()).post(PDF, { ...asked('ward'), ...more })
    expect([400, 422]).toContain(answer.statusCode)
  })
})
