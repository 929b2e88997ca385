import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const letterCampaignGuide: Guide = {
  title: 'Send a letter campaign',
  summary: 'Write to households by post: choose an example or your own Word letter, and send it.',
  who: 'Everybody in an organisation that has campaigns can send an approved letter. Administrators add new letters.',
  needs: [
    <>
      To know who you want to write to. <Link to="/help/find-households">Find them on the map</Link> first.
    </>,
    'A letter: one of the examples, or your own as a Word file. Its name ends in .docx.',
    'Your return address and telephone number in Settings. An administrator fills them in once.',
  ],
  jobs: [
    {
      title: 'Get your first letter ready',
      picture: {
        name: 'letter-examples',
        alt: 'Texts and letters, with the examples for Pension Credit opened: buttons to copy a text, to use it as it is, and to download or use the letter.',
      },
      steps: [
        <>
          This is for administrators. Open <b>Campaigns</b>, press <b>Texts and letters</b> and go to{' '}
          <b>Examples to begin from</b>, at the end of the page.
        </>,
        <>
          Open the benefit. If the letter is good as it is, press <b>Use the letter as it is</b>, and wait some seconds.
          Then you can go on to the campaign: nobody has to approve it.
        </>,
        <>
          If you want to change it, press <b>Letter (Word)</b>. Change the words in Word, and save it.
        </>,
        <>
          Press <b>Upload a letter</b>. Choose the type, the language and your file.
        </>,
        'Doorstep checks it. If something is wrong, it shows all faults at once, marked in red on the page.',
        <>
          An administrator of at least seven days whom you did not invite, nor were invited by, or your provider,
          presses <b>Approve</b>.
        </>,
      ],
    },
    {
      title: 'Set up the campaign',
      steps: [
        <>
          Choose your filters in <b>Street View</b>. Then press <b>Actions</b> and <b>Create new campaign</b>.
        </>,
        <>
          Type a <b>Campaign Name</b>. Choose the benefit under <b>Campaign Type</b>, and <b>Letter</b> under{' '}
          <b>Communication Channel</b>.
        </>,
        <>
          Letters cost more than texts. Tick <b>Only households without a mobile</b> if you text the others.
        </>,
        <>
          Read how many households it can reach. Choose a <b>Lawful basis</b>, and press <b>Next</b>.
        </>,
      ],
    },
    {
      title: 'Choose the letter, and send it for review',
      picture: {
        name: 'letter-preview',
        alt: 'Choose your Letter, with a letter picked under Template, and buttons to see it with a usual, a long and a short address.',
      },
      steps: [
        <>
          Under <b>Choose your Letter</b>, press <b>Choose from existing templates</b>. Then pick one under{' '}
          <b>Template</b>. An administrator may use Doorstep’s example instead, with a button below.
        </>,
        <>
          Read the letter. Press <b>Longest</b> to see whether a long address still fits.
        </>,
        <>
          Under <b>Choose the postage</b>, choose how fast it goes. Each line says what it costs and how long it takes.
        </>,
        <>
          Press <b>Send for Review</b>. Read what it says, and press <b>Send for Review</b> once more.
        </>,
        <>
          What comes next is as with texts: see <Link to="/help/text-campaign">Send a text campaign</Link>, “After
          that”.
        </>,
      ],
    },
  ],
  problems: [
    [
      'My letter is refused',
      'Read the list of faults. The line is quoted, and the page is shown with the place in red. Put all of them right in Word, and upload it once more.',
    ],
    [
      'Something is in the wrong place on the page',
      <>
        Open <b>Where the parts of a letter stand</b> in the upload window. It is a drawing with the millimetres.{' '}
        <b>Documents to begin from</b> has a Word file with the right places.
      </>,
    ],
    [
      'It says that something is not set',
      'Your telephone number, return address or privacy notice is missing. Follow the link beside it, or ask an administrator.',
    ],
    ['Marks such as «First_Name» are refused', 'They belong to another program. Write ((first_name)) in their place.'],
  ],
}
