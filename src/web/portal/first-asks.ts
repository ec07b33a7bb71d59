/** First of all asks who is here and what the address shows: the program's files take the longest, and the answers travel meanwhile. */
import { listDealers } from '#contract/calls/dealers.ts';
import { getDocument, searchDocuments } from '#contract/calls/documents.ts';
import { getDossier } from '#contract/calls/dossiers.ts';
import { getFolder } from '#contract/calls/folders.ts';
import { getAccount } from '#contract/calls/identity.ts';
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { fileAction } from '#domain/documents/file-action.ts';
import { askAhead, askFor } from './api/asked.ts';
import { DEALERS, FIRST_PART, latestSearch, previewOf, searchInput } from './api/first-calls.ts';
import { type Caller, requestOf } from './api/request.ts';
import type { DocumentRow } from './api/shapes.ts';
import { readStanding, readToken } from './api/token.ts';
import { standingChoice } from './features/dashboard/standing-choice.ts';
import { settings } from './settings.ts';
import { readLanguage } from './text/chosen-language.ts';

/** Pages of nobody in particular. */
const OPEN_TO_ALL = /^\/(logged|logout|error)(\/|$)/;

/** Its first bytes, then where it lies. A copy of an identity document is looked at only by the page: each look is written down. */
async function askForDocument(asked: Promise<DocumentRow>, caller: Caller): Promise<void> {
  const { id, folderId, type, mimeType, signedDocumentId } = await asked;
  const folder = askAhead(requestOf(getFolder, { path: { id: folderId } }), caller);
  if (mimeType === 'application/pdf' && fileAction(type) === 'document.read') {
    askFor({ ...previewOf(id, signedDocumentId), part: FIRST_PART }, caller);
  }
  await askAhead(requestOf(getDossier, { path: { id: (await folder).dossierId } }), caller);
}

/** The files of the page that stands in the address. A browser has six calls at once: they step behind the questions. */
function fetchFiles(which: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[data-rel]${which}`)) {
    link.rel = link.dataset.rel ?? '';
    delete link.dataset.rel;
  }
}

/** What hangs on no other answer is asked at once, the rest only for whom the page shows it. */
async function askFirst(caller: Caller): Promise<void> {
  const { pathname } = location;
  const id = /^\/app\/documents\/([1-9]\d{0,14})$/.exec(pathname)?.[1];
  const onDashboard = pathname === '/' || pathname === '/dashboard';
  const account = askAhead(requestOf(getAccount), caller);
  const row = id === undefined ? null : askAhead(requestOf(getDocument, { path: { id: Number(id) } }), caller);
  const whole = row && askForDocument(row, caller);
  whole?.catch(() => undefined);
  const before = onDashboard ? readStanding(Date.now()) : undefined;
  if (before !== undefined) askFor(requestOf(searchDocuments, searchInput(latestSearch(before))), caller);
  // A program of a thread, the largest; the others once what these answers lead to is asked as well.
  fetchFiles('[as="fetch"]');
  const files = Promise.allSettled([account, row])
    .then(() => new Promise((resolve) => setTimeout(resolve)))
    .then(() => fetchFiles(''));

  const who = await account;
  const dealers = askAhead(requestOf(listDealers, DEALERS), caller);
  if (onDashboard && mayEver(who, 'document.read').ok) {
    const standing = standingChoice(who, (await dealers).concs as Dealer[]);
    if (standing !== before) askFor(requestOf(searchDocuments, searchInput(latestSearch(standing))), caller);
  }
  await Promise.all([dealers, whole, files]);
}

async function askNow(): Promise<void> {
  const token = readToken(Date.now());
  if (token === null || OPEN_TO_ALL.test(location.pathname)) return;
  await askFirst({ token, language: readLanguage(localStorage, settings.production) });
}

/** When nothing more is asked. Whatever failed is asked again, and said, by the page itself. */
export const firstAsked: Promise<void> = askNow().catch(() => undefined);
