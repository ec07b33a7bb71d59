/** The specification's "Error catalogue", rule by rule. */
import { type RuleSection, rule } from './rule.ts';

const WORDS =
  'messages.spec.ts › each HTTP status has a text, extended by detail, message or field errors of the response';

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
        'refusals.spec.ts › an invalid file › is refused with the reason, nothing is stored, and the input is kept',
      ),
      rule(
        "'with fields' when it has fieldErrors, each showing the translated field label or 'Campo non specificato'",
        WORDS,
        'messages.spec.ts › field errors of the server appear at their fields in its words',
      ),
      rule(
        'Field messages: field cannot be null, field cannot be empty',
        'test/validation/dossiers.ts › email is a valid address',
        'src/domain/validation.test.ts › of the rule “%s” (%#)',
        'messages.spec.ts › field errors of the server appear at their fields in its words',
      ),
      rule(
        "500: 'Errore interno del server', or with detail",
        WORDS,
        'qr.spec.ts › shows inside the dialog why there is no code, with a retry',
      ),
      rule("403: 'Errore nei permessi', or with detail", WORDS),
      rule("Generic: 'Errore generico' (with message, with message and stack)", WORDS),
      rule("'Permesso negato'", 'wizard.spec.ts › is found at its address in any case, and at no other'),
    ],
  },
  {
    name: 'Behaviours',
    rules: [
      rule(
        '401 on any call logs out',
        'session.spec.ts › the end of a session › redirects once for any number of refused requests, and returns to the page',
        'document-edit.spec.ts › what was typed › waits for the same person after the session ended',
      ),
      rule(
        'Dealers-load failure goes to the dealer error page',
        'frame.spec.ts › without dealers the dealer page shows that and offers the logout',
      ),
      rule(
        'An account that cannot be loaded shows an error and is requested again',
        'frame.spec.ts › an account that cannot be loaded shows an error and a retry',
      ),
      rule(
        'Token expiry goes to logout',
        'session.spec.ts › the end of a session › is detected every two minutes, keeps the input, and the next sign-in leads back to the page',
      ),
      rule(
        'Login landing time-out goes to /error/error-v1',
        'session.spec.ts › the landing › gives up after ten seconds without a session',
      ),
      rule(
        'Failing statistics calls show per-card errors',
        'dashboard.spec.ts › figures › fail separately, each with its own error and retry',
        'dashboard.spec.ts › figures › show an error when the legal entities cannot be loaded, and the rest of the page works',
      ),
      rule(
        'Errors in lists show in a red alert',
        'customers.spec.ts › the list of customers › shows a text when it is empty and an error when it cannot be loaded',
        'quick-panel.spec.ts › the quick panel › shows an error and a retry',
        'quick-search.spec.ts › shows the available results when one of three requests fails, and retries that one',
      ),
      rule(
        'List errors are also stored and logged',
        'src/web/portal/api/query-client.test.ts › is stored and logged with data for support, and without search texts',
        'customers.spec.ts › the list of customers › shows a text when it is empty and an error when it cannot be loaded',
      ),
      rule(
        'Without a network no action is queued for later, and each shows what was not done',
        'offline.spec.ts › without a network a customer is neither created nor retried automatically, and the form keeps its input',
        'offline.spec.ts › without a network a folder is neither saved nor retried automatically, and the form keeps its changes',
        'offline.spec.ts › without a network a signature is neither started nor retried automatically on another page',
        'offline.spec.ts › without a network a signature is neither cancelled nor retried automatically',
        'offline.spec.ts › without a network a document is neither deleted nor retried automatically, and the dialog stays',
        'offline.spec.ts › without a network the wizard neither creates nor retries automatically, and keeps all input',
        'offline.spec.ts › without a network a file is neither uploaded nor retried automatically, and the form keeps it',
        'offline.spec.ts › without a network the signer’s signature is neither sent nor retried automatically, and the code stays',
        'offline.spec.ts › without a network the signer’s refusal is neither sent nor retried automatically',
      ),
      rule(
        'A lost response shows an error, and the repeated request takes effect once',
        'offline.spec.ts › a customer whose response was lost is created once, however often it is sent',
      ),
      rule(
        'A page opened without a network shows that and loads when it is back',
        'offline.spec.ts › a request without a response shows an error after a timeout',
        'offline.spec.ts › a list opened without a network shows that and loads when the network is back',
        'offline.spec.ts › a preview opened without a network shows that and loads when the network is back',
        'offline.spec.ts › a page whose code is missing shows that and loads later, a dialog does not open late',
      ),
      rule(
        'Errors in forms show in a red alert',
        'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results',
        'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields',
        'document-edit.spec.ts › what was typed › stays when the save fails, and is offered again after a reload, the file by its name',
        'wizard.spec.ts › creating shows progress, fails without data loss, and succeeds on the next attempt',
      ),
      rule(
        'In-progress toasts are informational and stay until replaced',
        'toasts.spec.ts › a progress toast stays until its result replaces it for three seconds',
        'toasts.spec.ts › a failure is announced at once, with the next step',
      ),
      rule(
        "An unhandled extra field type shows '{field} non gestito'",
        'document-form.spec.ts › the extra fields of a type › are rendered by their type, filled with defaults and validated once touched',
      ),
      rule(
        'A failed coworker lookup yields an empty list silently',
        'document-form.spec.ts › the extra fields of a type › for a colleague stay empty without an error when colleagues cannot be loaded',
      ),
      rule(
        'A failed sync or sync-status call shows a support-contact message',
        'synchronization.spec.ts › a failed synchronization and an unreadable status name the support contact',
        'synchronization.spec.ts › a refused synchronization names the support contact until one starts',
        'synchronization.spec.ts › a manually created customer shows that it is not linked to RSP',
      ),
      rule('A QR error shows in the dialog', 'qr.spec.ts › shows inside the dialog why there is no code, with a retry'),
      rule(
        "Page 'OOPS / Something went wrong'; 404 pages in several variants",
        'frame.spec.ts › an unknown address leads to error-v1, which links back to work',
        'frame.spec.ts › six error pages explain six situations, each with a drawing and a way out',
      ),
      rule(
        'File errors: invalid type, too large, too small, too many files',
        'document-form.spec.ts › the file › is refused when it has the wrong type, is too large, empty, or one of several',
      ),
      rule(
        'A file that cannot be shown or saved shows an error',
        'viewer.spec.ts › a preview that fails to load can be retried, and the rest of the page works',
        'viewer.spec.ts › a damaged file is shown as damaged and can still be downloaded',
        'users.spec.ts › the Excel export › shows an error when it fails',
        'document-list.spec.ts › downloads a signed document where the browser cannot show PDFs, and a refusal leaves no empty tab',
      ),
    ],
  },
  {
    name: 'Toasts of each entity: creating, created, create error, updating, updated, update error, deleting, deleted, delete error',
    rules: [
      rule('Users (never deleted)', 'work-toasts.spec.ts › users: creating and saving'),
      rule(
        'Services',
        'services.spec.ts › the service form shows missing and invalid values at their fields; creating shows toasts',
        'services.spec.ts › editing a service keeps its type and legal entity fixed; saving and deleting show toasts',
      ),
      rule(
        'Licenses',
        'licenses.spec.ts › the licence form shows missing and invalid values at their fields; creating shows toasts',
        'licenses.spec.ts › a licence is saved and deleted, but not reduced below its seats in use nor deleted while any is used',
      ),
      rule(
        'Customers',
        'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results',
        'customers.spec.ts › the customer form › saves changes, shows errors, and keeps both texts on an edit conflict',
        'customers.spec.ts › deleting a customer › asks for confirmation, shows the result in a toast and removes the customer from the list',
      ),
      rule(
        'Folders',
        'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields',
        'folders.spec.ts › a folder › is saved, shows errors, and keeps the input on an edit conflict',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, after confirmation, with toasts',
      ),
      rule('Videos', 'work-toasts.spec.ts › videos: creating, saving and deleting'),
      rule('Documents', 'work-toasts.spec.ts › documents: creating, saving and deleting'),
    ],
  },
];
