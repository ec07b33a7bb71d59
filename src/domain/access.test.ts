/** The permission table, every role × every action × every situation, written a second time and compared. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ACTIONS,
  type Action,
  type Actor,
  canRead,
  canWrite,
  type Decision,
  grantablePermissions,
  isReadOnly,
  may,
  mayEver,
  prefersServiceDealer,
  READONLY,
  type Target,
  visibleDealers,
  visibleTo,
  writableFolderTypes,
} from './access.ts';
import { BRANDS, type Brand } from './dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from './folders/folder-types.ts';
import { ROLES, type Role, SINGLE_SELECTION_ROLES } from './identity/roles.ts';

const COLUMNS = ['admin', 'national', 'supervisor', 'dealer', 'sa3', 'dms', 'user'] as const;
type Column = (typeof COLUMNS)[number];
type Cell = 'all' | 'own' | 'created' | 'no';

const ROLES_OF_COLUMN: Record<Column, readonly Role[]> = {
  admin: ['ROLE_ADMIN'],
  national: ['ROLE_BMW_ITALIA'],
  supervisor: ['ROLE_SUPERVISOR_DEALER'],
  dealer: [
    ...(['ROLE_DEALER', 'ROLE_SERVICE_DEALER', 'ROLE_SALE_DEALER', 'ROLE_ACCEPTANCE_DEALER'] as const),
    ...(['ROLE_BACKOFFICE_DEALER', 'ROLE_SALE_MANAGER', 'ROLE_OPERATOR_DEALER'] as const),
  ],
  sa3: ['ROLE_SA3'],
  dms: ['ROLE_DMS_INCADEA', 'ROLE_DMS_AUTOLINE', 'ROLE_DMS_SIPADX', 'ROLE_DMS_GMT', 'ROLE_DMS_INFINITY'],
  user: ['ROLE_USER'],
};

/** The table as specified: admin, national, supervisor, dealer roles, SA3, DMS, and only ROLE_USER. */
const TABLE: Record<Action, string> = {
  'customer.search': 'all all own own no no no',
  'dossier.read': 'all all own own own created no',
  'dossier.create': 'all all own own no own no',
  'dossier.edit': 'all all own own no created no',
  'dossier.delete': 'all all own own no no no',
  'folder.read': 'all all own own own created no',
  'folder.create': 'all all own own no own no',
  'folder.edit': 'all all own own no created no',
  'folder.delete': 'all all own own no no no',
  'document.read': 'all all own own own created no',
  'document.create': 'all all own own no own no',
  'document.edit': 'all all own own no created no',
  'document.delete': 'all all own own no created no',
  'document.sign': 'all all own own no no no',
  'user.read': 'all all own no no no no',
  'user.export': 'all all no no no no no',
  'user.create': 'all no own no no no no',
  'user.edit': 'all no own no no no no',
  'administrator.confirm': 'all no no no no no no',
  'integration.edit': 'all no no no no no no',
  'installation.read': 'all no no no no no no',
  'folderType.edit': 'all no no no no no no',
  'license.read': 'all all own no no no no',
  'license.edit': 'all no no no no no no',
  'activation.read': 'all all own no no no no',
  'activation.edit': 'all no own no no no no',
  'service.read': 'all no no no no no no',
  'service.edit': 'all no no no no no no',
  'signatureService.read': 'all all own own own own no',
  'video.read': 'all all own own own no no',
  'paper.read': 'all all no no no no no',
  'paper.edit': 'all no no no no no no',
  'video.edit': 'all all no no no no no',
  'statistics.read': 'all all own own own no no',
  'statistics.chooseLegalEntity': 'all all own no no no no',
  'recurringNumber.read': 'all all own no no no no',
  'configuration.read': 'all all own own own own no',
  'account.read': 'own own own own own own own',
};

const columnOf = (role: Role): Column => {
  const [column] = COLUMNS.filter((candidate) => ROLES_OF_COLUMN[candidate].includes(role));
  if (column === undefined) throw new Error(`${role} is in no column`);
  return column;
};

const cell = (role: Role, action: Action): Cell => TABLE[action].split(' ')[COLUMNS.indexOf(columnOf(role))] as Cell;

