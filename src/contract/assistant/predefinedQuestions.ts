/** The server tests that the notes answer each. */
export const PREDEFINED_QUESTIONS = [
  {
    group: 'Pension Credit',
    note: 'pension-credit',
    questions: [
      'Who can get Pension Credit?',
      'How do savings affect Pension Credit?',
      'What other help does Pension Credit open up?',
    ],
  },
  {
    group: 'Attendance Allowance',
    note: 'attendance-allowance',
    questions: ['How much is Attendance Allowance?', 'What happens to Attendance Allowance in a care home?'],
  },
  {
    group: 'Healthy Start',
    note: 'healthy-start',
    questions: ['Who qualifies for Healthy Start?', 'What can be bought with a Healthy Start card?'],
  },
  {
    group: 'Free school meals',
    note: 'free-school-meals',
    questions: ['Who can get free school meals in England?', 'Are school meals free for everyone in Wales?'],
  },
] as const
