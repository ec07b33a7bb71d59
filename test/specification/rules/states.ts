/** The specification's "States and transitions", rule by rule. */
import { type RuleSection, rule } from './rule.ts';

export const STATES: readonly RuleSection[] = [
  {
    name: 'Documents',
    rules: [
      rule(
        'DRAFT (Bozza), READY_TO_SIGN (Da Avviare), PENDING_START_SIGN (signing started), START_SIGN (awaiting signature), COMPLETING, PRIVACY_UPDATING, SIGNED, FINISH, EXPIRED',
        'document-list.spec.ts › shows a label for each status',
      ),
      rule(
        'From Da Avviare through the signature to signed',
        'main-story.spec.ts › a dealer sends a document, the customer signs it on a phone, and anyone can verify the result',
      ),
      rule(
        'A declined, cancelled or locked signature can be started again',
        'refusals.spec.ts › a signature that fails › declining shows the reason to the dealer, and the signature can be restarted',
        'refusals.spec.ts › a signature that fails › cancelling asks for confirmation, and invalidates the link',
        'refusals.spec.ts › a signature that fails › five wrong codes lock it, and the dealer can start another one',
      ),
      rule(
        'Dashboard incomplete list: DRAFT, READY_TO_SIGN, PENDING_START_SIGN',
        'dashboard.spec.ts › documents to complete › are the fifteen newest in Bozza, Da Avviare or Firma avviata, newest first',
      ),
      rule(
        'Signed count: PRIVACY_UPDATING and SIGNED',
        'dashboard.spec.ts › figures › of signed documents count Firmato and Privacy in corso of the legal entity by folder type',
        'dashboard.spec.ts › figures › of signed documents match the lists for users with some folder types',
      ),
      rule(
        'Edit is allowed in DRAFT or FINISH',
        'document-edit.spec.ts › an existing document › is not edited outside Bozza and Concluso, and says so',
        'document-edit.spec.ts › an existing document › that is a draft may stay one, and a finished one that is no PDF cannot become signable',
      ),
      rule(
        'OTP signing needs READY_TO_SIGN, signable and sigType OTP',
        'document-list.spec.ts › starts a signature only from Da Avviare on a signable OTP document, and updates the row',
      ),
      rule(
        'Graphometric signing needs READY_TO_SIGN, signable, sigType GRAPHOMETRIC and a PDF file',
        'document-list.spec.ts › starts a signature only from Da Avviare on a signable OTP document, and updates the row',
        'document-edit.spec.ts › an existing document › that is a draft may stay one, and a finished one that is no PDF cannot become signable',
        'tablet.spec.ts › a document for handwriting is sent to a tablet where its direct start is disabled',
        'handwriting.spec.ts › a customer signs by hand on a tablet, despite a network outage, and the expert opens the handwriting',
      ),
      rule(
        'A signed OTP document can be downloaded; the signed version replaces the plain download',
        'document-list.spec.ts › offers the signed file instead of the original, and the audit PDF, only for signed documents',
        'main-story.spec.ts › a dealer sends a document, the customer signs it on a phone, and anyone can verify the result',
      ),
      rule(
        'Starting a sign replaces the document in lists with the returned one',
        'document-list.spec.ts › starts a signature only from Da Avviare on a signable OTP document, and updates the row',
        'qr.spec.ts › closes when the document changes its status, and the list updates',
      ),
      rule(
        'A repeated start begins one signature',
        'refusals.spec.ts › a repeated action › double-clicking the start begins one signature and sends one e-mail',
      ),
      rule(
        'A refused start leaves the document unchanged',
        'document-list.spec.ts › shows an error when the server refuses a start, and leaves the row unchanged',
      ),
      rule(
        'Document actions keep separate states per document: download, signed download, audit download',
        'document-list.spec.ts › a download of one document leaves the downloads of others enabled',
      ),
      rule(
        'Document actions keep separate states per document: start-sign, QR code',
        'document-list.spec.ts › a start and a QR code of one document leave the actions of others enabled',
      ),
      rule(
        'Deleting an item removes it from lists',
        'document-edit.spec.ts › deleting › asks by name, takes the document out of the list and its folder count down',
        'customers.spec.ts › deleting a customer › asks for confirmation, shows the result in a toast and removes the customer from the list',
        'videos.spec.ts › deleting asks for confirmation, and the dialog shows when the video is already deleted',
        'services.spec.ts › editing a service keeps its type and legal entity fixed; saving and deleting show toasts',
      ),
      rule(
        "After a create or update the folder's document list is refreshed",
        'document-form.spec.ts › a new document › is created with its file, shows the upload progress and appears in the list',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
        'document-list.spec.ts › shows a document created elsewhere at once',
      ),
    ],
  },
  {
    name: 'Advanced electronic signature',
    rules: [
      rule(
        'A document that requires it is blocked from signing until its linked FEA module is signed',
        'fea.spec.ts › lists the customer data that are missing, and links to the form that completes them',
        'fea.spec.ts › blocks the document until it is signed, and frees it then',
      ),
      rule(
        'The origin document is also reported blocked while the FEA document is unsigned',
        'fea.spec.ts › blocks the document until it is signed, and frees it then',
      ),
      rule(
        'A FEA signature is needed for signable documents of type FEA; the module itself is exempt',
        'fea.spec.ts › blocks the document until it is signed, and frees it then',
        'fea.spec.ts › is offered only for blocked documents',
      ),
      rule(
        'A dossier with missing data blocks generation of the FEA document',
        'fea.spec.ts › lists the customer data that are missing, and links to the form that completes them',
        'customers.spec.ts › the customer form › requires all three when the FEA module lacks them',
      ),
      rule(
        'The module is offered only for documents that need it',
        'fea.spec.ts › is offered only for blocked documents',
      ),
      rule(
        'FEA is not offered in forms; a document that has it keeps it',
        'document-edit.spec.ts › an existing document › keeps a FEA signature, which is offered to no other',
      ),
    ],
  },
  {
    name: 'Folders, activations, synchronization',
    rules: [
      rule(
        'Folder status: OPEN (Aperta), CLOSED (Chiusa)',
        'folders.spec.ts › a folder › when closed accepts no document and no signature, and can be reopened',
        'folders.spec.ts › the folder list › shows only open folders of the user’s brands, and a row opens its page',
      ),
      rule(
        'A DELETED folder is not in lists',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, after confirmation, with toasts',
      ),
      rule(
        'The folder list fetches only OPEN folders',
        'folders.spec.ts › the folder list › shows only open folders of the user’s brands, and a row opens its page',
        'folders.spec.ts › the folder list › is empty without a request for a user without brands',
      ),
      rule(
        'Activation status: ACTIVATED, DRAFT, EXPIRED, DELETED',
        'licenses.spec.ts › each activation status has a label',
      ),
      rule(
        'The sync status is fetched; a sync can be scheduled, after which the status is fetched again',
        'synchronization.spec.ts › an RSP customer shows its synchronization status, synchronizes on request and takes over the data of RSP',
      ),
      rule(
        'The update button is disabled unless the status is SYNCED',
        'synchronization.spec.ts › an RSP customer shows its synchronization status, synchronizes on request and takes over the data of RSP',
        'synchronization.spec.ts › a failed synchronization and an unreadable status name the support contact',
      ),
      rule(
        'A support-contact message shows when the sync failed or the status call errored',
        'synchronization.spec.ts › a failed synchronization and an unreadable status name the support contact',
      ),
      rule(
        'A customer not linked to RSP has nothing to synchronize',
        'synchronization.spec.ts › a manually created customer shows that it is not linked to RSP',
      ),
    ],
  },
  {
    name: 'Request states, wizard, QR code, session, gauges',
    rules: [
      rule(
        'INITIAL: no request before its parameters are known',
        'wizard.spec.ts › the search in RSP and the DMS › requires two filters of three characters, and shows how many are set',
        'folders.spec.ts › the folder list › is empty without a request for a user without brands',
        'quick-panel.spec.ts › the quick panel › loads own activity only when opened, and links to its records',
      ),
      rule(
        'FETCHING shows a loading state and no rows',
        'folders.spec.ts › the folder list › shows a loading state and no rows while it loads',
        'dashboard.spec.ts › figures › have a total of 1000 until the server has answered',
      ),
      rule(
        'FETCHED and ERROR of lists',
        'customers.spec.ts › the list of customers › shows a text when it is empty and an error when it cannot be loaded',
      ),
      rule(
        'CREATING, UPDATING, DELETING and their ends of forms',
        'work-toasts.spec.ts › documents: creating, saving and deleting',
        'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results',
        'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields',
      ),
      rule(
        'Wizard states: initial, creating, created, error',
        'wizard.spec.ts › creating shows progress, fails without data loss, and succeeds on the next attempt',
      ),
      rule(
        'The wizard can be reset',
        'wizard.spec.ts › input is offered again after a reload, the file by its name, and a restart discards it',
      ),
      rule(
        'The QR code expires when its token expiry passes; then a regenerate button requests a new code',
        'qr.spec.ts › expires with its token, and is replaced at once',
      ),
      rule('The expiry of the QR code is checked every second', 'qr.spec.ts › updates the time left every second'),
      rule(
        'The QR code is rendered at 200 px',
        'qr.spec.ts › shows the code at 200 px, the document, the signer, the signature type and the time left',
      ),
      rule(
        'A QR error is shown inside the dialog',
        'qr.spec.ts › shows inside the dialog why there is no code, with a retry',
      ),
      rule(
        'The token is checked every 2 minutes; when expired the browser goes to /logout',
        'session.spec.ts › the end of a session › is detected every two minutes, keeps the input, and the next sign-in leads back to the page',
        'session.spec.ts › the end of a session › is detected as soon as the page is visible again',
      ),
      rule(
        'A 401 on any call logs the user out',
        'session.spec.ts › the end of a session › redirects once for any number of refused requests, and returns to the page',
      ),
      rule(
        'User and token are persisted locally under a versioned key; a sign-in loads the current account',
        'session.spec.ts › the landing › stores the token under its versioned key, removes it from the address, and redirects to the requested page',
      ),
      rule(
        'Logout clears everything',
        'session.spec.ts › the logout › clears session, caches and drafts, and keeps language and theme',
        'session.spec.ts › several tabs › logging out in one tab logs out all of them and discards their input',
      ),
      rule(
        'Gauge colours: ok below 60%, warning from 60 up to below 90%, alert at 90% and above, the OTP gauge too',
        'dashboard.spec.ts › figures › are Regolare below 60 percent, Attenzione from 60, In esaurimento from 90',
        'dashboard-roles.spec.ts › the figures look right in every band, at every width and in both themes',
      ),
    ],
  },
];
