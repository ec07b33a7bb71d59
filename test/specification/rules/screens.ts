/** The specification's "Screens and routes", rule by rule. */
import { perRole, type RuleSection, rule } from './rule.ts';

const STAFF = [
  ...['admin', 'nsc', 'supervisor', 'dealer', 'service', 'sales', 'acceptance', 'backoffice', 'manager'],
  ...['operator', 'readonly', 'sa3'],
];
const MENU = 'frame.spec.ts › $role sees permitted pages in the menu, and can open no other by address';

export const SCREENS: readonly RuleSection[] = [
  {
    name: 'Routes',
    rules: [
      rule('/ redirects to /dashboard', 'frame.spec.ts › short addresses redirect to a page'),
      rule('/my-page is a separate page', 'frame.spec.ts › the profile page shows the user’s data and permissions'),
      perRole('/admin/* only for administrators or users allowed to see users', STAFF, MENU),
      perRole('/admin/users for users, /admin/services for administrators only', STAFF, MENU),
      rule(
        '/app/dossiers, /app/folders: the management area',
        'frame.spec.ts › short addresses redirect to a page',
        'frame.spec.ts › each page marks its menu entry and shows breadcrumb and date',
        'folders.spec.ts › a folder › shows who created and changed it, and appears with its documents below the folders of the menu',
      ),
      rule(
        '/app/videos: tutorial videos',
        'videos.spec.ts › all dealer users see the videos in order, with their duration, and can edit none',
        'videos.spec.ts › the demo plays its own page instead of a provider’s',
      ),
      perRole('/app/licenses for administrators or users allowed to see licenses', STAFF, MENU),
      rule(
        '/app/wizard/{brand}/{folderType}/{documentType}: the wizard, all parameters lowercased',
        'dashboard.spec.ts › brand cards › are opened, read and chosen from by keyboard',
        'wizard.spec.ts › is found at its address in any case, and at no other',
      ),
      rule(
        '/app/documents/{id}: document detail',
        'dashboard.spec.ts › documents to complete › open by a click on the row, and by their link from the keyboard',
        'refusals.spec.ts › an invalid address › shows a document of another dealer as not found',
      ),
      rule(
        '/logged reads redirect (default /) and JWT_TOKEN, stored as the logged-in session',
        'session.spec.ts › the landing › stores the token under its versioned key, removes it from the address, and redirects to the requested page',
        'session.spec.ts › the landing › redirects only to addresses of the product',
        'session.spec.ts › the end of a session › a planted token gives no access',
      ),
      rule(
        'If no session is established within 10 seconds /logged goes to /error/error-v1',
        'session.spec.ts › the landing › gives up after ten seconds without a session',
        'session.spec.ts › the landing › gives up after ten seconds when the account does not load',
      ),
      rule(
        '/logout clears the session and sends the browser to the external logout address, and back to the product',
        'session.spec.ts › the logout › clears session, caches and drafts, and keeps language and theme',
        'session.spec.ts › the logout › ends the session on the server and at the identity provider, and returns to the product',
      ),
      rule(
        '/error, /error/error-v1 to /error/error-v6: generic error pages',
        'frame.spec.ts › six error pages explain six situations, each with a drawing and a way out',
        'frame.spec.ts › a failed sign-in shows the reason',
        'frame.spec.ts › an unknown address leads to error-v1, which links back to work',
      ),
      rule(
        "/error/error-dealer: page 404 with 'Dealer not loaded. Try to logout' and a logout link",
        'frame.spec.ts › without dealers the dealer page shows that and offers the logout',
      ),
      rule(
        "Any unknown route goes to /error/error-v1; a 404 page with 'OOPS! Something went wrong here' exists",
        'frame.spec.ts › an unknown address leads to error-v1, which links back to work',
      ),
    ],
  },
  {
    name: 'Guards, menu and frame',
    rules: [
      rule(
        'An unauthenticated visit redirects to single sign-on with the return address /logged?redirect={path}{query}',
        'session.spec.ts › an anonymous user is redirected to the sign-in with the return address, path and query',
        'session.spec.ts › the logout › leaves nothing visible through Back',
      ),
      rule(
        '/logged, /logout and the error pages open without a session',
        'session.spec.ts › the landing, the logout and the error pages open without a session',
        'frame.spec.ts › six error pages explain six situations, each with a drawing and a way out',
        'session.spec.ts › the landing › gives up after ten seconds without a session',
      ),
      rule(
        'If loading the dealers list fails, the browser goes to /error/error-dealer',
        'frame.spec.ts › without dealers the dealer page shows that and offers the logout',
        'session.spec.ts › the landing › leads to the dealer page when dealers do not load',
      ),
      perRole(
        'Menu labels: Dashboard, Administration, Licenses, Services, Users, Management, Customers, Folders, Tutorial video',
        STAFF,
        MENU,
      ),
      rule(
        'Dealer Portal: an external safety tool, opens in a new tab',
        'frame.spec.ts › the Dealer Portal opens in a separate tab without access to this one',
      ),
      rule(
        "Sub-header with title, breadcrumbs from the active menu entry and today's date; footer",
        'frame.spec.ts › each page marks its menu entry and shows breadcrumb and date',
      ),
      rule(
        'Side menu, on a phone too',
        'frame.spec.ts › the menu collapses to icons, expands for pointer and keyboard, and keeps its state',
        'frame.spec.ts › on a phone the menu is a drawer that closes on navigation',
      ),
      perRole(
        'User panel: full name, a role label per authority, e-mail, logout button',
        STAFF,
        MENU,
        'frame.spec.ts › a user with two roles sees both in the panel',
      ),
      rule(
        'Quick panel with the tabs Audit Logs, Notifications, Settings',
        'quick-panel.spec.ts › the quick panel › loads own activity only when opened, and links to its records',
        'quick-panel.spec.ts › the quick panel › keeps past toasts, and a dot marks unread ones',
        'quick-panel.spec.ts › the quick panel › changes theme, language and menu, and asks the browser before it enables notifications',
      ),
      rule('Scroll-to-top', 'frame.spec.ts › a long page has a button that scrolls back to the top'),
      rule(
        'A splash screen hidden after 3 s',
        'frame.spec.ts › the splash disappears when the page is ready, at the latest after three seconds',
      ),
      rule(
        'A top progress bar on route change; a loading overlay shown after 200 ms',
        'frame.spec.ts › a loading page shows a bar in steps of ten, and an overlay after 200 ms',
      ),
    ],
  },
  {
    name: 'Dashboard',
    rules: [
      rule(
        'Each brand card the user may write to lists the folder types on which the user has write permission',
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
        'roles.spec.ts › service users see only the folder types of service, of their dealer',
      ),
      rule(
        "Each folder type is a dropdown headed 'Firma' whose items are its document types, each linking to the wizard",
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
        'dashboard.spec.ts › brand cards › are opened, read and chosen from by keyboard',
      ),
      rule(
        'Other identity document and other driving licence are hidden',
        'dashboard.spec.ts › brand cards › offer neither identity documents nor driving licences, not even to users with all types',
        'src/web/portal/features/dashboard/offered-cards.test.ts › sort document types and hide identity documents, hidden types and those of other legal entities',
      ),
      rule(
        'Choosing one resets the wizard state',
        'dashboard.spec.ts › brand cards › start an empty wizard on each choice',
      ),
      rule(
        'Latest documents: clicking a row opens /app/documents/{id}',
        'dashboard.spec.ts › documents to complete › open by a click on the row, and by their link from the keyboard',
      ),
      rule(
        'Row-level QR code, edit and delete dialogs',
        'dashboard.spec.ts › in the row of a document › QR code, edit and delete open their dialogs, and refused actions show the reason',
        'dashboard.spec.ts › in the row of a document › a draft is edited in place',
      ),
      rule(
        'Users with dealer codes see statistics for their dealers; others than the privileged see the legal entity of their first dealer',
        'dashboard.spec.ts › figures › of a dealer are those of the legal entity of its first dealer, shown without a choice',
      ),
      rule(
        'Users who may see all dealers get a legal-entity selector and see statistics of the selected entity',
        'dashboard.spec.ts › figures › of an administrator need a legal entity, follow the chosen one, and the choice is remembered',
      ),
      rule(
        'Users who may change legal entity choose among their own',
        'dashboard.spec.ts › figures › of a supervisor of two legal entities start with the first and follow the choice',
        'dashboard.spec.ts › figures › of a supervisor of one legal entity offer a choice of one',
      ),
      rule(
        'Gauges show for users with a dealer code or once a legal entity is chosen',
        'dashboard.spec.ts › figures › of an administrator need a legal entity, follow the chosen one, and the choice is remembered',
        'dashboard-roles.spec.ts › a technical account sees its documents and no figures, and no request of its page is refused',
        'dashboard-roles.spec.ts › a user without permissions sees an empty dashboard that sends no requests',
      ),
      rule(
        'Signed-documents chart and three usage gauges',
        'dashboard.spec.ts › figures › show codes and megabytes used and their totals',
        'dashboard.spec.ts › figures › of signed documents count Firmato and Privacy in corso of the legal entity by folder type',
      ),
    ],
  },
  {
    name: 'Lists, forms and dialogs',
    rules: [
      rule(
        "Documents list columns: id, type, file name, signature type, archivable ('Si'), file size, sign link, signable ('Si'), last modified date, status, actions",
        'document-list.spec.ts › shows eleven columns, with Si for archivable and signable documents',
      ),
      rule(
        "An empty list shows a 'no records found' message",
        'document-list.spec.ts › shows different texts for an empty folder and for a filter without results',
        'customers.spec.ts › the list of customers › shows a text when it is empty and an error when it cannot be loaded',
        'users.spec.ts › the user list › filters by role, dealer, brand and status, with a text for an empty result',
      ),
      rule(
        'A document blocked by an unsigned advanced-signature document shows a warning icon',
        'fea.spec.ts › lists the customer data that are missing, and links to the form that completes them',
      ),
      rule(
        "Table paging text: 'rows from {from} to {to} of {size}'; page sizes 3, 5, 10 with first/previous/next/last buttons",
        'document-list.spec.ts › pages by three, five or ten rows, with first, previous, next and last',
        'users.spec.ts › the user list › shows all users sorted by name, with paging and search',
      ),
      rule(
        'Document form: type select only when creating outside the wizard',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
        'wizard.spec.ts › input is offered again after a reload, the file by its name, and a restart discards it',
      ),
      rule(
        'Single file upload, only if the type has a file field',
        'document-form.spec.ts › the file › is refused when it has the wrong type, is too large, empty, or one of several',
        'wizard.spec.ts › a type without a file accepts none, and a type without a signature asks for none',
      ),
      rule(
        'Signature type select; signable and archivable checkboxes',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
        'document-form.spec.ts › a new document › accepts only the types of its folder and copies of papers',
      ),
      rule(
        'Extra fields depending on type',
        'document-form.spec.ts › the extra fields of a type › are rendered by their type, filled with defaults and validated once touched',
      ),
      rule(
        'The dialog title differs for new and existing documents',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
      ),
      rule(
        'Delete confirmation',
        'document-edit.spec.ts › deleting › asks by name, takes the document out of the list and its folder count down',
        'customers.spec.ts › deleting a customer › asks for confirmation, shows the result in a toast and removes the customer from the list',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, after confirmation, with toasts',
      ),
      rule(
        'QR code signing dialog',
        'qr.spec.ts › shows the code at 200 px, the document, the signer, the signature type and the time left',
        'qr.spec.ts › offers the link when there is one, otherwise the start',
      ),
      rule(
        'Dossier list (open dossiers only)',
        'folders.spec.ts › a new folder › requires a choice from the list of open customers',
        'customers.spec.ts › the list of customers › shows only open customers, and a row opens its page',
      ),
      rule(
        'User list with Excel export',
        'users.spec.ts › the user list › shows all users sorted by name, with paging and search',
        'users.spec.ts › the Excel export › is named Export_Utenti.xlsx and contains the listed users',
        'users.spec.ts › the Excel export › shows how much has arrived while the file is created',
      ),
    ],
  },
];
