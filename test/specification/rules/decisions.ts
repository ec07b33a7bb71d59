/** Visible decisions where the specification is silent: frame, live updates, small details. */
import { type RuleSection, rule } from './rule.ts';

export const DECISIONS: readonly RuleSection[] = [
  {
    name: 'Live updates and several tabs',
    rules: [
      rule(
        'Rows and pages update from streamed events without a new request',
        'waiting-list.spec.ts › the waiting list › updates live as the customer proceeds: opened, stuck, signed',
        'qr.spec.ts › closes when the document changes its status, and the list updates',
      ),
      rule(
        'Records created in one tab appear in the others',
        'document-list.spec.ts › shows a document created elsewhere at once',
        'tablet.spec.ts › a document is sent to the chosen tablet, and its page shows that in every tab',
      ),
      rule(
        'All tabs share one session',
        'session.spec.ts › several tabs › logging out in one tab logs out all of them and discards their input',
        'session.spec.ts › several tabs › signing in as another user in one tab changes the user in all',
        'session.spec.ts › several tabs › signing in again as the same user does not disturb other tabs',
      ),
      rule(
        'An implausible code, plate or chassis number is asked about, never refused',
        'customers.spec.ts › the customer form › accepts a company by its eleven-digit code, and asks once about an implausible code',
      ),
      rule(
        'A save whose response was lost succeeds on the next attempt, without an edit conflict',
        'offline.spec.ts › a folder whose save response was lost is saved on the second attempt without an edit conflict',
        'offline.spec.ts › a draft whose save response was lost is saved on the second attempt although it is no longer a draft',
      ),
    ],
  },
  {
    name: 'Frame and widths',
    rules: [
      rule(
        'The quick panel shows own events, notifications and settings, and fits 320 px',
        'quick-panel.spec.ts › the quick panel › loads own activity only when opened, and links to its records',
        'quick-panel.spec.ts › the quick panel › keeps past toasts, and a dot marks unread ones',
        'quick-panel.spec.ts › the quick panel › offers theme and language on a phone, and fits 320 px',
      ),
      rule(
        'Breakpoints 544, 768, 992, 1200',
        'breakpoints.spec.ts › lists and frame change their layout exactly at 544, 768, 992 and 1200 px',
      ),
      rule(
        'Reduced motion disables animations',
        'frame.spec.ts › page transitions take at most 200 ms, and none with reduced motion',
      ),
      rule(
        'The focus stays in place, or moves to the heading of a new page',
        'keyboard.spec.ts › a page after navigation starts with its heading focused, the first page with the browser’s default focus',
        'keyboard.spec.ts › a signature started on the document page leaves the focus among the actions',
        'wizard.spec.ts › arrow keys move between the ways to a customer, and the focus stays on them',
        'keyboard.spec.ts › by keyboard a new customer reaches the signature with few key presses besides text',
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
        '«In attesa di firma»: who has to sign and since when; sent, opened, stuck, with the link resent by one click',
        'waiting-list.spec.ts › the waiting list › shows customer, document, folder, start, last event and expiry of the link',
        'waiting-list.spec.ts › the waiting list › filters by three groups with their counts, and keeps the choice in the address',
        'waiting-list.spec.ts › resending the link › takes one click, shows a toast, and then shows when it is available again',
      ),
      rule(
        'Ctrl-K searches names, plates, chassis numbers, codici fiscali and proposal numbers',
        'quick-search.spec.ts › opens by its button and by Ctrl K on every page, and Escape restores the focus',
        'quick-search.spec.ts › arrow keys and Enter work while the focus stays in the field',
        'quick-search.spec.ts › shows a text for an empty result, with the fields it searches',
      ),
      rule(
        'A PDF dropped anywhere suggests customer, plate and chassis number from its text',
        'pdf-start.spec.ts › a PDF suggests customer, plate and VIN from its text and opens the wizard with them',
        'pdf-start.spec.ts › dropping a file that is not a PDF, or several files, is refused with the reason',
      ),
      rule(
        '«Invia al tablet» to a paired device',
        'tablet.spec.ts › a document is sent to the chosen tablet, and its page shows that in every tab',
        'tablet.spec.ts › a user removes another document from the queue of a tablet',
      ),
      rule(
        'A notification when the customer has signed',
        'notification.spec.ts › enabling notifications asks the browser, shows a sample, and is stored for this user in this browser',
        'notification.spec.ts › with several hidden tabs one shows a notification, and its click opens the document there',
      ),
      rule(
        'A folder as ZIP with its trails',
        'folders.spec.ts › a folder › downloads as one ZIP with each signed document, its trail and a list of contents',
      ),
    ],
  },
];
