/** Visible decisions where the specification is silent: frame, live updates, small details. */
import { type RuleSection, rule } from './rule.ts';

export const DECISIONS: readonly RuleSection[] = [
  {
    name: 'Live updates and several tabs',
    rules: [
      rule(
        'Rows and pages change by streamed events, and are not read again',
        'solicit.spec.ts › the waiting list › updates live as the customer proceeds: opened, stuck, signed',
        'qr.spec.ts › closes itself when the document moves on, and the list follows',
      ),
      rule(
        'What is made in one tab stands in the others',
        'document-list.spec.ts › shows a document created elsewhere at once',
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
        'customers.spec.ts › the customer form › accepts a company by its eleven-digit code, and asks once about an implausible code',
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
        'wizard.spec.ts › arrow keys move between the ways to a customer, and the focus stays on them',
        'keyboard.spec.ts › a new customer waits for the signature by keyboard alone, with 43 presses besides text',
      ),
    ],
  },
  {
    name: 'Small things',
    rules: [
      rule(
        'A duplicate customer is pointed out, with «Usa questo cliente»',
        'customers.spec.ts › the customer form › warns of a customer with the same codice fiscale and can take over the existing data',
        'wizard.spec.ts › an existing customer is pointed out, and used instead of a duplicate',
      ),
      rule(
        '«In attesa di firma»: who has to sign since when; sent, opened, stuck, with the link sent once more by one click',
        'solicit.spec.ts › the waiting list › shows customer, document, folder, start, last event and expiry of the link',
        'solicit.spec.ts › the waiting list › filters by three groups with their counts, and keeps the choice in the address',
        'solicit.spec.ts › resending the link › takes one click, shows a toast, and then shows when it is available again',
      ),
      rule(
        'Ctrl-K searches names, plates, chassis numbers, codici fiscali and proposal numbers',
        'quick-search.spec.ts › opens by its button and by Ctrl K on every page, and Escape restores the focus',
        'quick-search.spec.ts › arrow keys and Enter work while the focus stays in the field',
        'quick-search.spec.ts › shows a text for an empty result, with the fields it searches',
      ),
      rule(
        'A PDF dropped anywhere proposes customer, plate and chassis number from its text',
        'pdf-start.spec.ts › a PDF suggests customer, plate and VIN from its text and opens the wizard with them',
        'pdf-start.spec.ts › dropping a file that is not a PDF, or several files, is refused with the reason',
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
        'folders.spec.ts › a folder › downloads as one ZIP with each signed document, its trail and a list of contents',
      ),
    ],
  },
];
