import { z } from 'zod'
import { text } from '../bounded'

/** Named as in the contacts file; empty: none. */
export const contactFieldsSchema = z.object({
  title: text(200).trim(),
  first_name: text(200).trim(),
  last_name: text(200).trim(),
  address_line_1: text(200).trim(),
  address_line_2: text(200).trim(),
  town: text(200).trim(),
  postcode: text(10).trim(),
  mobile: text(30).trim(),
})
export type ContactFields = z.infer<typeof contactFieldsSchema>

export const CONTACT_FIELD_WORDS: Readonly<Record<keyof ContactFields, string>> = {
  title: 'Title',
  first_name: 'First name',
  last_name: 'Last name',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  town: 'Town',
  postcode: 'Postcode',
  mobile: 'Mobile number',
}
