import { randomFor } from '../random'
import type { Household } from './household'
import { namesFor } from './names'

/** The columns of the contacts file, in its order. */
export const CONTACT_COLUMNS = [
  'household_reference', 'title', 'first_name', 'last_name', 'address_line_1', 'address_line_2', 'town', 'postcode',
  'mobile', 'preferred_language', 'do_not_contact',
] as const

export type Contact = Readonly<Record<(typeof CONTACT_COLUMNS)[number], string | boolean>>

/** Makes up who opens a household's post. Numbers are of Ofcom's range for drama, 07700 900000 to 900999. */
export function contactOf(slug: string, town: string, { reference, language, home, headAge }: Household): Contact {
  const random = randomFor(slug, 'contact', reference)
  const woman = random.chance(0.54)
  const names = namesFor(random.chance(0.93) ? language : 'en')
  const years = headAge / 12
  const hasMobile = random.chance(years > 85 ? 0.34 : years > 72 ? 0.56 : 0.84)
  return {
    household_reference: reference,
    title: woman ? random.weighted({ Mrs: 52, Ms: 27, Miss: 20, Dr: 1 }) : random.weighted({ Mr: 98, Dr: 2 }),
    first_name: random.pick(woman ? names.female : names.male),
    last_name: random.pick(names.last),
    address_line_1: home.address,
    address_line_2: home.neighbourhood.kind === 'centre' ? '' : home.neighbourhood.name,
    town,
    postcode: home.postcode,
    mobile: hasMobile ? `07700 900${String(random.whole(0, 999)).padStart(3, '0')}` : '',
    preferred_language: language,
    do_not_contact: random.chance(0.028),
  }
}
