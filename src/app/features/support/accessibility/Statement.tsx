import { Page } from '../../../ui/page/Page'
import { NativeLink } from '../../../ui/button/NativeButton'
import styles from './Statement.module.css'

/** docs/accessibility.md says how each criterion is met. */
const PREPARED = '23 November 2026'

/**
 * The statement required by the Public Sector Bodies (Websites and Mobile Applications) Accessibility Regulations 2018.
 */
export function Statement({ contact }: { contact: string | null }) {
  return (
    <main className={styles.main}>
      <Page
        title="Accessibility statement"
        subtitle={`Prepared on ${PREPARED}`}
        actions={<NativeLink href="/">Go to Doorstep</NativeLink>}
      >
        <div className={styles.words}>
          <p>
            This statement is about Doorstep, including its sign-in, its documents, and the page on which households
            check whether a letter is genuine. We want as many people as possible to be able to use it. For example, you
            should be able to:
          </p>
          <ul>
            <li>use all of it with a keyboard, or with speech recognition software</li>
            <li>listen to it with a screen reader</li>
            <li>zoom in to 400% without the text spilling off the screen</li>
            <li>change spacing, contrast and colours with your browser or device, and have a dark screen</li>
            <li>switch off movement on your device, and single-key shortcuts in Settings</li>
            <li>read everything that the map shows as a list too</li>
          </ul>

          <h2>How accessible Doorstep is</h2>
          <p>
            Doorstep is partially compliant with the{' '}
            <a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines 2.2</a>, level AA, because of
            the problems listed below.
          </p>

          <h2>Known problems</h2>
          <ul>
            <li>
              Letters, their previews and print packs are PDFs without all tags, so a screen reader may not read them in
              order. The text of a letter can be read in its Word template. (1.3.1 Info and Relationships, 1.3.2
              Meaningful Sequence)
            </li>
            <li>
              The preview of a letter is shown by your browser’s PDF viewer, which we cannot change. (1.4.10 Reflow)
            </li>
            <li>
              Where an organisation uses Google Maps, the names of its streets and its logo are Google’s. Choose “List”
              above the map for the same data as text. (1.4.3 Contrast, 1.4.4 Resize Text)
            </li>
            <li>
              Dots on the map that lie over each other, and those that are not looked for, may have little contrast.
              Their number and colours are in the legend, and the list has each of them. (1.4.11 Non-text Contrast)
            </li>
          </ul>

          <h2>Reporting a problem, and information in another format</h2>
          <p>
            If you find a problem that is not listed here, think that Doorstep does not meet the requirements, or need
            something in another format such as large print, audio or braille,{' '}
            <span>
              {contact === null ? (
                'contact the administrator of Doorstep in your organisation or your account manager'
              ) : (
                <>
                  email <a href={`mailto:${contact}`}>{contact}</a>
                </>
              )}
            </span>
            . Say which page it is about, what you wanted to do and what you use (your browser, screen reader or other
            software). Do not name a household.
          </p>

          <h2>Enforcement</h2>
          <p>
            The Equality and Human Rights Commission (EHRC) enforces the Public Sector Bodies (Websites and Mobile
            Applications) (No. 2) Accessibility Regulations 2018. If you are not happy with how your complaint is
            answered,{' '}
            <a href="https://www.equalityadvisoryservice.com/">
              contact the Equality Advisory and Support Service (EASS)
            </a>
            .
          </p>
          <p>
            In Northern Ireland the <a href="https://www.equalityni.org/">Equality Commission (ECNI)</a> enforces them
            and takes complaints.
          </p>

          <h2>How it was tested</h2>
          <p>
            Doorstep’s maintainers tested it themselves, most recently on {PREPARED}: automated tests of every screen in
            Chromium with axe, mostly as a super administrator sees it, and with Lighthouse; journeys by keyboard alone;
            every screen at 400% zoom with wider text spacing; and the main screens with forced colours. People with
            disabilities and screen reader software have not tested it yet.
          </p>
        </div>
      </Page>
    </main>
  )
}
