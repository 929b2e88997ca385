import type { Ward } from '../snapshots/wards'

/** A ward or local authority that can be chosen: its code, its name, and the wards that it stands for. */
export interface PlaceOption {
  /** ONS code. */
  readonly name: string
  readonly displayName: string
  /** Other names that a pasted list may use. */
  readonly aliases: readonly string[]
  readonly wardCodes: readonly string[]
}

/**
 * Every ward as an option. Requests name a place by its display name, so each is unique: wards of the same name get
 * their local authority's, and their code if that is not enough.
 */
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

/** Every local authority that has a ward in the snapshot. */
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

/** The options that a name means, ignoring case and surrounding space. A shared Welsh name means every one of its places. */
export function placesNamed(options: readonly PlaceOption[], name: string): PlaceOption[] {
  const wanted = foldName(name)
  const exact = options.filter((option) => foldName(option.displayName) === wanted)
  return exact.length > 0
    ? exact
    : options.filter((option) => option.aliases.some((alias) => foldName(alias) === wanted))
}

/** A name as it is compared: case, surrounding and repeated spaces and composition of accents do not count. */
export const foldName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const collator = new Intl.Collator('en-GB', { numeric: true })
const byName = (a: PlaceOption, b: PlaceOption): number => collator.compare(a.displayName, b.displayName)
