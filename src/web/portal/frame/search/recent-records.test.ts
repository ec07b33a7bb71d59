/** Recently opened records are stored only as kind and id. */
import { describe, expect, it } from 'vitest';
import { type Recent, readRecent, subjectOf, withRecent } from './recent-records.ts';

describe('the recent records', () => {
  it('include the customer, folder or document of a page', () => {
    expect(subjectOf('/app/dossiers/12')).toEqual({ kind: 'dossiers', id: 12 });
    expect(subjectOf('/app/documents/48190')).toEqual({ kind: 'documents', id: 48_190 });
  });

  it.each(['/app/dossiers', '/app/folders/x', '/app/folders/0', '/app/wizard/bmw/privacy/x', '/app/documents/1/2'])(
    'include nothing at %s',
    (path) => expect(subjectOf(path)).toBeNull(),
  );

  it('are sorted newest first, without duplicates, six at most', () => {
    const list: Recent[] = [1, 2, 3, 4, 5, 6].map((id) => ({ kind: 'folders', id }));
    expect(withRecent(list, { kind: 'folders', id: 3 }).map(({ id }) => id)).toEqual([3, 1, 2, 4, 5, 6]);
    expect(withRecent(list, { kind: 'documents', id: 3 })).toEqual([{ kind: 'documents', id: 3 }, ...list.slice(0, 5)]);
  });

  it('are read defensively, and contain only kind and id', () => {
    const kept = [
      { kind: 'folders', id: 3, name: 'Rossi' },
      { kind: 'users', id: 1 },
      { kind: 'folders', id: '4' },
      null,
    ];
    expect(readRecent(kept)).toEqual([{ kind: 'folders', id: 3 }]);
    expect(readRecent('folders')).toEqual([]);
    expect(readRecent(undefined)).toEqual([]);
  });
});
