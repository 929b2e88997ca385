import { expect, test } from 'vitest'
import { prepareRecipient, prepareSafely, type CampaignMessage } from './prepareRecipients'
import type { ContactRow } from '../../households/contacts/repo'
import { compileTemplate } from './template'

const contact: ContactRow = {
  organisationId: '',
  householdReference: 'A-1',
  title: '',
  firstName: 'Edna',
  lastName: 'Ashworth',
  addressLine1: '1 Harbour Street',
  addressLine2: '',
  town: 'Ashford',
  postcode: 'ze9 1aa',
  mobile: '07700 900123',
  preferredLanguage: 'en',
  doNotContact: false,
  digest: 'd',
}
const text = (template: string): CampaignMessage => {
  const compiled = compileTemplate(template)
  return {
    channel: 'sms',
    common: { organisation: 'Ashford Council', benefit: 'Pension Credit' },
    placeholders: compiled.placeholders,
    text: compiled,
  }
}
const letter = (...placeholders: CampaignMessage['placeholders'][number][]): CampaignMessage => ({
  ...text(''),
  channel: 'print_and_post',
  placeholders,
  text: undefined,
})

test('a text keeps its number and the values that it uses, and nothing else', () => {
  expect(prepareRecipient(text('Dear ((First Name)), ((BENEFIT))'), 'A-1', contact)).toEqual({
    state: 'prepared',
    reason: null,
    destination: '+447700900123',
    personalisation: { first_name: 'Edna', benefit: 'Pension Credit' },
    contactDigest: 'd',
    units: 1,
  })
})

test('who prefers the language of the translation gets it, with its own segments, and the others the first', () => {
  const welsh = compileTemplate(`Annwyl ((last_name)), ${'ŵ'.repeat(80)}`)
  const message: CampaignMessage = {
    ...text('Dear ((first_name))'),
    translation: { language: 'cy', placeholders: welsh.placeholders, text: welsh },
  }
  expect(prepareRecipient(message, 'A-1', { ...contact, preferredLanguage: ' CY ' })).toMatchObject({
    personalisation: { last_name: 'Ashworth', language: 'cy' },
    units: 2,
  })
  expect(prepareRecipient(message, 'A-1', contact)).toMatchObject({
    personalisation: { first_name: 'Edna' },
    units: 1,
  })
})

test('a letter to somebody with a picture in the name is not made, a text is', () => {
  const odd = { ...contact, firstName: 'Edna 🧣' }
  expect(prepareRecipient(letter('first_name', 'address_line_1', 'postcode'), 'A-1', odd)).toMatchObject({
    state: 'cannot_be_contacted',
    reason: 'Its details have signs that cannot be printed: 🧣',
  })
  expect(prepareRecipient(text('Dear ((first_name))'), 'A-1', odd).state).toBe('prepared')
})

test('the lines of an address stand without a gap, and only the optional ones may be empty', () => {
  const made = prepareRecipient(
    letter('title', 'address_line_1', 'address_line_2', 'address_line_3', 'postcode'),
    'A-1',
    contact,
  )
  expect(made.personalisation).toEqual({
    title: '',
    address_line_1: '1 Harbour Street',
    address_line_2: 'Ashford',
    address_line_3: '',
    postcode: 'ZE9 1AA',
  })
})

test.each([
  ['no contact', text('Hello'), undefined, 'There are no contact details for this household.'],
  ['do-not-contact', text('Hello'), { ...contact, doNotContact: true }, 'It is marked do-not-contact.'],
  ['no number', text('Hello'), { ...contact, mobile: ' ' }, 'It has no mobile number.'],
  ['a landline', text('Hello'), { ...contact, mobile: '0161 496 0000' }, 'Its number is not a UK mobile number.'],
  ['half an address', letter(), { ...contact, town: '' }, 'It has no full address.'],
  [
    'an empty name',
    text('((last_name))'),
    { ...contact, lastName: '' },
    'The message needs ((last_name)), which is empty.',
  ],
  [
    'a name that is too long',
    text('((last_name))'),
    { ...contact, lastName: 'x'.repeat(919) },
    'With its details the message is longer than 918 characters.',
  ],
] as const)('with %s it cannot be contacted, and says why without personal data', (_what, message, with_, reason) => {
  expect(prepareRecipient(message, 'A-1', with_)).toMatchObject({
    state: 'cannot_be_contacted',
    reason,
    destination: null,
    personalisation: null,
  })
})

test('a fault that nobody foresaw is that household’s alone', () => {
  // Not a text, as a broken row would be.
  const broken = { ...contact, mobile: null } as unknown as ContactRow
  expect(prepareSafely(text('Hello'), 'A-1', broken)).toMatchObject({
    state: 'cannot_be_contacted',
    reason: 'Its details could not be read.',
  })
})

test('a placeholder that nobody knows is refused by name', () => {
  expect(() => compileTemplate('((first_name)) ((shoe size)) ((iban))')).toThrow(
    '((shoe size)), ((iban)) are not placeholders that a template can use.',
  )
})
