/** Questions that hold personal details, all to be refused. */
export const PERSONAL: readonly string[] = [
  'Jane Smith of 14 Elm Road, Trafford, can she claim PC?',
  'Mr Patel, 22 Station Rd M33 2AB, AA?',
  'Is Doris Evans dob 03/04/1948 entitled to pension credit',
  'NHS 943 476 5919 healthy start',
  '9434765919 can she get AA',
  'pay it to sort code 20-00-00 account 55779911',
  'a/c 12345678 s/c 20 00 00',
  'is ab123456c on UC',
  'call her on 07911 123456 about AA',
  'send the form to d.evans@mail.example.co.uk',
  'Tom Briggs (12/9/1947) of Urmston, PC?',
  'House no. 41 Barton Road, M41 7NL, AA?',
  'ab-12-34-56-c UC',
  'tel: 07700.900.456',
  'IBAN GB82 WEST 1234 5698 7654 32',
  'can NORTH-00456 get school meals',
]
