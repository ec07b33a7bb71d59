/** First of all asks who is here and what the address shows: the program's files take the longest, and the answers travel meanwhile. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { fileAction } from '#domain/documents/file-action.ts';
import { ask, askFor } from './api/asked.ts';
import type { Caller } from './api/call-parts.ts';
import {
  ACCOUNT,
  DEALERS,
  DOCUMENT_SEARCH,
  documentPath,
  dossierPath,
  FIRST_PART,
  folderPath,
  latestSearch,
  previewPath,
  searchOptions,
} from './api/first-calls.ts';
import type { Account, DocumentRow, FolderRow } from './api/shapes.ts';
import { readStanding, readToken } from './api/token.ts';
import { standingChoice } from './features/dashboard/standing-choice.ts';
import { settings } from './settings.ts';
import { readLanguage } from './text/chosen-language.ts';

/** Pages of nobody in particular. */
const OPEN_TO_ALL = /^\/(logged|logout|error)(\/|$)/;

/** Its first bytes, then where it lies. A copy of an identity document is looked at only by the page: each look is written down. */
async function askForDocument(asked: Promise<DocumentRow>, caller: Caller): Promise<void> {
  const { id, folderId, type, mimeType, signedDocumentId } = await asked;
  const folder = ask<FolderRow>(folderPath(folderId), {}, caller);
  if (mimeType === 'application/pdf' && fileAction(type) === 'document.read') {
    askFor(previewPath(id, signedDocumentId), FIRST_PART, caller);
  }
  await ask(dossierPath((await folder).dossierId), {}, caller);
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
  const account = ask<Account>(ACCOUNT.path, {}, caller);
  const row = id === undefined ? null : ask<DocumentRow>(documentPath(Number(id)), {}, caller);
  const whole = row && askForDocument(row, caller);
  whole?.catch(() => undefined);
  const before = onDashboard ? readStanding(Date.now()) : undefined;
  if (before !== undefined) askFor(DOCUMENT_SEARCH, searchOptions(latestSearch(before)), caller);
  // A program of a thread, the largest; the others once what these answers lead to is asked as well.
  fetchFiles('[as="fetch"]');
  const files = Promise.allSettled([account, row])
    .then(() => new Promise((resolve) => setTimeout(resolve)))
    .then(() => fetchFiles(''));

  const who = await account;
  const dealers = ask<{ concs: Dealer[] }>(DEALERS.path, DEALERS.options, caller);
  if (onDashboard && mayEver(who, 'document.read').ok) {
    const standing = standingChoice(who, (await dealers).concs);
    if (standing !== before) askFor(DOCUMENT_SEARCH, searchOptions(latestSearch(standing)), caller);
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
