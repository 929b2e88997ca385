import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveDraft } from '../../../../state/drafts'
import { setOnline } from '../../../../state/connectivity'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { appStore } from '../../../../state/store'
import { fakeServer, lastBody } from '../../../../testing/fakeServer'
import { aDraft, choose, enterName, fill, nameField, next, readOptions } from '../testing/campaignForm'
import { answersForEachTest, COUNT, FLATS, keptDrafts, openCampaigns } from '../testing/campaigns'

const answers = answersForEachTest()

const serve = () => fakeServer(answers)

test('the theme preselects the type and stays in the address', async () => {
  serve()
  const opened = openCampaigns('/campaigns/free-school-meals/new')
  await nameField()
  expect(screen.getByRole('button', { name: /Campaign Type/ }).textContent).toContain('Free School Meals')
  expect(keptDrafts()).toEqual([])
  await enterName(opened, 'Meals')
  await choose(opened, 'Communication Channel', 'Letter')
  await screen.findByText('1,204 households eligible to receive Letter campaign')
  await opened.user.click(next())
  await screen.findByRole('heading', { level: 1, name: 'Preview Campaign' })
  expect(opened.router.state.location.pathname).toBe(`/campaigns/free-school-meals/new/${keptDrafts()[0]?.id ?? ''}`)
})

test('Custom is offered only when filters are selected', async () => {
  serve()
  const without = openCampaigns('/campaigns/new')
  await nameField()
  expect(await readOptions(without, 'Campaign Type')).toEqual([
    'Pension Credit',
    'Healthy Start',
    'Attendance Allowance',
  ])
  without.unmount()
  const withFilters = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  expect(await readOptions(withFilters, 'Campaign Type')).toEqual([
    'Pension Credit',
    'Healthy Start',
    'Attendance Allowance',
    'Custom',
  ])
  expect(await readOptions(withFilters, 'Communication Channel')).toEqual(['Letter', 'SMS'])
})

test('the name holds 200 characters, says so at the limit, and can be sent at the limit', async () => {
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  const field = await nameField()
  await opened.user.click(field)
  await opened.user.paste('🏠'.repeat(199))
  expect(screen.queryByText('Campaign name cannot exceed 200 characters.')).toBeNull()
  await opened.user.paste('<b>')
  expect(screen.getByText('Campaign name cannot exceed 200 characters.')).toBeTruthy()
  expect([...keptDrafts()[0]!.campaignName]).toHaveLength(200)
  await choose(opened, 'Campaign Type', 'Pension Credit')
  await choose(opened, 'Communication Channel', 'SMS')
  await screen.findByText(/eligible to receive/)
  expect(seen.find(({ path }) => path === COUNT)?.body).toMatchObject({
    new_campaign_details: { campaign_name: `${'🏠'.repeat(199)}&lt;` },
  })
})

test('what is missing is said, once something was filled in', async () => {
  serve()
  const opened = openCampaigns('/campaigns/new')
  await nameField()
  expect(screen.queryByText(/Missing required fields/)).toBeNull()
  await choose(opened, 'Campaign Type', 'Pension Credit')
  expect(screen.getByText('Missing required fields: Campaign Name, Communication Channel')).toBeTruthy()
  await enterName(opened, '   ')
  await opened.user.tab()
  expect(screen.getByText('Enter a name for the campaign.')).toBeTruthy()
})

test('every change is kept, and the address leads back to it', async () => {
  serve()
  const opened = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  expect(keptDrafts()).toEqual([])
  await enterName(opened, 'Warm <3')
  const [kept] = keptDrafts()
  expect(keptDrafts()).toHaveLength(1)
  expect(kept).toMatchObject({ campaignName: 'Warm <3', selectedFilters: FLATS, snapshot: '2026-10-01' })
  await waitFor(() => expect(opened.router.state.location.search).toBe(`?draft=${kept?.id ?? ''}`))
  opened.unmount()
  openCampaigns(`/campaigns/new?draft=${kept?.id ?? ''}`)
  expect(await screen.findByDisplayValue('Warm <3')).toBeTruthy()
})

test('a draft that is not on this device is not found', async () => {
  serve()
  openCampaigns('/campaigns/new?draft=33333333-3333-4333-8333-333333333333')
  await screen.findByRole('heading', { level: 1, name: 'Campaign not found' })
})

test('offline the form can be filled and is kept, and says why there is no count', async () => {
  const seen = serve()
  act(() => setOnline(false))
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(
    await screen.findByText('Counting eligible households needs a connection. Doorstep cannot be reached.'),
  ).toBeTruthy()
  expect(screen.getByText(/Choosing a template needs a connection/)).toBeTruthy()
  expect(next().disabled).toBe(true)
  expect(keptDrafts()).toMatchObject([{ campaignName: 'Warm homes', snapshot: '' }])
  expect(seen).toEqual([])
  act(() => setOnline(true))
  await screen.findByText('1,204 households eligible to receive SMS campaign')
  expect(next().disabled).toBe(false)
})

test('a draft of an older snapshot says so and takes the latest when asked', async () => {
  const seen = serve()
  await act(() => saveDraft(aDraft({ snapshot: '2026-09-01' })))
  const opened = openCampaigns(`/campaigns/new?draft=${aDraft().id}`)
  await screen.findByText('This draft uses the data of 1 September 2026')
  await opened.user.click(screen.getByRole('button', { name: 'Use October 2026 data' }))
  expect(screen.queryByText(/This draft uses the data of/)).toBeNull()
  expect(keptDrafts()[0]?.snapshot).toBe('2026-10-01')
  await waitFor(() => {
    expect(lastBody(seen, COUNT)).toMatchObject({
      new_campaign_details: { snapshot: '2026-10-01' },
    })
  })
})

test('a draft keeps its own filters and changes nobody’s, until it is asked to', async () => {
  const seen = serve()
  const others = {
    home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rented', displayName: 'Rented' }] } },
  }
  await act(() => saveDraft(aDraft({ selectedFilters: FLATS })))
  const opened = openCampaigns(`/campaigns/new?draft=${aDraft().id}`, { selection: others })
  await screen.findByText(/1,204 households/)
  expect(lastBody(seen, COUNT)).toMatchObject({
    filter_request_list: [{ filter_name: 'accommodation_type' }],
  })
  expect(appStore.get(selectedFiltersAtom)).toEqual(others)
  await screen.findByText('Street View has other filters selected')
  await opened.user.click(screen.getByRole('button', { name: 'Use those instead' }))
  expect(keptDrafts()[0]?.selectedFilters).toEqual(others)
  await waitFor(() => {
    expect(lastBody(seen, COUNT)).toMatchObject({
      filter_request_list: [{ filter_name: 'tenure' }],
    })
  })
})

test('the selected filters are reviewed by category, and changed in Street View', async () => {
  answers['/api/all-filters'] = {
    json: [{ category_name: 'home', display_name: 'Home and family', subcategories: [] }],
  }
  serve()
  const opened = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  await opened.user.click(screen.getByRole('button', { name: 'Review Selected Filters' }))
  const dialog = await screen.findByRole('dialog', { name: 'Selected filters' })
  expect(await within(dialog).findByRole('heading', { name: 'Home and family' })).toBeTruthy()
  expect(dialog.textContent).toContain('Accommodation type')
  expect(dialog.textContent).toContain('Flat')
  await opened.user.click(within(dialog).getByRole('button', { name: 'Change filters in Street View' }))
  await screen.findByText('Street View')
  expect(appStore.get(selectedFiltersAtom)).toEqual(FLATS)
})
