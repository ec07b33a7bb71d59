/** First of all asks who is here and what the address shows: the program's files take the longest, and the answers travel meanwhile. */
import { mayEver } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { ask } from './api/asked.ts';
import type { Caller } from './api/call-parts.ts';
import {
  ACCOUNT,
  DEALERS,
  DOCUMENT_SEARCH,
  documentPath,
  dossierPath,
  folderPath,
  latestSearch,
  searchOptions,
} from './api/first-calls.ts';
import type { Account, DocumentRow, FolderRow } from './api/shapes.ts';
import { readToken } from './api/token.ts';
import { standingChoice } from './features/dashboard/standing-choice.ts';
import { settings } from './settings.ts';
import { readLanguage } from './text/chosen-language.ts';

/** Pages of nobody in particular. */
const OPEN_TO_ALL = /^\/(logged|logout|error)(\/|$)/;

async function askForDocument(id: number, caller: Caller): Promise<void> {
  const { folderId } = await ask<DocumentRow>(documentPath(id), {}, caller);
  const { dossierId } = await ask<FolderRow>(folderPath(folderId), {}, caller);
  await ask(dossierPath(dossierId), {}, caller);
}

/** Each only for whom the page shows it. */
async function askFirst(caller: Caller): Promise<void> {
  const { pathname } = location;
  const account = await ask<Account>(ACCOUNT.path, {}, caller);
  const dealers = ask<{ concs: Dealer[] }>(DEALERS.path, DEALERS.options, caller);
  dealers.catch(() => undefined);
  if (!mayEver(account, 'document.read').ok) return;
  const documentId = /^\/app\/documents\/([1-9]\d{0,14})$/.exec(pathname)?.[1];
  if (documentId !== undefined) await askForDocument(Number(documentId), caller);
  if (pathname !== '/' && pathname !== '/dashboard') return;
  const { concs } = await dealers;
  await ask(DOCUMENT_SEARCH, searchOptions(latestSearch(standingChoice(account, concs))), caller);
}

async function askNow(): Promise<void> {
  const token = readToken(Date.now());
  if (token === null || OPEN_TO_ALL.test(location.pathname)) return;
  await askFirst({ token, language: readLanguage(localStorage, settings.production) });
}

/** When nothing more is asked. Whatever failed is asked again, and said, by the page itself. */
export const firstAsked: Promise<void> = askNow().catch(() => undefined);
