/** Visible decisions where the specification is silent: frame, live updates, small details. */
import { type RuleSection, rule } from './rule.ts';

export const DECISIONS: readonly RuleSection[] = [
  {
    name: 'Live updates and several tabs',
    rules: [
      rule(
        'Rows and pages change by streamed events, and are not read again',
        'solicit.spec.ts › the list of what waits › follows the customer without being read again: opened, stuck, signed',
        'qr.spec.ts › closes itself when the document moves on, and the list follows',
      ),
      rule(
        'What is made in one tab stands in the others',
        'document-list.spec.ts › a document is made in the folder and stands in its list at once, for who looks elsewhere too',
        'tablet.spec.ts › a document is sent to the tablet of choice, and its page says so in every tab',
      ),
      rule(
        'A session is one in all tabs',
        'session.spec.ts › several tabs › leaving in one leaves in all, and what was typed in any is gone',
        'session.spec.ts › several tabs › somebody else signed in in one is somebody else in all',
        'session.spec.ts › several tabs › the same person signing in again disturbs no other tab',
      ),
      rule(
        'A doubt about a code, a plate or a chassis number asks, and never refuses',
        'customers.spec.ts › the form of a customer › takes a company by its eleven digits, and asks once about a code that cannot be right',
      ),
      rule(
        'A save whose answer was lost is told as saved at the next try, not as somebody else’s',
        'offline.spec.ts › a folder whose saved answer was lost is saved at the second try, and nobody else is said to have saved it',
        'offline.spec.ts › a draft whose saved answer was lost is saved at the second try, though it is a draft no more',
      ),
    ],
  },
  {
    name: 'Frame and widths',
    rules: [
      rule(
        'The quick panel shows own events, notifications and settings, and fits 320 px',
        'quick-panel.spec.ts › the quick panel › asks for own activity only when it is opened, and leads to what was done',
        'quick-panel.spec.ts › the quick panel › keeps what the toasts said, and a dot says that there is something to read',
        'quick-panel.spec.ts › the quick panel › holds theme and language on a phone, and fits 320 px',
      ),
      rule(
        'Breakpoints 544, 768, 992, 1200',
        'breakpoints.spec.ts › lists and frame change at 544, 768, 992 and 1200 px, and at no pixel before',
      ),
      rule(
        'Those who want no motion get none',
        'frame.spec.ts › one page gives way to the next within 200 ms, at once for those who want no motion',
      ),
      rule(
        'The keyboard stays where one was, or begins at the heading of a new page',
        'keyboard.spec.ts › a page that comes in place of another begins at its heading, the first one where the browser begins',
        'keyboard.spec.ts › a signature started from its document leaves the keyboard among the actions',
        'wizard.spec.ts › the ways to a customer are walked with the arrows, and the focus stays on them',
        'keyboard.spec.ts › a new customer waits for the signature by keyboard alone, with 43 presses besides text',
      ),
    ],
  },
  {
    name: 'Small things',
    rules: [
      rule(
        'A duplicate customer is pointed out, with «Usa questo cliente»',
        'customers.spec.ts › the form of a customer › warns of a customer with the same codice fiscale and takes the data that are here already',
        'wizard.spec.ts › a customer who is here already is pointed out, and taken instead of a second one',
      ),
      rule(
        '«In attesa di firma»: who has to sign since when; sent, opened, stuck, with the link sent once more by one click',
        'solicit.spec.ts › the list of what waits › tells customer, document, folder, since when, what happened last and when the link ends',
        'solicit.spec.ts › the list of what waits › is narrowed by its three groups, which say how many there are, and keeps the choice in the address',
        'solicit.spec.ts › sending the link once more › takes one click, says so, and then tells when it can be done again',
      ),
      rule(
        'Ctrl-K searches names, plates, chassis numbers, codici fiscali and proposal numbers',
        'quick-search.spec.ts › opens by its button and by Ctrl K on every page, and Escape brings the keyboard back',
        'quick-search.spec.ts › is walked by arrows and opened by Enter, while the keyboard stays in the field',
        'quick-search.spec.ts › says so when nothing is found, and what it looks through',
      ),
      rule(
        'A PDF dropped anywhere proposes customer, plate and chassis number from its text',
        'pdf-start.spec.ts › a PDF proposes customer, plate and VIN from its text, and opens the wizard with them',
        'pdf-start.spec.ts › what is dropped on the page and is no PDF, or several of them, is refused with the reason',
      ),
      rule(
        '«Invia al tablet» to a paired device',
        'tablet.spec.ts › a document is sent to the tablet of choice, and its page says so in every tab',
        'tablet.spec.ts › what waits on a tablet is taken out from its queue, by whoever may sign it',
      ),
      rule(
        'A notification when the customer has signed',
        'notification.spec.ts › turning it on asks the browser, shows how they come, and is kept for this person in this browser',
        'notification.spec.ts › of several tabs that nobody looks at one notifies, and its click opens the document there',
      ),
      rule(
        'A folder as ZIP with its trails',
        'folders.spec.ts › a folder › comes down as one ZIP, each signed document with its trail, and a list of all of them',
      ),
    ],
  },
];