/** Works for dealer 10001: sales of BMW and MINI, after-sales of BMW. */
const actorWith = (authorities: readonly Role[], changes: Partial<Actor> = {}): Actor => ({
  id: 7,
  login: 'me',
  authorities,
  hstList: ['10001'],
  brands: [
    { brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW', 'SERVICE'] },
    { brand: 'mini', permissions: ['SALE_NEW'] },
  ],
  ...changes,
});

const own = (brand: Brand, folderType: FolderType): Target => ({ hst: '10001', createdBy: 'me', brand, folderType });
const mine = own('bmw', 'SALE_NEW');

/** Possible relations of a row to a caller, and the reach needed to see it. */
const SITUATIONS: Record<string, { target: Target; seenBy: readonly Cell[] }> = {
  'of its own dealer, made by itself': { target: mine, seenBy: ['all', 'own', 'created'] },
  'of its own dealer, made by a colleague': { target: { ...mine, createdBy: 'colleague' }, seenBy: ['all', 'own'] },
  'of another dealer': { target: { ...mine, hst: '10002', createdBy: 'colleague' }, seenBy: ['all'] },
  'of another dealer, made by itself in earlier days': { target: { ...mine, hst: '10002' }, seenBy: ['all'] },
  'of a brand it does not work for': { target: own('moto', 'SALE_NEW'), seenBy: ['all'] },
  'of a folder type it does not work on': { target: own('mini', 'SERVICE'), seenBy: ['all'] },
  'that is a vehicle exit request': { target: own('bmw', 'VEHICLE_EXIT_REQUEST'), seenBy: ['all'] },
};

const isScoped = (action: Action): boolean => /^(customer|dossier|folder|document)\./.test(action);
const isScopedByDealerOnly = (action: Action): boolean => /^(customer|dossier)\./.test(action);

const tally = { yes: 0, no: 0 };
function tallied(decision: Decision): boolean {
  if (decision.ok) tally.yes += 1;
  else tally.no += 1;
  return decision.ok;
}

describe.each(ROLES)('%s', (role) => {
  const actor = actorWith([role]);

  it.each(ACTIONS)('may ever %s exactly as the table specifies', (action) => {
    const decision = mayEver(actor, action);
    expect(tallied(decision)).toBe(cell(role, action) !== 'no');
    if (!decision.ok) expect(decision).toEqual({ ok: false, kind: 'forbidden', reason: 'role' });
  });

  for (const [name, { target, seenBy }] of Object.entries(SITUATIONS)) {
    const ofBrand = / brand | folder type |vehicle/.test(name);
    // A customer belongs only to a dealer: brand and folder type do not apply.
    const scoped = ACTIONS.filter((action) => isScoped(action) && !(ofBrand && isScopedByDealerOnly(action)));
    it.each(scoped)(`%s on an object ${name}: as the table specifies`, (action) => {
      const reach = cell(role, action);
      const { brand: _brand, folderType: _folderType, ...dossier } = target;
      const decision = may(actor, action, isScopedByDealerOnly(action) ? dossier : target);
      expect(tallied(decision)).toBe(seenBy.includes(reach));
      // Invisible objects are reported as absent; actions that the role never has are forbidden.
      if (!decision.ok) expect(decision.kind).toBe(reach === 'no' ? 'forbidden' : 'absent');
    });
  }
});

describe('administration', () => {
  const supervisor = actorWith(['ROLE_SUPERVISOR_DEALER'], { hstList: ['10001', '10002'] });
  const kind = (decision: Decision) => (decision.ok ? 'ok' : `${decision.kind} ${decision.reason}`);

  it('lets a supervisor see users, licences and activations of own dealers and no others', () => {
    for (const action of ['user.read', 'license.read', 'activation.read', 'activation.edit'] as const) {
      expect(tallied(may(supervisor, action, { hstList: ['10002', '10009'] }))).toBe(true);
      expect(kind(may(supervisor, action, { hstList: ['10009'] }))).toBe('absent scope');
      expect(kind(may(supervisor, action, { hstList: [] }))).toBe('absent scope');
    }
  });

  it('lets a supervisor create users only for own dealers', () => {
    expect(tallied(may(supervisor, 'user.create', { hstList: ['10001'], authorities: ['ROLE_DEALER'] }))).toBe(true);
    expect(kind(may(supervisor, 'user.create', { hstList: ['10001', '10009'] }))).toBe('forbidden scope');
    expect(kind(may(supervisor, 'user.edit', { hstList: ['10009'] }))).toBe('absent scope');
  });

  it.each(ROLES)('lets a supervisor assign %s only when it is a dealer role', (role) => {
    const givable = columnOf(role) === 'dealer' || role === 'ROLE_USER';
    for (const action of ['user.create', 'user.edit'] as const) {
      const decision = may(supervisor, action, { hstList: ['10001'], authorities: ['ROLE_DEALER', role] });
      expect(tallied(decision)).toBe(givable);
      if (!givable) expect(kind(decision)).toBe('forbidden roleNotGivable');
    }
  });

  it('shows the users of all dealers, of own ones, or none', () => {
    expect(visibleDealers(actorWith(['ROLE_ADMIN']), 'user.read')).toBeNull();
    expect(visibleDealers(supervisor, 'user.read')).toEqual(['10001', '10002']);
    for (const role of ['ROLE_DEALER', 'ROLE_SA3', 'ROLE_DMS_GMT', 'ROLE_USER'] as const) {
      expect(visibleDealers(actorWith([role]), 'user.read')).toEqual([]);
    }
    expect(visibleDealers(supervisor, 'user.export')).toEqual([]);
  });

  it('grants no permission beyond the own ones, read-only only where the whole brand is readable', () => {
    const giving = (permissions: string[], role: Role = 'ROLE_SUPERVISOR_DEALER') =>
      grantablePermissions(actorWith([role], { brands: [{ brand: 'bmw', permissions }] }), 'bmw');
    expect(giving(['SALE_NEW'])).toEqual(['SALE_NEW']);
    expect(giving(['SALE_NEW', 'VEHICLE_EXIT_REQUEST'])).toEqual(['SALE_NEW']);
    expect(giving(['READONLY'])).toEqual(['READONLY']);
    expect(giving(['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'])).toEqual([
      ...['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'READONLY'],
    ]);
    expect(grantablePermissions(actorWith(['ROLE_SUPERVISOR_DEALER']), 'moto')).toEqual([]);
    expect(giving(['SALE_NEW'], 'ROLE_ADMIN')).toEqual([...FOLDER_TYPES, READONLY]);
    for (const role of ['ROLE_BMW_ITALIA', 'ROLE_DEALER', 'ROLE_SA3'] as const)
      expect(giving(['SALE_NEW'], role)).toEqual([]);
  });

  it('lets the administrator assign every role for every dealer', () => {
    expect(may(actorWith(['ROLE_ADMIN']), 'user.edit', { hstList: ['10009'], authorities: [...ROLES] }).ok).toBe(true);
  });
});

describe('deletion', () => {
  const can = (role: Role, action: Action, changes: Target) => {
    const decision = may(actorWith([role]), action, { ...mine, ...changes });
    tallied(decision);
    return decision.ok ? 'ok' : `${decision.kind} ${decision.reason}`;
  };

  it('of a customer with folders is for the administrator only', () => {
    expect(can('ROLE_ADMIN', 'dossier.delete', { numberOfFolders: 3 })).toBe('ok');
    for (const role of ['ROLE_BMW_ITALIA', 'ROLE_SUPERVISOR_DEALER', 'ROLE_DEALER', 'ROLE_SALE_MANAGER'] as const) {
      expect(can(role, 'dossier.delete', { numberOfFolders: 0 })).toBe('ok');
      expect(can(role, 'dossier.delete', { numberOfFolders: 1 })).toBe('conflict hasFolders');
    }
  });

  it('of a folder with documents is refused to all, of one with a job to dealer roles', () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_BMW_ITALIA', 'ROLE_SUPERVISOR_DEALER', 'ROLE_DEALER'] as const) {
      expect(can(role, 'folder.delete', { numberOfDocuments: 1 })).toBe('conflict hasDocuments');
    }
    expect(can('ROLE_DEALER', 'folder.delete', { jobId: 'J-1' })).toBe('conflict hasJobId');
    expect(can('ROLE_SERVICE_DEALER', 'folder.delete', { jobId: 'J-1' })).toBe('conflict hasJobId');
    expect(can('ROLE_SUPERVISOR_DEALER', 'folder.delete', { jobId: 'J-1' })).toBe('ok');
    expect(can('ROLE_DEALER', 'folder.delete', { jobId: '' })).toBe('ok');
  });

  it('of a document is refused to all once signing was started', () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_BMW_ITALIA', 'ROLE_SUPERVISOR_DEALER', 'ROLE_DEALER'] as const) {
      expect(can(role, 'document.delete', { signingStarted: false })).toBe('ok');
      expect(can(role, 'document.delete', { signingStarted: true })).toBe('conflict signingStarted');
    }
  });

  it('by a DMS is limited to its own drafts', () => {
    expect(can('ROLE_DMS_GMT', 'document.delete', { draft: true })).toBe('ok');
    expect(can('ROLE_DMS_GMT', 'document.delete', { draft: false })).toBe('conflict notDraft');
    expect(can('ROLE_DMS_GMT', 'document.delete', { draft: true, createdBy: 'other' })).toBe('absent scope');
  });

  it('reveals nothing about invisible objects: absent takes precedence over not empty', () => {
    expect(can('ROLE_DEALER', 'dossier.delete', { hst: '10002', numberOfFolders: 9 })).toBe('absent scope');
    expect(can('ROLE_DEALER', 'document.delete', { brand: 'moto', signingStarted: true })).toBe('absent folderType');
  });
});

