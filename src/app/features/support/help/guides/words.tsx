import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const wordsGuide: Guide = {
  title: 'Words',
  summary: 'What the words on the screens mean.',
  who: 'Everybody.',
  needs: [],
  jobs: [],
  problems: [],
  terms: {
    title: 'From A to Z',
    list: [
      [
        'Administrator',
        <>
          Somebody who looks after Doorstep in your council. See <Link to="/help/people">People and roles</Link>.
        </>,
      ],
      ['Audit log', 'A record of who did what and when. It cannot be changed.'],
      ['Campaign', 'One message about one benefit, to one list of households, by text or by letter.'],
      ['Communication channel', 'How a message goes out: by text (SMS) or by letter.'],
      ['Contacts', 'Names, addresses and telephone numbers. They are kept apart from all other data.'],
      ['CSV', 'A plain file with a table. Excel can open it.'],
      ['Do-not-contact', 'No campaign writes to this household.'],
      ['Draft', 'A campaign that you have not sent for review yet. It is kept on your device alone.'],
      ['Eligible household', 'A household that a campaign can reach and that may be missing the benefit.'],
      ['Estimate', 'What a household may be missing in a year, from the lowest to the highest. It is not a promise.'],
      ['Filter', 'One question about households, such as “Who rents?”. Filters together narrow the list down.'],
      ['Filter template', 'Filters that you have saved under a name.'],
      ['GOV.UK Notify', 'The government’s service that sends the texts and prints the letters.'],
      ['Held out', 'Drawn by lot to get no message for some months. They are compared with those who got it.'],
      ['Household', 'The people of one home.'],
      ['Household reference', 'A code that stands for a household, so that no name is needed.'],
      ['Lawful basis', 'The reason in law why you may write to people.'],
      ['LIFT Snapshot', 'The month of data that a campaign goes by.'],
      ['Month of data', 'All households as they were in one month.'],
      ['Offline', 'Without the internet. You can still read this help and work on your drafts.'],
      ['PDF', 'A file that looks the same on every device, ready to print.'],
      ['Placeholder', 'Marks such as ((first_name)) in a text or letter. Each household gets its own name there.'],
      ['Provider', 'The firm or body that runs Doorstep for your council.'],
      ['Recipient', 'A household on the list of a campaign.'],
      ['Reply', 'What came back: a call, an answer or a letter.'],
      [
        'Report',
        <>
          What a campaign came to. See <Link to="/help/report">how to read it</Link>.
        </>,
      ],
      ['Review', 'Your provider reads the list and the message before anything goes out.'],
      ['Rights desk', 'Where administrators answer people who ask about their data.'],
      ['Segment', 'The piece by which a text is charged. A long text has two or three.'],
      ['Shift code', 'The secret that opens a visit round on your device.'],
      ['SMS', 'A text message.'],
      ['Status', 'How far a campaign is, such as Draft, Awaiting approval or Complete.'],
      ['Template', 'A text or letter that was approved, ready for campaigns. Or saved filters.'],
      ['Unclaimed', 'Money that a household could claim and does not.'],
      ['Visit round', 'Households that you take with you, to call at their doors.'],
      ['Ward', 'A part of the council’s area, with its own councillors.'],
    ],
  },
}
