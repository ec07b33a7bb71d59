/** Which version applies to a legal entity, and the label of the next version. */
import { describe, expect, it } from 'vitest';
import type { VersionHead } from '../../api/queries/papers.ts';
import { holdsFor, nextLabel, openOf, standsOut } from './scope.ts';

const version = (id: number, state: VersionHead['state'], legalEntity: string | null, label = `2026.${id}`) =>
  ({ id, state, legalEntity, version: label }) as VersionHead;

const VERSIONS = [
  version(1, 'SUPERSEDED', 'LE001'),
  version(2, 'PUBLISHED', 'LE001'),
  version(3, 'PUBLISHED', null, '2026.1'),
  version(4, 'DRAFT', 'LE002', '2026.1'),
];

describe('for a legal entity', () => {
  it('holds its own version before the one for everybody, and the product’s draft where there is none', () => {
    expect(holdsFor(VERSIONS, 'LE001')?.id).toBe(2);
    expect(holdsFor(VERSIONS, 'LE002')?.id).toBe(3);
    expect(holdsFor(VERSIONS.slice(0, 2), 'LE002')).toBeUndefined();
  });

  it('is worked on what is its own alone', () => {
    expect(openOf(VERSIONS, 'LE002')?.id).toBe(4);
    expect(openOf(VERSIONS, null)).toBeUndefined();
  });

  it('the next label is one that it has not used', () => {
    expect(nextLabel(VERSIONS, 'LE001', 2026)).toBe('2026.3');
    expect(nextLabel(VERSIONS, 'LE003', 2026)).toBe('2026.1');
  });

  it('has a note of its own what waits or came back with a reason', () => {
    expect(standsOut({ state: 'SUBMITTED', returnReason: null })).toBe(true);
    expect(standsOut({ state: 'DRAFT', returnReason: 'Manca la sede' })).toBe(true);
    expect(standsOut({ state: 'DRAFT', returnReason: null })).toBe(false);
    expect(standsOut(null)).toBe(false);
  });
});