describe('read-only', () => {
  const reader = actorWith(['ROLE_DEALER'], { brands: [{ brand: 'bmw', permissions: [READONLY] }] });
  const mixed = actorWith(['ROLE_DEALER'], {
    brands: [
      { brand: 'bmw', permissions: [READONLY] },
      { brand: 'mini', permissions: ['SALE_NEW'] },
    ],
  });

  it('allows every folder type of the brand except the vehicle exit request to be read', () => {
    for (const type of FOLDER_TYPES) expect(canRead(reader, 'bmw', type)).toBe(type !== 'VEHICLE_EXIT_REQUEST');
    expect(canRead(reader, 'mini', 'SALE_NEW')).toBe(false);
  });

  it('prevents all writing when every brand is read-only', () => {
    expect(isReadOnly(reader)).toBe(true);
    for (const action of ACTIONS.filter((candidate) => isScoped(candidate) && !candidate.endsWith('.read'))) {
      expect(mayEver(reader, action)).toEqual({ ok: false, kind: 'forbidden', reason: 'readonly' });
    }
    expect(may(reader, 'document.read', mine).ok).toBe(true);
  });

  it('prevents writing only in the brand that is read-only', () => {
    expect(isReadOnly(mixed)).toBe(false);
    expect(may(mixed, 'document.create', own('bmw', 'SALE_NEW'))).toMatchObject({ ok: false, reason: 'readonly' });
    expect(may(mixed, 'document.create', own('mini', 'SALE_NEW')).ok).toBe(true);
    expect(writableFolderTypes(mixed, 'bmw')).toEqual([]);
    expect(writableFolderTypes(mixed, 'mini')).toEqual(['SALE_NEW']);
  });

  it('never applies to the administrator and the national organisation', () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_BMW_ITALIA'] as const) {
      const actor = actorWith([role], { brands: BRANDS.map((brand) => ({ brand, permissions: [READONLY] })) });
      expect(isReadOnly(actor)).toBe(false);
      for (const brand of BRANDS) expect(writableFolderTypes(actor, brand)).toEqual([...FOLDER_TYPES]);
    }
  });
});

