/** Every endpoint of the API: what the server mounts, what `/api/docs` lists, what the authorisation table covers. */
import * as campaigns from './campaigns'
import * as filters from './filters'
import * as households from './households'
import * as map from './map'
import * as organisations from './organisations'
import * as policy from './policy'
import * as report from './report'
import * as session from './session'
import * as support from './support'
import * as templates from './templates'
import type { Endpoint } from './endpoint'

export const endpoints: readonly Endpoint[] = [
  campaigns,
  filters,
  households,
  map,
  organisations,
  policy,
  report,
  session,
  support,
  templates,
].flatMap((file) => Object.values(file).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'reply' in value
}
