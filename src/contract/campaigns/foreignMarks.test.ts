import { expect, test } from 'vitest'
import { findForeignMarks } from './foreignMarks'

test.each([
  ['Dear «First_Name» «Last_Name»,', ['«First_Name»', '«Last_Name»']],
  ['Dear {{first_name}}, {d.name} ${name}', ['{{first_name}}', '{d.name}', '${name}']],
  [
    'Dear (first_name) (Last Name), [title], <postcode>, %phone%',
    ['(first_name)', '(Last Name)', '[title]', '<postcode>', '%phone%'],
  ],
  ['Dear <<Name>> [[name]] [Insert date]', ['<<Name>>', '[[name]]', '[Insert date]']],
  ['Click or tap here to enter text. Dear ((first_name)),', ['Click or tap here to enter text.']],
  ['Choose an item. Click or tap to enter a date.', ['Click or tap to enter a date.', 'Choose an item.']],
  ['Dear ((first_name), and ((last_name', ['((first_name)', '((last_name']],
  ['Dear (first_name)), and last_name))', ['(first_name))', 'last_name))']],
  ['Dear first_name, ring ((phone))', ['first_name']],
  ['Dear «First Name, <<Last', ['«First Name,', '<<Last']],
  ['Dear Name}}, Title»', ['Name}}', 'Title»']],
  ['Dear «((first_name))»', ['«((first_name))»']],
  ['Dear [Name] of [Council name], *|FNAME|*', ['[Name]', '[Council name]', '*|FNAME|*']],
])('%j has marks of other systems', (text, marks) => {
  expect(findForeignMarks(text).toSorted()).toEqual(marks.toSorted())
})

test.each([
  'Dear ((first_name)) (( last name )), you may get ((amount)) a week (see page 2).',
  'Help with rent (and Council Tax), as in section 3(a). Cost < £5 and > £2: 50% of it, [sic].',
  'Look at www.example.gov.uk/first_name or write to first_name@example.org.',
  'Go to gov.uk >> Benefits » Pension Credit [see the date].',
  'See section 4 (b (c)). “Click here” is not a way to claim.',
])('%j has none', (text) => {
  expect(findForeignMarks(text)).toEqual([])
})
