/** The specification's "Business constants and limits", row by row, each with the tests that prove it. */

export interface Constant {
  readonly item: string;
  readonly value: string;
  /** `file › title`: a journey by its full name, another test by its file and one of its titles. */
  readonly tests: readonly string[];
  /** Why no proof is needed. */
  readonly why?: string;
}

const constant = (item: string, value: string, ...tests: string[]): Constant => ({ item, value, tests });

export const CONSTANTS: readonly Constant[] = [
  constant(
    'Dashboard latest documents',
    '15',
    'dashboard.spec.ts › documents to complete › are the fifteen newest in Bozza, Da Avviare or Firma avviata, newest first',
  ),
  constant(
    'Folder-document list size',
    '10000',
    'document-list.spec.ts › shows eleven columns, with Si for archivable and signable documents',
  ),
  constant(
    'Token expiry check',
    'every 120000 ms',
    'session.spec.ts › the end of a session › is detected every two minutes, keeps the input, and the next sign-in leads back to the page',
  ),
  constant(
    'Login landing time-out',
    '10000 ms',
    'session.spec.ts › the landing › gives up after ten seconds without a session',
  ),
  constant(
    'Space/OTP gauge bands',
    'ok below 60%, warning 60 to below 90%, alert from 90%',
    'dashboard.spec.ts › figures › are Regolare below 60 percent, Attenzione from 60, In esaurimento from 90',
  ),
  constant(
    'Statistic totals default',
    '1000 (or used+1 when the server sends none)',
    'dashboard.spec.ts › figures › have a total of 1000 until the server has answered',
    'src/domain/statistics/gauge.test.ts › has used + 1 as its total when the server sends none, and shows no alert without a limit',
  ),
  constant(
    'Customer search',
    'at least 2 filters of 3+ characters',
    'wizard.spec.ts › the search in RSP and the DMS › requires two filters of three characters, and shows how many are set',
    'test/validation/customer-search.ts › at least two filters; the dealer does not count, and the same field twice counts once',
  ),
  constant(
    'Date formats',
    'DD/MM/YYYY display, YYYY-MM-DD ISO, local datetime YYYY-MM-DDTHH:mm; a next-year helper adds one year',
    'src/web/portal/text/dates.test.ts › shows instants in Rome time',
    'src/web/portal/text/dates.test.ts › round-trips every day',
    'src/domain/rome-time.test.ts › reads a local date-time as Rome time and keeps an instant unchanged',
    'src/web/portal/text/dates.test.ts › one year later',
    'src/web/portal/connected/form/expiry-field.test.ts › "%s" is extended to %s on 21/11/2026',
  ),
  constant(
    'String max',
    '255; jobId max 64; vin exactly 17',
    'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results',
    'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields',
    'src/web/portal/entities/documents/fields/document-fields.test.ts › for a nonexistent date and a text of more than 255 characters',
  ),
  constant(
    'Uploads',
    'one file',
    'document-form.spec.ts › the file › is refused when it has the wrong type, is too large, empty, or one of several',
    'test/validation/documents.ts › only one file per upload',
  ),
  constant(
    'Bytes to megabytes',
    '1048576',
    'src/web/portal/text/numbers.test.ts › shows sizes in megabytes of 1048576 bytes, with a non-breaking space',
    'dashboard.spec.ts › figures › show codes and megabytes used and their totals',
  ),
  constant(
    'Brand type codes',
    'C, F, S, O',
    'src/domain/dealers/brands.test.ts › handles a brand only with the codes C, F, S and O',
    'src/domain/dealers/directory.test.ts › searches the DMS only when every brand is O or a dash',
  ),
  constant(
    'Signature types',
    'OTP, GRAPHOMETRIC (document); FEA, FES (service)',
    'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
    'services.spec.ts › the service form shows only the fields of the chosen type',
  ),
  constant(
    'Account/search types',
    'RSP, DMS; dossier type existing or new',
    'wizard.spec.ts › the search in RSP and the DMS › shows an empty result for people and companies, in RSP and in the DMS',
    'roles.spec.ts › an existing customer gets another document in an open folder',
    'src/domain/dossiers/dossier.test.ts › has RSP or a DMS, existing or new, as its origin, and nothing else',
  ),
  constant(
    'Excluded document fields',
    'ARCHIVABLE, SIGNABLE, SIG_TYPE, FILE',
    'src/domain/folders/folder-types.test.ts › are all fields of a type except ARCHIVABLE, SIGNABLE, SIG_TYPE and FILE',
  ),
  constant(
    'Default language',
    'it (it and en; switcher hidden)',
    'src/web/portal/text/catalogue.test.ts › is Italian by default',
    'roles.spec.ts › the portal switches to English and back, and remembers the language',
    'frame.spec.ts › in production there is no language switch, and an earlier choice is ignored',
  ),
  constant(
    'Default local storage expiry',
    '86400 s',
    'src/web/portal/api/session/token.test.ts › lasts 24 hours when it has no expiry',
    'src/web/portal/api/session/token.test.ts › never lasts more than 24 hours, even if its expiry is later',
  ),
  constant(
    'Default page sizes',
    '3, 5, 10',
    'src/web/portal/ui/pager.test.tsx › offers 3, 5 and 10 rows',
    'document-list.spec.ts › pages by three, five or ten rows, with first, previous, next and last',
  ),
  constant(
    'Breakpoints',
    'sm 544, md 768, lg 992, xl 1200 px',
    'breakpoints.spec.ts › lists and frame change their layout exactly at 544, 768, 992 and 1200 px',
  ),
  constant(
    'QR code',
    '200 px, expiry checked every 1 s',
    'qr.spec.ts › shows the code at 200 px, the document, the signer, the signature type and the time left',
    'qr.spec.ts › updates the time left every second',
  ),
  constant(
    'Progress bar',
    'steps of 10 every 30 ms',
    'frame.spec.ts › a loading page shows a bar in steps of ten, and an overlay after 200 ms',
  ),
  constant(
    'Loading dialog delay',
    '200 ms',
    'frame.spec.ts › a loading page shows a bar in steps of ten, and an overlay after 200 ms',
  ),
  constant(
    'Toast auto-close',
    '3000 ms; in-progress 500000 ms',
    'toasts.spec.ts › a progress toast stays until its result replaces it for three seconds',
    'toasts.spec.ts › a progress toast without a result disappears after 500 seconds',
  ),
  constant(
    'Splash screen',
    'hides after 3 s',
    'frame.spec.ts › the splash disappears when the page is ready, at the latest after three seconds',
  ),
  constant(
    'Content transition',
    '200 ms; aside hover timeout 500 ms',
    'frame.spec.ts › page transitions take at most 200 ms, and none with reduced motion',
    'frame.spec.ts › the menu collapses to icons, expands for pointer and keyboard, and keeps its state',
  ),
  constant(
    'Mock latency (demo only)',
    '300 ms, of mock endpoints that are no part of the product: they answer 403 at once',
    'src/server/identity/sign-ins/password-login.test.ts › are not created or changed by %s',
  ),
  constant(
    'Excel export file name',
    'Export_Utenti.xlsx',
    'users.spec.ts › the Excel export › is named Export_Utenti.xlsx and contains the listed users',
  ),
  constant(
    'Table paging text',
    "'rows from {from} to {to} of {size}'",
    'document-list.spec.ts › pages by three, five or ten rows, with first, previous, next and last',
    'src/web/portal/text/catalogue.test.ts › keep the texts that the specification quotes',
  ),
  {
    ...constant('Chart value 800', 'use not shown'),
    why: 'The specification shows no use of it; nothing in the product has it.',
  },
];
