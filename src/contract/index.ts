/** Every endpoint: mounted, documented and covered by the authorisation test. */
import * as audit from './audit'
import * as calculator from './calculator'
import * as campaignExports from './campaignExports'
import * as campaignMoves from './campaignMoves'
import * as campaigns from './campaigns'
import * as deviceKeys from './deviceKeys'
import * as dotColours from './dotColours'
import * as erasures from './erasures'
import * as filterLinks from './filterLinks'
import * as filters from './filters'
import * as holdOuts from './holdOuts'
import * as households from './households'
import * as keeping from './keeping'
import * as jobs from './jobs'
import * as lawfulBases from './lawfulBases'
import * as leaveOut from './leaveOut'
import * as letterTemplates from './letterTemplates'
import * as map from './map'
import * as mapExports from './mapExports'
import * as needToKnow from './needToKnow'
import * as months from './months'
import * as notifyCallback from './notifyCallback'
import * as organisations from './organisations'
import * as postcodes from './postcodes'
import * as assistant from './assistant'
import * as recipients from './recipients'
import * as renewals from './renewals'
import * as report from './report'
import * as replies from './replies'
import * as rights from './rights'
import * as messageSettings from './messageSettings'
import * as messageTemplates from './messageTemplates'
import * as sending from './sending'
import * as session from './session'
import * as signIn from './signIn'
import * as spending from './spending'
import * as support from './support'
import * as team from './team'
import * as templates from './templates'
import * as testMessages from './testMessages'
import * as trends from './trends'
import * as viewAs from './viewAs'
import * as visits from './visits'
import type { Endpoint } from './endpoint'

export const endpoints: readonly Endpoint[] = [
  audit,
  calculator,
  campaignExports,
  campaignMoves,
  campaigns,
  deviceKeys,
  dotColours,
  erasures,
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
