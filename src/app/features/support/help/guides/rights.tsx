import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const rightsGuide: Guide = {
  title: 'When somebody asks about their data',
  summary: 'Show people what you hold on them, correct it, erase it, or stop all messages.',
  who: 'Administrators. If you are not one, take the name and number, and pass the request on.',
  needs: [
    'To know that they are who they say. Follow your council’s rule on this first.',
    'Their name, address, telephone number, or the code on the letter.',
  ],
  jobs: [
    {
      title: 'Show what you hold (access)',
      picture: {
        name: 'rights',
        alt: 'The rights desk with one household open: its name and address, and buttons to export all that is held.',
      },
      steps: [
        <>
          Open <b>Settings</b>, and press <b>Data protection</b>. Press <b>Open the rights desk</b>.
        </>,
        <>
          Type the name or address, and press <b>Find</b>. Press <b>Open</b> beside the right household.
        </>,
        'Every search and every look is recorded. Open only the one you need.',
        <>
          Press <b>Export as PDF</b>. It opens in a tab of its own; save it from there. That file is all that Doorstep
          holds. Read it before you send it.
        </>,
      ],
    },
    {
      title: 'Stop all messages (do-not-contact)',
      steps: [
        'Open the household as above.',
        <>
          Under <b>Do-not-contact</b>, choose why, such as <b>It objects to messages</b>.
        </>,
        <>
          Press <b>Mark as do-not-contact</b>. No campaign writes to it from then on.
        </>,
        <>
          To end it, press <b>Lift do-not-contact</b>. Do so only if they ask for it.
        </>,
      ],
    },
    {
      title: 'Put something right (correction)',
      steps: [
        'Open the household as above.',
        <>
          Beside <b>Correct name, address or number</b>, press <b>Correct</b>.
        </>,
        <>
          Change what is wrong, and press <b>Save the correction</b>. It stays when new months come.
        </>,
      ],
    },
    {
      title: 'Erase it for good (erasure)',
      steps: [
        'First think whether do-not-contact is enough. It keeps them from being written to. After an erasure the same people could come back under a new reference.',
        'If they asked for a copy, export it first.',
        <>
          Beside <b>Erase this household</b>, press <b>Erase</b>. Read what it says. Type the household’s reference.
          Then press <b>Erase for good</b>.
        </>,
        'Nobody can bring it back, not even the helpdesk.',
      ],
    },
  ],
  problems: [
    [
      'Nobody is found',
      <>
        Write less of the name. Or, if you have the reference, type it and press{' '}
        <b>Look it up as a reference in the months and campaigns</b>.
      </>,
    ],
    ['There is no export button', 'Your role may not export. Ask another administrator.'],
    [
      'They say they never had a message',
      'The section Campaigns of the household says which lists it was on, and what became of each message.',
    ],
    [
      'It is only about one call',
      <>
        Use <Link to="/help/replies">Replies</Link>. It is quicker, and everybody can.
      </>,
    ],
  ],
}
