/** Requests the account and the data of a landing page before the program has loaded. */
import { listDealers } from '#contract/calls/dealers.ts';
import { getDocument, searchDocuments } from '#contract/calls/documents.ts';
import { getDossier } from '#contract/calls/dossiers.ts';
import { getFolder } from '#contract/calls/folders.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { fileAction } from '#domain/documents/file-action.ts';
import type { DocumentRow } from '../api/answer-types.ts';
import { FIRST_PART, previewOf } from '../api/queries/preview.ts';
import { searchInput } from '../api/queries/search.ts';
import { type Caller, requestOf } from '../api/request.ts';
import { readDashboardEntity, readToken } from '../api/session/token.ts';
import { initialChoice } from '../features/dashboard/initial-choice.ts';
import { settings } from '../settings.ts';
import { readLanguage } from '../text/chosen-language.ts';
import { DEALERS, latestSearch } from './landing-calls.ts';
import { landingAt } from './landings.ts';
import { prefetch, prefetchAnswer } from './prefetched-answers.ts';

/** Pages that need no session. */
const PUBLIC_PAGES = /^\/(logged|logout|error)(\/|$)/;

/**
 * Prefetches its first bytes, its folder and its customer. Only the page itself reads a copy of an identity document:
 * each reading is recorded.
 */
async function prefetchDocument(row: Promise<DocumentRow>, caller: Caller): Promise<void> {
  const { id, folderId, type, mimeType, signedDocumentId } = await row;
  const folder = prefetchAnswer(requestOf(getFolder, { path: { id: folderId } }), caller);
  if (mimeType === 'application/pdf' && fileAction(type) === 'document.read') {
    prefetch({ ...previewOf(id, signedDocumentId), part: FIRST_PART }, caller);
  }
  await prefetchAnswer(requestOf(getDossier, { path: { id: (await folder).dossierId } }), caller);
}

/** Loads the page's files listed in the shell. A browser makes six requests at a time, so the calls come first. */
function fetchFiles(which: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[data-rel]${which}`)) {
    link.rel = link.dataset.rel ?? '';
    delete link.dataset.rel;
  }
}

/** Sends independent requests immediately, and the rest only when the page shows the data to this user. */
async function requestFirst(caller: Caller): Promise<void> {
  const landing = landingAt(location.pathname);
  const onDashboard = landing?.name === 'dashboard';
  const account = prefetchAnswer(requestOf(getAccount), caller);
  const row =
    landing?.name === 'document' ? prefetchAnswer(requestOf(getDocument, { path: { id: landing.id } }), caller) : null;
  const documentRequests = row && prefetchDocument(row, caller);
  documentRequests?.catch(() => undefined);
  const before = onDashboard ? readDashboardEntity(Date.now()) : undefined;
  if (before !== undefined) prefetch(requestOf(searchDocuments, searchInput(latestSearch(before))), caller);
  // The worker program, the largest file; the others follow after the calls that depend on these answers.
  fetchFiles('[as="fetch"]');
  const files = Promise.allSettled([account, row])
    .then(() => new Promise((resolve) => setTimeout(resolve)))
    .then(() => fetchFiles(''));

  const user = await account;
  const dealers = prefetchAnswer(requestOf(listDealers, DEALERS), caller);
  if (onDashboard && mayEver(user, 'document.read').ok) {
    const standing = initialChoice(user, (await dealers).concs as Dealer[]);
    if (standing !== before) prefetch(requestOf(searchDocuments, searchInput(latestSearch(standing))), caller);
  }
  await Promise.all([dealers, documentRequests, files]);
}

async function requestNow(): Promise<void> {
  const token = readToken(Date.now());
  if (token === null || PUBLIC_PAGES.test(location.pathname)) return;
  await requestFirst({ token, language: readLanguage(localStorage, settings.production) });
}

/** Settles when all requests have been sent. The page repeats failed ones and reports the error. */
export const firstRequested: Promise<void> = requestNow().catch(() => undefined);
