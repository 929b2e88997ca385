import type { Guide } from '../guide'

export const peopleGuide: Guide = {
  title: 'People and roles',
  summary: 'Let a colleague in, change what they may do, take them out, and decide who sees what.',
  who: 'Administrators. Others can see their own details in Settings.',
  needs: ['The e-mail address with which your colleague signs in.'],
  jobs: [
    {
      title: 'Let a colleague in',
      picture: {
        name: 'people',
        alt: 'Organisation, with the list of who may sign in, their roles and last sign-in, and the button Invite a person.',
      },
      steps: [
        <>
          Open <b>Settings</b>, and press <b>Manage people</b>.
        </>,
        <>
          Press <b>Invite a person</b>. Type the <b>Email</b>, and choose a <b>Role</b>.
        </>,
        <>
          Press <b>Invite</b>. No e-mail is sent: tell them yourself that they can sign in.
        </>,
      ],
    },
    {
      title: 'Change somebody, or take them out',
      steps: [
        'Press the three dots beside the person.',
        <>
          <b>Make an administrator</b> or <b>Make a Viewer</b> changes the role.
        </>,
        <>
          <b>End sessions</b> signs them out everywhere, for example when a laptop was lost.
        </>,
        <>
          <b>Remove</b> takes them out. Do this on the day that somebody leaves.
        </>,
      ],
    },
    {
      title: 'Decide who sees what',
      steps: [
        <>
          Open <b>Settings</b>, press <b>Data protection</b>, and go to <b>Need to know</b>.
        </>,
        'For each role, take away what it does not need: money, health, family, the exact place, or files.',
        <>
          Press <b>Save</b>. It holds at once, for everybody who is signed in.
        </>,
        'If a change shows more than you see yourself, a second administrator of at least seven days has to confirm it: nobody whom you invited, or who invited you. Your provider can, too.',
      ],
    },
  ],
  problems: [
    ['My colleague cannot sign in', 'Look whether the address is spelt as they type it. Each letter counts.'],
    ['I cannot change my own role', 'Nobody can. Ask another administrator.'],
    ['I cannot remove the last administrator', 'One must stay. Make somebody else an administrator first.'],
  ],
  terms: {
    title: 'The roles',
    list: [
      ['Viewer', 'Uses the map, saves filters, makes campaigns, writes down replies.'],
      [
        'Organisation administrator',
        'Does all that, and looks after people, months of data, letters, and the rights of households.',
      ],
      ['Super administrator', 'Works for the provider. Checks each campaign, and sends it.'],
    ],
  },
}
