import type { Guide } from '../guide'

export const monthGuide: Guide = {
  title: 'Hand over a month of data',
  summary: 'Give Doorstep the new files, see what they would change, and publish them.',
  who: 'Administrators. Only they see this page.',
  needs: [
    'The file of households for the month, from the people who make your files. It ends in .csv, .csv.gz or .parquet.',
    'If you have it, the file of contacts: names, addresses and mobile numbers.',
    'For the first month alone: a file of wards, which draws their borders.',
  ],
  jobs: [
    {
      title: 'Check the files',
      picture: {
        name: 'month',
        alt: 'Hand over a month, with a box for the month and one for each file.',
      },
      steps: [
        <>
          Open <b>Settings</b>, and press <b>Data</b>.
        </>,
        <>
          Choose the <b>Month</b> that the files are about.
        </>,
        <>
          Choose your file under <b>Households</b>. If you have new contacts, choose that file under{' '}
          <b>Contacts (optional)</b>. Without one, the old contacts stay.
        </>,
        <>
          For the first month, choose the file of wards under <b>Wards</b>. Later months keep them. If the file does not
          name your local authority, type its <b>Name</b> and its <b>Code</b>.
        </>,
        <>
          Press <b>Upload and check</b>. You may leave the page while it works.
        </>,
      ],
    },
    {
      title: 'Look, and then publish',
      steps: [
        'Read what would change: how many households come, how many leave, and which averages moved a lot.',
        'Ask yourself: did I expect this? If half of the homes leave, it may be the wrong file.',
        <>
          If all is well, press <b>Publish</b>, and once more when it asks. Everybody sees the new month from then on.
        </>,
        <>
          If not, press <b>Discard</b>. What people see stays as it was.
        </>,
      ],
    },
    {
      title: 'Let a job send the months',
      picture: {
        name: 'month-tokens',
        alt: 'Months from a job: a token with its name and last day, and whether its months are published by themselves.',
      },
      steps: [
        <>
          Your data team may have a job that makes the files. Under <b>Months from a job</b>, press <b>Make a token</b>.
        </>,
        <>
          Write what will use it, press <b>Make</b>, and then <b>Copy token</b>. You see it this once. Give it to the
          data team in a safe way, not by e-mail.
        </>,
        <>
          Show them <b>How a job hands a month over</b>. From then on their months wait on this page, and you publish
          them.
        </>,
        <>
          If the token is lost or no longer needed, press <b>Revoke</b>. It stops at once.
        </>,
      ],
    },
  ],
  problems: [
    [
      'The files have faults',
      <>
        Nothing was changed. Each fault names the row and says what was expected. Send the list to the people who make
        the files. Then press <b>Start again</b>.
      </>,
    ],
    [
      '“This organisation belongs to the demo”',
      'The demo is there to look at, and takes no files. Do it in your own organisation.',
    ],
    ['A file has not all arrived', 'The connection was lost. Discard it, and upload the files again.'],
    [
      'There are warnings, but I can publish',
      'A warning does not stop you. It says what looks odd. Read a few of them first.',
    ],
    [
      'I published the wrong file',
      <>
        You can take it back for 30 days. On the same page, under <b>Bring the month before back</b>, press{' '}
        <b>Bring back</b>, and once more when it asks. The old homes and contacts are there again. A campaign that was
        being made from the wrong file goes back to the person who made it. If one is going out, wait until it is sent,
        or ask for it to be paused.
      </>,
    ],
  ],
}
