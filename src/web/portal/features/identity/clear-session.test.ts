/** A logout leaves nothing of a session; an expired session keeps the drafts. */
// Real time: drafts expire after some days.
import { beforeEach, describe, expect, it } from 'vitest';
import { recordShown, shownHashes } from '../../api/queries/shown-hashes.ts';
import { dealersQuery, folderTypesQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { hasReturnAddress, storeReturnAddress } from '../../api/session/return-address.ts';
import { storeToken, TOKEN_KEY } from '../../api/session/token.ts';
import { LANGUAGE_KEY } from '../../text/chosen-language.ts';
import { clearSession } from './clear-session.ts';

const TYPED = 'fascicolo.kept.v3.dealer|folder|page';

/** The document of a staff signature. */
const SIGNED = 7;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  storeToken('a.b.c', Date.parse('2026-11-20T09:00:00Z'));
  localStorage.setItem(LANGUAGE_KEY, '{"selectedLang":"en"}');
  localStorage.setItem(TYPED, `{"at":${Date.now()},"values":{"plate":"AB123CD"}}`);
  queryClient.setQueryData(dealersQuery.queryKey, []);
  queryClient.setQueryData(folderTypesQuery.queryKey, []);
  await recordShown(SIGNED, new Blob(['la proposta']));
});

it.each([
  ['on purpose', () => undefined],
  ['since the session has ended', () => storeReturnAddress('dealer', '/app/folders')],
])('what was shown to the user who leaves %s does not count for the next user of this tab', (_, before) => {
  expect(shownHashes(SIGNED)).toHaveLength(1);
  before();
  clearSession();
  expect(shownHashes(SIGNED)).toEqual([]);
  expect(Object.keys(sessionStorage).filter((key) => key.includes('shown'))).toEqual([]);
});

describe('signing out', () => {
  it('clears token, dealers, configuration and typed values, and keeps the language', () => {
    expect(clearSession()).toBe(false);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(localStorage.getItem(TYPED)).toBeNull();
    expect(localStorage.getItem(LANGUAGE_KEY)).toContain('en');
  });
});

describe('an expired session', () => {
  it('clears token, dealers and configuration, and keeps typed values and the return address', () => {
    storeReturnAddress('dealer', '/app/folders');
    expect(clearSession()).toBe(true);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(localStorage.getItem(TYPED)).toContain('AB123CD');
    expect(hasReturnAddress()).toBe(true);
  });
});
