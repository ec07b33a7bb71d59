/** The specification's "Roles and permissions" with the detailed permission table, rule by rule. */
import { perRole, type RuleSection, rule } from './rule.ts';

const MENU = 'frame.spec.ts › $role finds in the menu what $role may see, and no other page by its address';

export const PERMISSIONS_SEEN: readonly RuleSection[] = [
  {
    name: 'Roles',
    rules: [
      rule(
        'Some roles are single-selection',
        'user-form.spec.ts › a role that stands alone excludes the others, and each says why',
      ),
      perRole('Group admin only: the services', ['admin', 'nsc', 'supervisor', 'dealer'], MENU),
      rule(
        'Group admin or national organisation: every dealer, and all users as a file',
        'roles.spec.ts › the administrator sees every dealer, and vehicle exits besides',
        'roles.spec.ts › the national office sees every dealer, and vehicle exits besides',
        'users.spec.ts › who may › the national office sees and exports everybody, and edits nobody',
        'users.spec.ts › who may › a supervisor sees the users of own dealers alone, and exports nobody',
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
        'customers.spec.ts › the form of a customer › begins with a dealer of the service mandate for service roles, of the sales mandate for the others',
      ),
      rule(
        'A technical account of a DMS makes customers, and has neither tools nor administration',
        'frame.spec.ts › a technical account of a DMS has neither tools nor administration',
        'customers.spec.ts › a technical account makes customers and deletes none',
        'dashboard-roles.spec.ts › a technical account sees its documents and no figures, and no call of its page is refused',
        'videos.spec.ts › a technical account has no page of videos',
      ),
      rule(
        'ROLE_USER alone grants nothing',
        'dashboard-roles.spec.ts › a user without any permission sees an empty dashboard that asks for nothing',
      ),
    ],
  },
  {
    name: 'Permissions by brand and folder type',
    rules: [
      rule(
        'Admin and national-organisation users have all permissions',
        'roles.spec.ts › the administrator sees every dealer, and vehicle exits besides',
        'roles.spec.ts › the national office sees every dealer, and vehicle exits besides',
      ),
      rule(
        'Others have access to a folder type only if their brand list includes its slug',
        'roles.spec.ts › service sees only its folder types, of its dealer',
        'folders.spec.ts › who may only read, and who lacks the folder type, changes no folder',
      ),
      rule(
        'VEHICLE_EXIT_REQUEST is never allowed to non-privileged users',
        'roles.spec.ts › a dealer sees no vehicle exits, neither on a card nor by address nor by a call',
        'user-form.spec.ts › read-only switches the other permissions of its brand off, and they switch it off',
      ),
      rule(
        'Read-only means the list contains READONLY',
        'roles.spec.ts › who may only read looks at everything of the dealer and can begin nothing',
        'frame.spec.ts › who may only read sees it said on the page about oneself',
      ),
      rule(
        'A non-admin is read-only only if every brand has it',
        'folders.spec.ts › read-only in one brand alone leaves the other brands writable',
      ),
      rule(
        'Dossier actions are disabled for read-only users',
        'customers.spec.ts › who may only read sees every action on customers disabled, with the reason',
        'customers.spec.ts › a role without the right looks at customers and is offered no action on them',
      ),
      rule(
        'Brand cards show only for brands with write permission',
        'roles.spec.ts › who may only read looks at everything of the dealer and can begin nothing',
        'roles.spec.ts › SA3 looks at everything of the dealer and can begin nothing',
        'folders.spec.ts › read-only in one brand alone leaves the other brands writable',
      ),
      rule(
        'Users with hstList are scoped to those dealers',
        'roles.spec.ts › service sees only its folder types, of its dealer',
        'refusals.spec.ts › an address that leads nowhere › a document of another dealer looks as if it were not there',
      ),
      rule(
        'Wizard folder types are sorted by displayOrder and filtered by visibleInWizard',
        'src/web/portal/features/dashboard/cards.test.ts › sort document types and hide identity documents, hidden types and those of other legal entities',
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
      ),
      rule(
        'The wizard opens only with the permission',
        'roles.spec.ts › service sees only its folder types, of its dealer',
        'roles.spec.ts › SA3 looks at everything of the dealer and can begin nothing',
        'wizard.spec.ts › is found at its address in any case, and nowhere else',
      ),
    ],
  },
  {
    name: 'Folders, dossiers, documents',
    rules: [
      rule(
        'Folder create, edit and delete need the brand and folder-type permission',
        'folders.spec.ts › who may only read, and who lacks the folder type, changes no folder',
        'folders.spec.ts › a new folder › is of the brands and folder types that one may write to',
      ),
      rule(
        'Folder delete is limited by field emptiness and the document count',
        'folders.spec.ts › a folder › is deleted only when empty and without a job, asks first and tells what came of it',
      ),
      rule(
        'Deleting a dossier requires admin or that it has no folders',
        'customers.spec.ts › deleting a customer › is refused with the reason while there are folders, save to an administrator',
      ),
      rule(
        'Document create, update, delete, start-sign and QR-code buttons depend on permission checks',
        'document-edit.spec.ts › whoever may only read finds neither new, edit, delete nor QR',
        'roles.spec.ts › SA3 looks at everything of the dealer and can begin nothing',
      ),
      rule(
        'A document is deleted until signing was started',
        'document-edit.spec.ts › deleting › is refused once signing was started, in words',
        'document-edit.spec.ts › deleting › that the server refuses says why, and the document stays',
      ),
      rule(
        'QR signing shows only to users who can sign',
        'document-edit.spec.ts › whoever may only read finds neither new, edit, delete nor QR',
      ),
      rule(
        'Audit download appears when allowed',
        'document-list.spec.ts › a signed document offers the signed file in place of the plain one and its audit trail, and no other does',
        'story.spec.ts › a dealer sends a document, the customer signs it on a phone, and anyone can check the result',
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
      perRole('Services are seen and made by administrators alone', ['nsc', 'supervisor', 'dealer'], MENU),
      rule(
        'Licences: edited by administrators, seen by the national office',
        'licenses.spec.ts › a licence says at each field what is missing or wrong, then is made, and toasts tell it',
        'licenses.spec.ts › the national office looks at licences and activations, and changes none',
      ),
      rule(
        'Licences and activations of own legal entities for a supervisor, who edits activations of own dealers',
        'licenses.spec.ts › a supervisor sees the licences of own legal entities, edits no licence, and only own activations',
        'licenses.spec.ts › activations are made while there are seats, and their place is free again once deleted',
      ),
      rule(
        'A licence is deleted only without activations in use',
        'licenses.spec.ts › a licence is saved and deleted, but not below or while its seats are taken',
      ),
      rule(
        'Users: the national office sees and exports all and edits none',
        'users.spec.ts › who may › the national office sees and exports everybody, and edits nobody',
      ),
      rule(
        'Users: a supervisor sees own dealers without export, and gives roles, dealers and permissions of its own',
        'users.spec.ts › who may › a supervisor sees the users of own dealers alone, and exports nobody',
        'users.spec.ts › who may › a supervisor gives roles and dealers of its own, and not more',
        'users.spec.ts › who may › a supervisor looks at those it may not edit, and reads why',
        'src/web/portal/features/users/user-rules.test.ts › that the actor may not grant is disabled, unless the user had it',
      ),
      rule(
        'Nobody shuts the own account out; a deactivated one is out at once',
        'user-form.spec.ts › nobody shuts the own account out',
        'user-form.spec.ts › deactivating asks first, and ends the sessions at once',
      ),
      rule(
        'Videos are edited by administrators and the national office, seen by dealers',
        'videos.spec.ts › everybody at a dealer sees the videos in their order, with their length, and edits none',
        'videos.spec.ts › the national office adds a video: what is wrong is told at its field, then it stands last',
      ),
    ],
  },
];