describe('roles', () => {
  it('are seventeen, ten of them exclusive', () => {
    expect(ROLES).toHaveLength(17);
    expect([...SINGLE_SELECTION_ROLES].sort()).toEqual(
      ROLES.filter((role) => !['dealer', 'user'].includes(columnOf(role))).sort(),
    );
  });

  it('of service and acceptance prefer the dealer with a service mandate', () => {
    for (const role of ROLES) {
      expect(prefersServiceDealer(actorWith([role]))).toBe(
        role === 'ROLE_SERVICE_DEALER' || role === 'ROLE_ACCEPTANCE_DEALER',
      );
    }
  });

  it('grant nothing when unknown', () => {
    for (const unknown of ['ROLE_ROOT', 'role_admin', 'constructor', '__proto__', ''] as unknown as Role[]) {
      for (const action of ACTIONS.filter((candidate) => candidate !== 'account.read')) {
        expect(tallied(mayEver(actorWith([unknown]), action))).toBe(false);
        expect(tallied(may(actorWith([unknown]), action, mine))).toBe(false);
      }
    }
  });
});

const role = fc.constantFrom(...ROLES);
const brand = fc.constantFrom(...BRANDS);
const folderType = fc.constantFrom(...FOLDER_TYPES);
const permissions = fc.uniqueArray(fc.constantFrom<string>(...FOLDER_TYPES, READONLY));
const hst = fc.constantFrom('10001', '10002', '10003');
const anyActor: fc.Arbitrary<Actor> = fc.record({
  id: fc.nat(),
  login: fc.constantFrom('me', 'colleague'),
  authorities: fc.uniqueArray(role, { maxLength: 3 }),
  hstList: fc.uniqueArray(hst),
  brands: fc.uniqueArray(fc.record({ brand, permissions }), { selector: (entry) => entry.brand }),
});
const anyTarget: fc.Arbitrary<Target> = fc.record(
  {
    hst,
    brand,
    folderType,
    createdBy: fc.constantFrom('me', 'colleague', null),
    numberOfFolders: fc.nat(2),
    numberOfDocuments: fc.nat(2),
    signingStarted: fc.boolean(),
    draft: fc.boolean(),
  },
  { requiredKeys: ['hst', 'brand', 'folderType', 'createdBy'] },
);
const anyAction = fc.constantFrom(...ACTIONS);

