/** The specification's "Roles and permissions" with the detailed permission table, rule by rule. */
import { perRole, type RuleSection, rule } from './rule.ts';

const MENU = 'frame.spec.ts › $role sees permitted pages in the menu, and can open no other by address';

export const PERMISSIONS_SEEN: readonly RuleSection[] = [
  {
    name: 'Roles',
    rules: [
      rule(
        'Some roles are single-selection',
        'user-form.spec.ts › an exclusive role disables the other roles, with the reason',
      ),
      perRole('Group admin only: the services', ['admin', 'nsc', 'supervisor', 'dealer'], MENU),
      rule(
        'Group admin or national organisation: every dealer, and all users as a file',
        'roles.spec.ts › an administrator sees every dealer, and vehicle exits as well',
        'roles.spec.ts › an NSC user sees every dealer, and vehicle exits as well',
        'users.spec.ts › permissions on users › an NSC user sees and exports all users and edits none',
        'users.spec.ts › permissions on users › a supervisor sees only users of own dealers and has no export',
      ),
      perRole(
        'Group those two plus the dealer supervisor: users and licences',
        ['admin', 'nsc', 'supervisor', 'dealer', 'service', 'sales'],
        MENU,
      ),
      perRole(
        'Group dealer roles: the management area, no administration',
        ['dealer', 'service', 'sales', 'acceptance', 'backoffice', 'manager', 'operator'],
        MENU,
      ),
      rule(
        'Acceptance and service dealers form a group that sets a default; dealer, sale manager, operator, sale and backoffice roles form another',
        'customers.spec.ts › the customer form › preselects a dealer of the service mandate for service roles, of the sales mandate for other roles',
      ),
      rule(
        'A technical account of a DMS creates customers, and has neither tools nor administration',
        'frame.spec.ts › a technical account of a DMS has neither tools nor administration',
        'customers.spec.ts › a technical account creates customers and cannot delete them',
        'dashboard-roles.spec.ts › a technical account sees its documents and no figures, and no request of its page is refused',
        'videos.spec.ts › a technical account has no video page',
      ),
      rule(
        'ROLE_USER without another role grants nothing',
        'dashboard-roles.spec.ts › a user without permissions sees an empty dashboard that sends no requests',
      ),
    ],
  },
  {
    name: 'Permissions by brand and folder type',
    rules: [
      rule(
        'Admin and national-organisation users have all permissions',
        'roles.spec.ts › an administrator sees every dealer, and vehicle exits as well',
        'roles.spec.ts › an NSC user sees every dealer, and vehicle exits as well',
      ),
      rule(
        'Others have access to a folder type only if their brand list includes its slug',
        'roles.spec.ts › service users see only the folder types of service, of their dealer',
        'folders.spec.ts › read-only users and users without the folder type cannot change a folder',
      ),
      rule(
        'VEHICLE_EXIT_REQUEST is never allowed to non-privileged users',
        'roles.spec.ts › a dealer finds vehicle exits neither on a card nor by address nor by a call',
        'user-form.spec.ts › read-only and the other permissions of a brand disable each other',
      ),
      rule(
        'Read-only means the list contains READONLY',
        'roles.spec.ts › a read-only user sees all data of the dealer and can create nothing',
        'frame.spec.ts › the profile page shows that a user is read-only',
      ),
      rule(
        'A non-admin is read-only only if every brand has it',
        'folders.spec.ts › read-only permission in one brand leaves other brands writable',
      ),
      rule(
        'Dossier actions are disabled for read-only users',
        'customers.spec.ts › a read-only user sees all customer actions disabled, with the reason',
        'customers.spec.ts › a role without the permission sees customers without actions',
      ),
      rule(
        'Brand cards show only for brands with write permission',
        'roles.spec.ts › a read-only user sees all data of the dealer and can create nothing',
        'roles.spec.ts › an SA3 user sees all data of the dealer and can create nothing',
        'folders.spec.ts › read-only permission in one brand leaves other brands writable',
      ),
      rule(
        'Users with hstList are scoped to those dealers',
        'roles.spec.ts › service users see only the folder types of service, of their dealer',
        'refusals.spec.ts › an invalid address › shows a document of another dealer as not found',
      ),
      rule(
        'Wizard folder types are sorted by displayOrder and filtered by visibleInWizard',
        'src/web/portal/features/dashboard/offered-cards.test.ts › sort document types and hide identity documents, hidden types and those of other legal entities',
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
      ),
      rule(
        'The wizard opens only with the permission',
        'roles.spec.ts › service users see only the folder types of service, of their dealer',
        'roles.spec.ts › an SA3 user sees all data of the dealer and can create nothing',
        'wizard.spec.ts › is found at its address in any case, and at no other',
      ),
    ],
  },
  {
    name: 'Folders, dossiers, documents',
    rules: [
      rule(
        'Folder create, edit and delete need the brand and folder-type permission',
        'folders.spec.ts › read-only users and users without the folder type cannot change a folder',
        'folders.spec.ts › a new folder › offers the brands and folder types that the user may write',
      ),
      rule(
        'Folder delete is limited by field emptiness and the document count',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, after confirmation, with toasts',
      ),
      rule(
        'Deleting a dossier requires admin or that it has no folders',
        'customers.spec.ts › deleting a customer › is refused with a reason while the customer has folders, except for an administrator',
      ),
      rule(
        'Document create, update, delete, start-sign and QR-code buttons depend on permission checks',
        'document-edit.spec.ts › whoever may only read finds neither new, edit, delete nor QR',
        'roles.spec.ts › an SA3 user sees all data of the dealer and can create nothing',
      ),
      rule(
        'A document can be deleted before signing starts',
        'document-edit.spec.ts › deleting › is refused once signing was started, in words',
        'document-edit.spec.ts › deleting › that the server refuses says why, and the document stays',
      ),
      rule(
        'QR signing shows only to users who can sign',
        'document-edit.spec.ts › whoever may only read finds neither new, edit, delete nor QR',
      ),
      rule(
        'Audit download appears when allowed',
        'document-list.spec.ts › offers the signed file instead of the original, and the audit PDF, only for signed documents',
        'main-story.spec.ts › a dealer sends a document, the customer signs it on a phone, and anyone can verify the result',
      ),
    ],
  },
  {
    name: 'Menus and administration',
    rules: [
      perRole(
        'The admin block for admins or users allowed to see users',
        ['admin', 'nsc', 'supervisor', 'dealer'],
        MENU,
      ),
      perRole('Licenses for admins or license permission', ['admin', 'nsc', 'supervisor', 'dealer'], MENU),
      perRole('Services for admins only', ['admin', 'nsc', 'supervisor', 'dealer'], MENU),
      perRole('Only administrators see and create services', ['nsc', 'supervisor', 'dealer'], MENU),
      rule(
        'Licences: edited by administrators, seen by NSC users',
        'licenses.spec.ts › the licence form shows missing and invalid values at their fields; creating shows toasts',
        'licenses.spec.ts › an NSC user views licences and activations and can change none',
      ),
      rule(
        'Licences and activations of own legal entities for a supervisor, who edits activations of own dealers',
        'licenses.spec.ts › a supervisor sees the licences of own legal entities, edits no licence and only own activations',
        'licenses.spec.ts › activations are created while seats are free, and deleting one frees its seat',
      ),
      rule(
        'A licence can be deleted only without activations in use',
        'licenses.spec.ts › a licence is saved and deleted, but not reduced below its seats in use nor deleted while any is used',
      ),
      rule(
        'Users: an NSC user sees and exports all and edits none',
        'users.spec.ts › permissions on users › an NSC user sees and exports all users and edits none',
      ),
      rule(
        'Users: a supervisor sees own dealers without export, and assigns only own roles, dealers and permissions',
        'users.spec.ts › permissions on users › a supervisor sees only users of own dealers and has no export',
        'users.spec.ts › permissions on users › a supervisor can assign only own roles and dealers',
        'users.spec.ts › permissions on users › a supervisor sees why a user cannot be edited',
        'src/web/portal/features/users/user-rules.test.ts › that the actor may not grant is disabled, unless the user had it',
      ),
      rule(
        'No user deactivates the own account; deactivation takes effect at once',
        'user-form.spec.ts › administrators cannot deactivate themselves or drop their own role',
        'user-form.spec.ts › deactivating asks for confirmation and ends the sessions of the user at once',
      ),
      rule(
        'Videos are edited by administrators and NSC users, seen by dealers',
        'videos.spec.ts › all dealer users see the videos in order, with their duration, and can edit none',
        'videos.spec.ts › an NSC user adds a video: errors appear at their fields, then the video is listed last',
      ),
    ],
  },
];
