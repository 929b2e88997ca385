/** Every endpoint: mounted, documented and covered by the authorisation test. */
import * as audit from './organisations/audit'
import * as calculator from './households/calculator'
import * as campaignExports from './campaigns/campaignExports'
import * as campaignMoves from './campaigns/campaignMoves'
import * as campaigns from './campaigns/campaigns'
import * as deviceKeys from './organisations/deviceKeys'
import * as dotColours from './households/dotColours'
import * as filterLinks from './households/filterLinks'
import * as filters from './households/filters'
import * as holdOuts from './campaigns/holdOuts'
import * as households from './households/households'
import * as keeping from './data-protection/retention'
import * as jobs from './organisations/backgroundJobs'
import * as lawfulBases from './campaigns/lawfulBases'
import * as leaveOut from './campaigns/leaveOut'
import * as letterTemplates from './campaigns/letters'
import * as map from './households/map'
import * as mapExports from './households/printedMap'
import * as needToKnow from './households/needToKnow'
import * as months from './households/imports'
import * as notifyCallback from './campaigns/notifyCallback'
import * as organisations from './organisations/organisations'
import * as postcodes from './households/postcodes'
import * as assistant from './assistant/assistant'
import * as recipients from './campaigns/recipients'
import * as renewals from './results/renewals'
import * as report from './results/reports'
import * as replies from './campaigns/replies'
import * as rights from './data-protection/householdRights'
import * as messageSettings from './campaigns/messageSettings'
import * as messageTemplates from './campaigns/templates'
import * as sending from './campaigns/notifyAccounts'
import * as session from './organisations/session'
import * as signIn from './organisations/signIn'
import * as spending from './campaigns/spending'
import * as support from './organisations/support'
import * as team from './organisations/people'
import * as templates from './households/filterTemplates'
import * as testMessages from './campaigns/testMessages'
import * as trends from './households/trends'
import * as viewAs from './organisations/viewAs'
import * as visits from './campaigns/visits'
import type { Endpoint } from './endpoint'

export const endpoints: readonly Endpoint[] = [
  audit,
  calculator,
  campaignExports,
  campaignMoves,
  campaigns,
  deviceKeys,
  dotColours,
  filterLinks,
  filters,
  holdOuts,
  households,
  keeping,
  jobs,
  lawfulBases,
  leaveOut,
  letterTemplates,
  map,
  mapExports,
  needToKnow,
  months,
  notifyCallback,
  organisations,
  postcodes,
  assistant,
  recipients,
  renewals,
  report,
  replies,
  rights,
  messageSettings,
  messageTemplates,
  sending,
  session,
  signIn,
  spending,
  support,
  team,
  templates,
  testMessages,
  trends,
  viewAs,
  visits,
].flatMap((file) => Object.values(file).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value
}
