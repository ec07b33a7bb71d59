/** Whose figures each role sees. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '../access.ts';
import type { Role } from '../identity/roles.ts';
import { statisticsScope } from './statistics-scope.ts';

const ENTITIES = new Map([
  ['10001', 'LE001'],
  ['10002', 'LE001'],
  ['10003', 'LE002'],
]);
const actor = (role: Role, hstList: string[]): Actor => ({
  id: 1,
  login: 'x',
  authorities: [role],
  hstList,
  brands: [],
});
const scope = (role: Role, hstList: string[], requested: string | null) => {
  const result = statisticsScope(actor(role, hstList), requested, ENTITIES);
  return result.kind === 'one' ? result.legalEntity : result.kind;
};

describe('figures', () => {
  it('of any legal entity or of all are for administrators and the national organisation', () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_BMW_ITALIA'] as const) {
      expect(scope(role, [], null)).toBe('all');
      expect(scope(role, [], 'LE002')).toBe('LE002');
    }
  });

  it('of own legal entities can be chosen by a supervisor', () => {
    const ownDealers = ['10001', '10003'];
    expect(scope('ROLE_SUPERVISOR_DEALER', ownDealers, null)).toBe('LE001');
    expect(scope('ROLE_SUPERVISOR_DEALER', ownDealers, 'LE002')).toBe('LE002');
    expect(scope('ROLE_SUPERVISOR_DEALER', ownDealers, 'LE003')).toBe('absent');
  });

  it.each(['ROLE_DEALER', 'ROLE_SALE_DEALER', 'ROLE_SALE_MANAGER', 'ROLE_SA3'] as const)(
    'of only the first dealer’s legal entity are for %s',
    (role) => {
      expect(scope(role, ['10003', '10001'], null)).toBe('LE002');
      expect(scope(role, ['10003', '10001'], 'LE002')).toBe('LE002');
      expect(scope(role, ['10003', '10001'], 'LE001')).toBe('absent');
    },
  );

  it('are hidden from a user without a dealer, or with an unknown one', () => {
    expect(scope('ROLE_DEALER', [], null)).toBe('absent');
    expect(scope('ROLE_DEALER', ['99999'], null)).toBe('absent');
    expect(scope('ROLE_DEALER', ['99999', '10001'], 'LE001')).toBe('absent');
  });
});
