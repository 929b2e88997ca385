import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const repliesGuide: Guide = {
  title: 'Deal with replies',
  summary: 'Somebody calls, texts or writes back: find them, write down what they say, and call them again.',
  who: 'Everybody who answers the telephone or opens the post.',
  needs: ['One thing that tells you who it is: a name, street, postcode, telephone number, or the code on the letter.'],
  jobs: [
    {
      title: 'Write down a reply',
      picture: {
        name: 'replies',
        alt: 'Replies. One household was found by its name, and the list of what came back stands below it.',
      },
      steps: [
        <>
          Press <b>Campaigns</b> in the menu, and then <b>Replies</b>.
        </>,
        <>
          Type into the box under <b>Who is it?</b> A few letters are enough, and a short name such as Ng, whole. You
          need no accents and no capitals.
        </>,
        <>
          Press the household. Check the address with the caller before you go on. If it is the wrong one, press{' '}
          <b>Somebody else</b>.
        </>,
        <>
          Under <b>What came back?</b>, choose what they say, such as <b>Wants help to claim</b>.
        </>,
        <>
          Press <b>Record reply</b>. It is saved at once.
        </>,
      ],
    },
    {
      title: 'Help somebody to claim',
      steps: [
        <>
          When they want help, write a <b>Note</b>. Choose a day under <b>Call back on</b>. Tick <b>I look after it</b>{' '}
          if you will do it.
        </>,
        <>
          Below, <b>Who wants help</b> lists everybody who waits. Those to call today come first.
        </>,
        <>
          Press <b>Mine</b> to see your own alone.
        </>,
        <>
          When you have helped, press <b>Done</b>. If that was a mistake, look under Done and press <b>Not done yet</b>.
        </>,
      ],
    },
    {
      title: 'Read a text that came in',
      picture: {
        name: 'received-texts',
        alt: 'Texts that came in: each with its number, what it says, and the households that have the number.',
      },
      steps: [
        <>
          <b>Texts that came in</b> shows what people text back, and which households have the number.
        </>,
        <>Read the text. Press the household to write down what it says. The text then leaves the list by itself.</>,
        <>
          If there is nothing to write down, press <b>Done</b>.
        </>,
        <>
          A text that says no more than STOP needs nobody. It is under <b>Done</b>, and no campaign writes to that
          number.
        </>,
      ],
    },
    {
      title: 'Somebody wants no more messages',
      steps: [
        <>
          Find them, choose <b>Wants no more messages</b>, and press <b>Record reply</b>.
        </>,
        'From that moment no campaign writes to them.',
        <>
          The same is so for <b>Wrong number</b>, <b>Has moved</b>, <b>The letter came back</b> and{' '}
          <b>Somebody has died</b>.
        </>,
        <>
          To undo it, an administrator uses the <Link to="/help/rights">rights desk</Link>.
        </>,
      ],
    },
  ],
  problems: [
    ['Nobody is found', 'Write less of the name, or try the postcode or the telephone number.'],
    [
      'There are two of the same name',
      'Each line shows the address and the last message. Ask the caller for the postcode.',
    ],
    [
      'No texts come in',
      <>
        People can only text back to a number. Under <b>Settings</b>, <b>Messages</b>, an administrator sees who your
        texts come from.
      </>,
    ],
    ['I chose the wrong answer', 'Find the household once more and record the right one. The last answer counts.'],
    [
      'The caller asks if the letter is real',
      'Every letter has a code at its end, and a web address where the code can be checked.',
    ],
    [
      'They ask what else you hold on them',
      <>
        Give the call to an administrator: see <Link to="/help/rights">When somebody asks about their data</Link>.
      </>,
    ],
  ],
}
