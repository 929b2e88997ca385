import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const textCampaignGuide: Guide = {
  title: 'Send a text campaign',
  summary: 'Write to households by text message, from choosing them to the day the texts go out.',
  who: 'Everybody in an organisation that has campaigns. You prepare it. Your provider checks it and sends it.',
  needs: [
    <>
      To know who you want to write to. <Link to="/help/find-households">Find them on the map</Link> first.
    </>,
    'To know which benefit it is about. One campaign is about one benefit.',
    <>A text that has been approved. If there is none yet, see “Write a text of your own” below.</>,
  ],
  jobs: [
    {
      title: 'Set up the campaign',
      picture: {
        name: 'campaign-details',
        alt: 'Create new campaign, filled in: name, type and channel. Below them is the number of households it can reach.',
      },
      steps: [
        <>
          Choose your filters in <b>Street View</b>. Then press <b>Actions</b> and <b>Create new campaign</b>.
        </>,
        <>
          Type a <b>Campaign Name</b>. Only you and your colleagues see it.
        </>,
        <>
          Choose the benefit under <b>Campaign Type</b>. Choose <b>SMS</b> under <b>Communication Channel</b>. SMS means
          text message.
        </>,
        <>
          If some of them had a message lately, tick <b>Exclude households already contacted</b>. Then say how many
          months back.
        </>,
        'Read how many households it can reach. The bars below say who is left out, and why.',
        <>
          If it says that mobile numbers are shared by several households, choose. Each household gets its own text, or
          you tick <b>One text for each number</b>.
        </>,
        <>
          For Pension Credit you may keep some back by lot, to measure what the text does. The advice stands under{' '}
          <b>Hold out at random, to measure what the campaign causes</b>.
        </>,
        <>
          Choose a <b>Lawful basis</b>. If you do not know it, ask an administrator.
        </>,
        <>
          Press <b>Next</b>.
        </>,
      ],
    },
    {
      title: 'Choose the text, and send it for review',
      picture: {
        name: 'text-preview',
        alt: 'A drawing of a phone that shows the chosen text as people will get it.',
      },
      steps: [
        <>
          Under <b>Choose your SMS Message</b>, press the text you want. The phone shows how it will look.
        </>,
        'Read every word. The name and the amount are made up here; each household gets its own.',
        <>
          To see it on your own phone, type <b>Your mobile number</b> and press <b>Send me a test</b>.
        </>,
        <>
          Press <b>Send for Review</b>. Read what it says, and press <b>Send for Review</b> once more.
        </>,
      ],
    },
    {
      title: 'After that',
      steps: [
        <>
          Open <b>Campaigns</b>. The column <b>Status</b> says how far it is, and whose turn it is. “sent to api” means
          that your provider has it.
        </>,
        'Your provider reads the list and the text. Then the provider sends it.',
        <>
          If it comes back to you, read the comment. Press <b>Make a draft of it again</b>, change it, and send it for
          review again.
        </>,
        <>
          Changed your mind? Press <b>View details</b>, then <b>Withdraw campaign</b>. You can do this until it is sent.
        </>,
        <>
          When people call, use <Link to="/help/replies">Replies</Link>. After some months, read the{' '}
          <Link to="/help/report">report</Link>.
        </>,
      ],
    },
    {
      title: 'Write a text of your own',
      steps: [
        <>
          This is for administrators. Open <b>Campaigns</b>, press <b>Texts and letters</b>. Begin with{' '}
          <b>Copy and change the text</b> under <b>Examples to begin from</b>, or press <b>Write a text</b>.
        </>,
        'Give it a name, and write it in short sentences. The phone beside it shows the text as you type.',
        <>
          Open <b>Details that are filled in</b> to put in a name or an amount. Doorstep puts each household’s own in
          its place.
        </>,
        <>
          Press <b>Send for approval</b>. An administrator of at least seven days whom you did not invite, nor were
          invited by, or your provider, presses <b>Approve</b>. Then campaigns offer it.
        </>,
      ],
    },
  ],
  problems: [
    ['Next stays grey', 'Something is not filled in, or nobody would be reached. The box above the button says which.'],
    ['Nobody would be reached', 'Choose fewer filters, another type, or letters. Many homes have no mobile number.'],
    [
      'No text is offered',
      <>
        None is approved for this benefit. An administrator can press <b>Use the text as it is</b> beside an example.
        Campaigns offer it at once.
      </>,
    ],
    [
      '“This cannot be sent yet”',
      'The text asks for something that is not filled in, such as your telephone number. Follow the link beside it, or ask an administrator.',
    ],
    [
      'I had to stop half way',
      <>
        It is kept as a draft on this device. You find it under <b>Drafts</b> in Campaigns.
      </>,
    ],
  ],
}
