import { Link } from 'react-router-dom'
import type { Guide } from '../guide'

export const findHouseholdsGuide: Guide = {
  title: 'Find households and save a filter',
  summary: 'See who may be missing a benefit, narrow the list down, and keep your choice for next time.',
  who: 'Everybody. You can look as much as you like: nothing on this screen writes to a household.',
  needs: ['Your sign-in.', 'At least one month of data. If the map is empty, ask an administrator.'],
  jobs: [
    {
      title: 'Find the households you want',
      picture: {
        name: 'find-households',
        alt: 'Street View. On the left is the list of filters, with a search box over it. On the right is the map with pink dots, and four figures along its top.',
      },
      steps: [
        <>
          Press <b>Street View</b> in the menu on the left. On a small screen, press <b>Filters</b> to open the list of
          filters.
        </>,
        <>
          Open <b>Select Template</b> and look at the <b>Ready-made questions</b>, such as “Pensioners who may miss
          Pension Credit”. If one fits, press it.
        </>,
        <>
          If none fits, type a plain word into the box <b>Search for a filter...</b>, such as “pensioner” or the name of
          a ward. Press the line that fits.
        </>,
        <>
          You can also open a heading below, such as <b>Income and money</b>. Tick the values you want, or move the ends
          of a range.
        </>,
        'Look at the number under the word Filters. It says how many households are left, such as “1,180 of 18,019”.',
        'Add more filters to narrow it down. A household must fit all of them. Within one filter, any value you tick will do.',
        <>
          To take one filter off, press the cross beside its name above the map. To begin again, press <b>Clear all</b>.
        </>,
      ],
    },
    {
      title: 'Look at them',
      steps: [
        <>
          Press <b>Household map</b> to see a dot for each home. Press <b>Ward map</b> to see how many there are in each
          ward.
        </>,
        <>
          Press <b>List</b> to read the same as a table. Press <b>Trends</b> to see how the number moved from month to
          month.
        </>,
        <>
          In the list, press <b>Why here?</b> beside a household to see what it may be missing. Looking is recorded.
        </>,
        <>
          To see only one part of town, press <b>Draw an area</b> on the map and draw round it.
        </>,
      ],
    },
    {
      title: 'Save your filters',
      picture: {
        name: 'save-filter',
        alt: 'A small window called Create Filter Template, with a box for the name and the list of selected filters.',
      },
      steps: [
        <>
          Press <b>Create template with selected filters</b>, above the list of filters.
        </>,
        <>
          Type a name into <b>Template name</b> that you will know again, and press <b>Submit</b>.
        </>,
        <>
          Next time, choose it under <b>Select Template</b>. All its filters come back at once.
        </>,
        <>
          To rename, share or delete it, press <b>Manage templates</b>.
        </>,
      ],
    },
    {
      title: 'Take the list with you',
      steps: [
        <>
          Press <b>Actions</b> at the top right.
        </>,
        <>
          <b>CSV export</b> makes a file for Excel. It is saved with your other downloads. It has no names and no
          telephone numbers. <b>Print or share</b> makes a page to print, or a link for a colleague.
        </>,
        <>
          <b>Create new campaign</b> starts a <Link to="/help/text-campaign">text</Link> or{' '}
          <Link to="/help/letter-campaign">letter</Link> to these households.
        </>,
      ],
    },
  ],
  problems: [
    [
      'It says “No households match these filters.”',
      'Two filters may rule each other out. Take one off and look at the number again.',
    ],
    ['The number did not change', 'Wait two seconds. The map waits until you have stopped choosing.'],
    ['A filter is not there', 'Your organisation may hide it from your role. Ask an administrator.'],
    [
      'I pressed the wrong thing',
      <>
        Press <b>Undo filter change</b>, the bent arrow above the map. It goes back one step at a time.
      </>,
    ],
    ['I cannot see streets', 'The map can be used without them. Ask your administrator to have them added.'],
  ],
}