describe('any user with any object', () => {
  it('may do nothing that the role never may', () => {
    fc.assert(
      fc.property(anyActor, anyAction, anyTarget, (actor, action, target) => {
        if (!mayEver(actor, action).ok) expect(may(actor, action, target).ok).toBe(false);
      }),
    );
  });

  it('without a privileged role stays within own dealers, brands and folder types', () => {
    fc.assert(
      fc.property(anyActor, anyAction, anyTarget, (actor, action, target) => {
        const privileged = actor.authorities.some((one) => one === 'ROLE_ADMIN' || one === 'ROLE_BMW_ITALIA');
        if (privileged || !isScoped(action) || !may(actor, action, target).ok) return;
        expect(actor.hstList).toContain(target.hst);
        expect(target.folderType).not.toBe('VEHICLE_EXIT_REQUEST');
        const permissions = actor.brands.find((entry) => entry.brand === target.brand)?.permissions ?? [];
        expect(permissions.includes(READONLY) || permissions.includes(target.folderType ?? '')).toBe(true);
        if (!action.endsWith('.read') && !isScopedByDealerOnly(action)) expect(permissions).not.toContain(READONLY);
      }),
    );
  });

  it.each(['document.read', 'document.sign'] as const)(
    'finds in a list exactly what %s allows for each row',
    (action) => {
      fc.assert(
        fc.property(anyActor, anyTarget, (actor, target) => {
          const visibility = visibleTo(actor, action);
          const isListed =
            visibility === null ||
            (visibility.hsts.includes(target.hst ?? '') &&
              visibility.pairs.some((pair) => pair.brand === target.brand && pair.folderType === target.folderType) &&
              (visibility.createdBy === null || visibility.createdBy === target.createdBy));
          expect(may(actor, action, target).ok).toBe(isListed);
        }),
      );
    },
  );

  it('may write only where it may read', () => {
    fc.assert(
      fc.property(anyActor, brand, folderType, (actor, assigned, type) => {
        if (canWrite(actor, assigned, type)) expect(canRead(actor, assigned, type)).toBe(true);
      }),
    );
  });

  it('loses nothing by an additional role', () => {
    fc.assert(
      fc.property(anyActor, role, anyAction, (actor, added, action) => {
        const extended = { ...actor, authorities: [...actor.authorities, added] };
        if (mayEver(actor, action).ok) expect(mayEver(extended, action).ok).toBe(true);
      }),
    );
  });
});

afterAll(() => {
  // A permission table that allows more than it denies would be wrong.
  expect(tally.no).toBeGreaterThan(tally.yes);
});
