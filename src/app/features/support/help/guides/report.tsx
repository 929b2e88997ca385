import type { Guide } from '../guide'

export const reportGuide: Guide = {
  title: 'Read a report, and what it does not say',
  summary: 'What a campaign came to: who claims now, what it is worth, and how sure that is.',
  who: 'Everybody who has to tell others what a campaign was good for.',
  needs: [
    'A campaign for Pension Credit that is complete. Other campaigns have a summary.',
    'A month of data from at least 28 days after it was sent. The result comes after six months.',
  ],
  jobs: [
    {
      title: 'Open it and read it from the top',
      picture: {
        name: 'report',
        alt: 'A Campaign Report. The first sentence says how many of the contacted and of the held-out households claim. Bars below show both with their ranges.',
      },
      steps: [
        <>
          Open <b>Campaigns</b>, and press the name of the campaign.
        </>,
        <>
          If some households were held out, the report begins with <b>What the campaign caused</b>. That sentence is the
          one to quote.
        </>,
        'It compares two groups that were drawn by lot. One got the message, the other did not. The difference is what the message did.',
        'Quote the range too, such as “14 to 52”. The true number lies most likely between the two.',
        <>
          Then read <b>Campaign Impact</b>: how many contacted households claim now, and what that is worth in a year.
        </>,
        <>
          Press <b>Report (PDF)</b> for a copy to pass on.
        </>,
      ],
    },
    {
      title: 'See what became of the messages',
      steps: [
        <>
          Press <b>Delivery and households</b>.
        </>,
        <>
          <b>Delivered</b> means that the text reached the phone, or that the letter was posted. It does not mean that
          anybody read it.
        </>,
      ],
    },
  ],
  problems: [
    ['It says “Awaiting Data”', 'The month it needs has not come yet. It is not zero: nobody knows yet.'],
    [
      '“Not distinguishable from no effect”',
      'The two groups differ so little that it could be chance. It does not prove that the campaign did nothing.',
    ],
    [
      '“Do not trust these figures”',
      'Something went wrong with the two groups. Ask for help before you use any number of this report.',
    ],
    [
      'The report is closed to me',
      'Your organisation does not show your role what the report tells. Ask an administrator.',
    ],
  ],
  terms: {
    title: 'What the report does not say',
    list: [
      [
        'Why people claim',
        'Without a held-out group, some would have claimed anyway. Then say “after the campaign”, not “because of it”.',
      ],
      [
        'That the money was paid',
        'Yearly and lifetime values are worked out from the weekly amount in the data. They are not payments.',
      ],
      [
        'What happened to those who left',
        'A household that is no longer in the data is not counted. It may have claimed or not.',
      ],
      [
        'That others are alike',
        'The other eligible households may live elsewhere, or be quite different. They are no fair comparison.',
      ],
      [
        'What it did once the held-out group was written to',
        'If held-out households were written to before the result, the report says how many: the effect is then at least what it shows. With more than a tenth of them there is no verdict.',
      ],
    ],
  },
}
