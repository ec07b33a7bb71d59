/** The specification's "Error catalogue", rule by rule. */
import { type RuleSection, rule } from './rule.ts';

const WORDS = 'messages.spec.ts › each status has its words, and a detail, a message or wrong fields are added to them';

export const ERRORS: readonly RuleSection[] = [
  {
    name: 'Texts by status and body',
    rules: [
      rule(
        "A server message in the body gives a 'with message' text; with a stack also, 'with message and stack'",
        WORDS,
      ),
      rule(
        "400, 404, 422: 'Errore di validazione dei dati.'; 'with detail' when the body has a detail or title",
        WORDS,
        'refusals.spec.ts › a file that cannot be taken › is refused with the reason, nothing is written, and what was typed is still there',
      ),
      rule(
        "'with fields' when it has fieldErrors, each showing the translated field label or 'Campo non specificato'",
        WORDS,
        'messages.spec.ts › wrong fields that the server names stand at their fields, in its words',
      ),
      rule(
        'Field messages: field cannot be null, field cannot be empty',
        'test/validation/dossiers.ts › email is a valid address',
        'src/domain/validation.test.ts › of the rule “%s” (%#)',
        'messages.spec.ts › wrong fields that the server names stand at their fields, in its words',
      ),
      rule(
        "500: 'Errore interno del server', or with detail",
        WORDS,
        'qr.spec.ts › says inside the dialog why there is no code, and tries again',
      ),
      rule("403: 'Errore nei permessi', or with detail", WORDS),
      rule("Generic: 'Errore generico' (with message, with message and stack)", WORDS),
      rule("'Permesso negato'", 'wizard.spec.ts › is found at its address in any case, and nowhere else'),
    ],
  },
  {
    name: 'Behaviours',
    rules: [
      rule(
        '401 on any call logs out',
        'session.spec.ts › the end of a session › leaves once, however many calls are refused, and comes back to the page',
        'document-edit.spec.ts › what was typed › waits for the same person after the session ended',
      ),
      rule(
        'Dealers-load failure goes to the dealer error page',
        'frame.spec.ts › without dealers the page of the dealers says so and offers the logout',
      ),
      rule(
        'An account that does not come is told, and asked for again',
        'frame.spec.ts › when the account does not come, the page says so and tries again',
      ),
      rule(
        'Token expiry goes to logout',
        'session.spec.ts › the end of a session › is noticed every two minutes, keeps what was typed, and leads back there after the next sign-in',
      ),
      rule(
        'Login landing time-out goes to /error/error-v1',
        'session.spec.ts › the landing › gives up after ten seconds without a session',
      ),
      rule(
        'Failing statistics calls show per-card errors',
        'dashboard.spec.ts › figures › fail one by one, each with its own note and another try',
        'dashboard.spec.ts › figures › say so when the legal entities cannot be read, and the rest of the page works',
      ),
      rule(
        'Errors in lists show in a red alert',
        'customers.spec.ts › the list of customers › says so when nobody is found, and in red when it cannot be read',
        'quick-panel.spec.ts › the quick panel › tells a failure and tries again',
        'quick-search.spec.ts › shows what could be read when one of three calls fails, and tries that one again',
      ),
      rule(
        'List errors are also stored and logged',
        'src/web/portal/api/query-client.test.ts › is stored and logged with data for support, and without search texts',
        'customers.spec.ts › the list of customers › says so when nobody is found, and in red when it cannot be read',
      ),
      rule(
        'Without a network nothing that acts is kept for later, and each act says what was not done',
        'offline.spec.ts › a customer is not created without a network, nor later by itself, and the form waits',
        'offline.spec.ts › a folder is not saved without a network, nor later by itself, and what was changed stays in its form',
        'offline.spec.ts › a signature is not started without a network, nor later by itself on another page',
        'offline.spec.ts › a signature is not cancelled without a network, nor later by itself',
        'offline.spec.ts › a document is not deleted without a network, nor later by itself, and the question stays',
        'offline.spec.ts › the wizard makes and starts nothing without a network, nor later by itself, and all that was typed waits',
        'offline.spec.ts › a file is not uploaded without a network, nor later by itself, and the form keeps it',
        'offline.spec.ts › the signer signs nothing without a network, nor later by itself, and the code stays',
        'offline.spec.ts › the signer declines nothing without a network, nor later by itself',
      ),
      rule(
        'An answer that was lost is told as such, and what is sent again is made once',
        'offline.spec.ts › a customer whose answer was lost is made once, however often it is sent',
      ),
      rule(
        'What is read without a network says so and comes by itself when it is back',
        'offline.spec.ts › a network that takes what is sent and answers nothing is told after a while',
        'offline.spec.ts › a list that is read without a network says so and comes by itself when it is back',
        'offline.spec.ts › a preview that is read without a network says so and comes by itself when it is back',
        'offline.spec.ts › a page whose program is not there yet says so and comes by itself, a dialog does not open later',
      ),
      rule(
        'Errors in forms show in a red alert',
        'customers.spec.ts › the form of a customer › says at each field what is missing or wrong, then creates, and toasts tell both',
        'folders.spec.ts › a new folder › is asked what its type demands, and refused what does not fit, each at its field',
        'document-edit.spec.ts › what was typed › stays when the save fails, and is offered again after a reload, the file by its name',
        'wizard.spec.ts › creating shows itself, fails without losing anything, and succeeds the next time',
      ),
      rule(
        'In-progress toasts are informational and stay until replaced',
        'toasts.spec.ts › work under way keeps its toast until what came of it takes its place, for three seconds',
        'toasts.spec.ts › a failure is announced at once, with what to do',
      ),
      rule(
        "An unhandled extra field type shows '{field} non gestito'",
        'document-form.spec.ts › the extra fields of a type › are drawn by their type, filled in with its defaults, judged once touched',
      ),
      rule(
        'A failed coworker lookup yields an empty list silently',
        'document-form.spec.ts › the extra fields of a type › that name a colleague are empty, and silently so, when the colleagues cannot be found',
      ),
      rule(
        'A failed sync or sync-status call shows a support-contact message',
        'synchronization.spec.ts › a synchronization that failed, and a state that cannot be read, say whom to ask for help',
        'synchronization.spec.ts › a synchronization that is refused says whom to ask for help, until one starts',
        'synchronization.spec.ts › a customer who was typed in is not tied to RSP, and says so',
      ),
      rule(
        'A QR error shows in the dialog',
        'qr.spec.ts › says inside the dialog why there is no code, and tries again',
      ),
      rule(
        "Page 'OOPS / Something went wrong'; 404 pages in several variants",
        'frame.spec.ts › an unknown address leads to error-v1, and from there back to work',
        'frame.spec.ts › six error pages tell six situations, each drawn and with a way out',
      ),
      rule(
        'File errors: invalid type, too large, too small, too many files',
        'document-form.spec.ts › the file › is refused when it is of the wrong type, too large, empty, or one of several',
      ),
      rule(
        'A file that cannot be shown or saved is told',
        'viewer.spec.ts › a preview that does not come is tried again, and the rest of the page works',
        'viewer.spec.ts › a file that no longer opens is said to be broken, and can still be downloaded',
        'users.spec.ts › the file for Excel › that cannot be made says so',
        'document-list.spec.ts › a signed document is saved where the browser shows no PDF, and a refusal leaves no empty tab',
      ),
    ],
  },
  {
    name: 'Toasts of each entity: creating, created, create error, updating, updated, update error, deleting, deleted, delete error',
    rules: [
      rule('Users (nobody deletes them)', 'work-toasts.spec.ts › users: creating and saving'),
      rule(
        'Services',
        'services.spec.ts › a service says at each field what is missing or wrong, then is made, and toasts tell it',
        'services.spec.ts › a service keeps type and legal entity, is saved and deleted, and toasts tell what came of it',
      ),
      rule(
        'Licenses',
        'licenses.spec.ts › a licence says at each field what is missing or wrong, then is made, and toasts tell it',
        'licenses.spec.ts › a licence is saved and deleted, but not below or while its seats are taken',
      ),
      rule(
        'Customers',
        'customers.spec.ts › the form of a customer › says at each field what is missing or wrong, then creates, and toasts tell both',
        'customers.spec.ts › the form of a customer › saves what was changed, says when it cannot, and keeps both texts when somebody else saved',
        'customers.spec.ts › deleting a customer › asks first, tells what came of it, and takes the customer out of the list',
      ),
      rule(
        'Folders',
        'folders.spec.ts › a new folder › is asked what its type demands, and refused what does not fit, each at its field',
        'folders.spec.ts › a folder › is saved, says when it cannot be, and keeps what was typed when somebody else saved',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, asks first and tells what came of it',
      ),
      rule('Videos', 'work-toasts.spec.ts › videos: creating, saving and deleting'),
      rule('Documents', 'work-toasts.spec.ts › documents: creating, saving and deleting'),
    ],
  },
];
