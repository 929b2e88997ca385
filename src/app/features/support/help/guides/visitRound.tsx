import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const visitRoundGuide: Guide = {
  title: 'Go on a visit round',
  summary: 'Take up to 60 households with you on a phone, also where there is no signal.',
  who: 'Staff who knock on doors. An administrator switches visit rounds on first.',
  needs: [
    'A phone or tablet on which you can sign in.',
    <>
      Households to visit, chosen with <Link to="/help/find-households">filters or an area</Link>.
    </>,
    'A shift code that you make up, of eight letters or more. A few words that you remember are best. Keep it to yourself.',
  ],
  jobs: [
    {
      title: 'Switch visit rounds on (administrators, once)',
      steps: [
        <>
          Open <b>Settings</b>, press <b>Data protection</b>, and go to <b>Visit rounds</b>.
        </>,
        <>
          Tick <b>Staff may load visit rounds</b>. Tick which roles see names and addresses on a round.
        </>,
        <>
          Press <b>Save</b>.
        </>,
      ],
    },
    {
      title: 'Load the round while you are online',
      picture: {
        name: 'visit-round',
        alt: 'Start a visit round: which filters are selected, how long the shift is, and two boxes for the shift code.',
      },
      steps: [
        <>
          Choose the households in <b>Street View</b>. For one street or block, use <b>Draw an area</b> on the map. To
          go back to those who asked for it, press <b>Who to call at again</b> on the page Visit round.
        </>,
        <>
          Press <b>Actions</b>, then <b>Start a visit round</b>.
        </>,
        <>
          Choose who is left out because somebody was there lately, and how many doors you want. A colleague who starts
          from the same filters gets other doors.
        </>,
        <>
          Choose how long the shift is. Type your code, and once more under <b>Shift code again</b>.
        </>,
        <>
          Press <b>Start the round</b>. The households are now on this device, locked with your code.
        </>,
      ],
    },
    {
      title: 'At the door',
      steps: [
        <>
          The visits come in a short order to walk. Each says where it is from the one before. To begin where you stand,
          press <b>Start the walk where I am</b>. Doorstep does not keep where you are, and sends it to nobody.
        </>,
        'Read what came of the last visit before you knock.',
        <>
          After the visit, press what came of it: <b>Spoke</b>, <b>Helped to claim</b>, <b>Left a card</b>,{' '}
          <b>Nobody in</b>, <b>Call again</b>, <b>Refused</b>, <b>Moved</b> or <b>Do not call</b>. For <b>Call again</b>{' '}
          and <b>Helped to claim</b> you can choose a day. Colleagues see it under <b>Replies</b>, in{' '}
          <b>Who wants help</b>.
        </>,
        <>
          Write a short <b>Note</b> if you like. Press <b>Record and go on</b>.
        </>,
        <>
          When you put the device away, press <b>Lock</b>.
        </>,
      ],
    },
    {
      title: 'At the end',
      steps: [
        <>
          Press <b>End the round</b>. The households are taken off the device.
        </>,
        'Go online again. What you recorded is sent by itself.',
      ],
    },
    {
      title: 'See what came of the visits (administrators)',
      steps: [
        <>
          Open <b>Campaigns</b>, then <b>Visit outcomes</b>. Choose the first and the last day.
        </>,
        <>
          Under <b>Counts</b> you see how many visits ended how, in which ward and with which officer. Counts of 1 to 7
          are shown as *. Press an outcome to see the households whose last visit ended so on the map.
        </>,
        <>
          Under <b>Visits</b> is each visit, with its date and note. Choose an outcome, an officer or a ward to see
          fewer. <b>Export CSV</b> saves what you chose. Doorstep records the export.
        </>,
      ],
    },
  ],
  problems: [
    [
      'I forgot my code',
      'Nobody can find it out. After ten wrong tries the round is removed from the device. Start another round.',
    ],
    ['There is no signal', 'Go on as before. What you record waits on the device, and is sent later.'],
    [
      'It says there are too many households',
      'A round is chosen from 600 at most, and has 60. Draw a smaller area or add a filter.',
    ],
    [
      'It says no household is left to visit',
      'They were visited lately, or are in a round that is open. If it is yours and you do not walk it, end it on the page Visit round. Otherwise choose other households.',
    ],
    [
      'I see no names',
      'Your organisation may not show them to your role. Or you have had as many names today as you may.',
    ],
    [
      'I lost the device',
      'Tell an administrator at once. The round cannot be opened without the code, and goes when the shift ends.',
    ],
  ],
}
