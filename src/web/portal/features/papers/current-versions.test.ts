/** Which version applies to a legal entity, and the label of the next version. */
import { describe, expect, it } from 'vitest';
import type { VersionHead } from '../../api/queries/papers.ts';
import { needsAttention, nextLabel, openVersionOf, versionInForce } from './current-versions.ts';

const version = (id: number, state: VersionHead['state'], legalEntity: string | null, label = `2026.${id}`) =>
  ({ id, state, legalEntity, version: label }) as VersionHead;

const VERSIONS = [
  version(1, 'SUPERSEDED', 'LE001'),
  version(2, 'PUBLISHED', 'LE001'),
  version(3, 'PUBLISHED', null, '2026.1'),
  version(4, 'DRAFT', 'LE002', '2026.1'),
];

describe('for a legal entity', () => {
  it('its own version has priority over the general one, with the product’s draft as default', () => {
    expect(versionInForce(VERSIONS, 'LE001')?.id).toBe(2);
    expect(versionInForce(VERSIONS, 'LE002')?.id).toBe(3);
    expect(versionInForce(VERSIONS.slice(0, 2), 'LE002')).toBeUndefined();
  });

  it('only its own version is edited', () => {
    expect(openVersionOf(VERSIONS, 'LE002')?.id).toBe(4);
    expect(openVersionOf(VERSIONS, null)).toBeUndefined();
  });

  it('the next label is one that it has not used', () => {
    expect(nextLabel(VERSIONS, 'LE001', 2026)).toBe('2026.3');
    expect(nextLabel(VERSIONS, 'LE003', 2026)).toBe('2026.1');
  });

  it('a waiting or returned version has a note', () => {
    expect(needsAttention({ state: 'SUBMITTED', returnReason: null })).toBe(true);
    expect(needsAttention({ state: 'DRAFT', returnReason: 'Manca la sede' })).toBe(true);
    expect(needsAttention({ state: 'DRAFT', returnReason: null })).toBe(false);
    expect(needsAttention(null)).toBe(false);
  });
});
