import type { Ward } from '../snapshots/wards'
import { MAX_WARD_CODE_LENGTH } from './checkedColumn'

export interface LocalAuthority {
  readonly code: string
  readonly name: string
  readonly nameWelsh?: string
}

export interface NamedWard extends Omit<Ward, 'geometry' | 'longitude' | 'latitude'> {
  readonly centre: readonly [number, number] | undefined
}

export interface WardProblem {
  readonly problem: string
  readonly column: string
  readonly value: string | null
}

export const NO_AUTHORITY =
  'local_authority_code and local_authority_name in the file, or the authority beside it (on the command line ' +
  '--local-authority <code> <name>)'

const MAX_NAME_LENGTH = 200

/** Reads a ward from a feature's properties, under any of the names in docs/snapshot-format.md#wards. */
export function readWard(
  properties: Record<string, unknown>,
  localAuthority: LocalAuthority | undefined,
): NamedWard | WardProblem {
  const text = (own: string, ons: RegExp, other?: string) => {
    const value = findProperty(properties, own, ons, other)
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const code = text('ward_code', /^WD(\d\d)CD$/i, 'area_code')
  const name = text('ward_name', /^WD(\d\d)NM$/i, 'area_name')
  if (code === '')
    return { problem: 'the code of the ward (ward_code, WD..CD or area_code)', column: 'ward_code', value: '' }
  if (name === '')
    return { problem: 'the name of the ward (ward_name, WD..NM or area_name)', column: 'ward_name', value: '' }
  const authorityCode = text('local_authority_code', /^LAD(\d\d)CD$/i) || (localAuthority?.code ?? '')
  const authorityName = text('local_authority_name', /^LAD(\d\d)NM$/i) || (localAuthority?.name ?? '')
  if (authorityCode === '' || authorityName === '')
    return { problem: NO_AUTHORITY, column: 'local_authority_code', value: authorityCode }
  const nameWelsh = text('ward_name_welsh', /^WD(\d\d)NMW$/i)
  const authorityNameWelsh = text('local_authority_name_welsh', /^LAD(\d\d)NMW$/i) || (localAuthority?.nameWelsh ?? '')
  if (code.length > MAX_WARD_CODE_LENGTH)
    return { problem: `a code of at most ${MAX_WARD_CODE_LENGTH} characters`, column: 'ward_code', value: code }
  const names = [name, authorityName, authorityCode, nameWelsh, authorityNameWelsh]
  if (names.some((each) => each.length > MAX_NAME_LENGTH))
    return { problem: `names of at most ${MAX_NAME_LENGTH} characters`, column: 'ward_name', value: name }
  // PostgreSQL stores neither NUL nor lone surrogates.
  if ([code, ...names].some((each) => /[\p{Cc}\p{Cs}]/u.test(each)))
    return { problem: 'a code and names without control characters', column: 'ward_code, ward_name', value: code }
  const longitude = readNumber(findProperty(properties, 'longitude', /^LONG$/i, 'lon'))
  const latitude = readNumber(findProperty(properties, 'latitude', /^LAT$/i, 'lat'))
  if (longitude === null || latitude === null)
    return { problem: 'longitude and latitude as numbers', column: 'longitude, latitude', value: code }
  return {
    code,
    name,
    nameWelsh,
    localAuthorityCode: authorityCode,
    localAuthorityName: authorityName,
    localAuthorityNameWelsh: authorityNameWelsh,
    centre: longitude === undefined || latitude === undefined ? undefined : [longitude, latitude],
  }
}

/** Our own name first, then the ONS's latest, then `other`. */
function findProperty(properties: Record<string, unknown>, own: string, ons: RegExp, other?: string): unknown {
  if (own in properties) return properties[own]
  const [latest] = Object.keys(properties)
    .filter((key) => ons.test(key))
    .sort()
    .reverse()
  return latest !== undefined ? properties[latest] : other !== undefined ? properties[other] : undefined
}

function readNumber(value: unknown): number | undefined | null {
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}
