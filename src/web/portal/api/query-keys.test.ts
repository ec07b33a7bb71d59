/** Keys of the query cache, and what a change makes stale, derived from the calls. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Call } from '#contract/calls/call.ts';
import {
  countWaiting,
  deleteDocument,
  downloadDocument,
  getDocument,
  searchDocuments,
} from '#contract/calls/documents.ts';
import { readEvents } from '#contract/calls/evidence.ts';
import { getFolder, getFolderTypes } from '#contract/calls/folders.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { previewPaper } from '#contract/calls/papers.ts';
import { confirmContact, getSignaturePlaces, readOwnDocument, resendLink } from '#contract/calls/signing.ts';
import { listVideos } from '#contract/calls/videos.ts';
import { OPERATIONS } from '#contract/index.ts';
import { inputOfKey, keyOf, refresh, subjectOf } from './query-keys.ts';

const one = { path: { id: 7 } };

describe('the key of a call', () => {
  it.each([
    ['a single answer', keyOf(getAccount), ['account']],
    ['a row', keyOf(getDocument, one), ['documents', 7]],
    ['what belongs to a row', keyOf(readEvents, one), ['documents', 7, 'events']],
    ['a search', keyOf(searchDocuments, { body: {} }), ['documents', 'search', { body: {} }]],
    ['a list with its query', keyOf(listVideos, { query: { page: 0 } }), ['videos', { query: { page: 0 } }]],
    ['a call with a key of its own', keyOf(getSignaturePlaces, one), ['signature-places', 7]],
    ['configuration', keyOf(getFolderTypes), ['folder-types']],
  ])('of %s', (_name, key, expected) => {
    expect(key).toEqual(expected);
  });

  it('returns its input', () => {
    const input = { query: { page: 2 }, body: { status: { equals: 'DRAFT' } } };
    expect(inputOfKey(keyOf(searchDocuments, input))).toEqual(input);
    expect(inputOfKey(keyOf(getDocument, one))).toEqual({});
  });

  it('starts with its subject, as far as parameters are given', () => {
    expect(subjectOf(readEvents)).toEqual(['documents']);
    expect(subjectOf(readEvents, { id: 7 })).toEqual(['documents', 7, 'events']);
  });
});

/** The cached keys that are stale after `call`. */
async function staleAfter(call: Call, path?: { id: number }): Promise<unknown[]> {
  const client = new QueryClient();
  const keys = [
    keyOf(getDocument, one),
    keyOf(getDocument, { path: { id: 8 } }),
    keyOf(readEvents, one),
    keyOf(searchDocuments, { body: {} }),
    keyOf(countWaiting),
    keyOf(getFolder, one),
    keyOf(getSignaturePlaces, one),
  ];
  for (const key of keys) client.setQueryData(key, {});
  await refresh(client, call, path as never);
  return keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '));
}

describe('a change invalidates', () => {
  it('the data of its row, and nothing else', async () => {
    expect(await staleAfter(confirmContact, { id: 7 })).toEqual(['documents 7', 'documents 7 events']);
  });

  it('the lists named by its call', async () => {
    expect(await staleAfter(resendLink, { id: 8 })).toEqual(['documents 8', 'documents waiting count']);
  });

  it('never the deleted row, which would be read as absent', async () => {
    expect(await staleAfter(deleteDocument, { id: 7 })).toEqual([
      'documents 8',
      'documents search [object Object]',
      'documents waiting count',
      'folders 7',
    ]);
  });

  it('everything it may have changed, if the deleted row is unknown', async () => {
    expect(await staleAfter(deleteDocument)).toContain('documents 7');
  });

  it.each([
    ['a document', downloadDocument],
    ['an own document to sign', readOwnDocument],
    ['a preview', previewPaper],
  ])('no file of %s, since a reload would close its viewer', (_name, call) => {
    const stale = OPERATIONS.flatMap(({ endpoint }) => endpoint.stale ?? []).map((key) => key.split('/')[0]);
    expect(stale).not.toContain(subjectOf(call)[0]);
  });

  it('existing keys only', () => {
    const subjects = new Set(OPERATIONS.map(({ endpoint }) => subjectOf(endpoint)[0]));
    const stale = OPERATIONS.flatMap(({ endpoint }) => endpoint.stale ?? []).map((key) => key.split('/')[0]);
    expect(stale.filter((name) => !subjects.has(name))).toEqual([]);
  });
});
