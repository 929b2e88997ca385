import type { Ward } from '../snapshots/wards'

export interface PlaceOption {
  readonly name: string
  readonly displayName: string
  /** Welsh names, for pasted lists. */
  readonly aliases: readonly string[]
  readonly wardCodes: readonly string[]
}

/** Display names are unique, because requests use them: duplicates get their local authority, then their code. */
export function wardOptions(wards: readonly Ward[]): PlaceOption[] {
  const count = new Map<string, number>()
  const add = (name: string) => count.set(foldName(name), (count.get(foldName(name)) ?? 0) + 1)
  const inAuthority = (ward: Ward) => `${ward.name} (${ward.localAuthorityName})`
  for (const ward of wards) {
    add(ward.name)
    add(inAuthority(ward))
  }
  const distinct = (ward: Ward): string =>
    [ward.name, inAuthority(ward)].find((name) => count.get(foldName(name)) === 1) ?? `${ward.name} (${ward.code})`
  return wards
    .map((ward) => ({
      name: ward.code,
      displayName: distinct(ward),
      aliases: ward.nameWelsh ? [ward.nameWelsh] : [],
      wardCodes: [ward.code],
    }))
    .sort(byName)
}

/** Local authorities with wards in the snapshot. */
export function localAuthorityOptions(wards: readonly Ward[]): PlaceOption[] {
  const byCode = new Map<string, Ward[]>()
  for (const ward of wards) {
    byCode.set(ward.localAuthorityCode, [...(byCode.get(ward.localAuthorityCode) ?? []), ward])
  }
  return [...byCode.entries()]
    .map(([code, own]) => ({
      name: code,
      displayName: own[0]?.localAuthorityName ?? code,
      aliases: own[0]?.localAuthorityNameWelsh ? [own[0].localAuthorityNameWelsh] : [],
      wardCodes: own.map((ward) => ward.code),
    }))
    .sort(byName)
}

/** Ignores case and spacing. A shared Welsh name means all of them. */
export function placesNamed(options: readonly PlaceOption[], name: string): PlaceOption[] {
  const wanted = foldName(name)
  const exact = options.filter((option) => foldName(option.displayName) === wanted)
  return exact.length > 0
    ? exact
    : options.filter((option) => option.aliases.some((alias) => foldName(alias) === wanted))
}

/** Normalises case, spacing and accents for comparison. */
export const foldName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const collator = new Intl.Collator('en-GB', { numeric: true })
const byName = (a: PlaceOption, b: PlaceOption): number => collator.compare(a.displayName, b.displayName)
