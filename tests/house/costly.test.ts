import { expect, test } from 'vitest'
import { endpoints } from '../server/harness/endpoints'

const costly = endpoints
  .filter(({ isCostly }) => isCostly)
  .map(({ name, isCostly }) => `${name}${isCostly === true ? '' : ` ${isCostly}`}`)

test('these calls take turns, whatever their bodies', () => {
  expect(costly.toSorted()).toMatchInlineSnapshot(`
    [
      "createRenewalsPack",
      "exportAuditEntries",
      "exportCampaignReport",
      "exportCampaignSummary",
      "exportHouseholdReferences",
      "exportHouseholdsCsv",
      "exportMapPdf",
      "exportMapPicture",
      "exportSubjectAccess",
      "exportVisitsCsv",
      "exportYearResults",
      "getCalculatorResult",
      "getCampaignCertificate",
      "getCampaignPrintPack",
      "getCampaignReviewList",
      "getFilterFacetIndex alone",
      "getMoves alone",
      "getYearResults alone",
      "sendHouseholdsToCalculator",
      "streetviewHouseholdData as JSON",
    ]
  `)
})

test('every call that makes a file takes turns', () => {
  const makeFiles = endpoints.filter(
    ({ name, produces }) => produces === 'csv' || produces === 'pdf' || /^export|Pack$|Certificate$/.test(name),
  )
  expect(makeFiles.length).toBeGreaterThan(10)
  expect(makeFiles.filter(({ isCostly }) => !isCostly).map(({ name }) => name)).toEqual([])
})
