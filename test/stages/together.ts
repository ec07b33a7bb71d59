/** Several documents of one folder for tests, each with different content. */
import { makePaper } from '../papers/paper.ts';
import type { Browser, Customer, Stage } from './signing-stage.ts';
import { pathOf } from './signing-stage.ts';

export interface Folder {
  readonly ids: readonly number[];
  readonly folderId: number;
  readonly dossierId: number;
  readonly customer: Customer;
}

let attachmentCount = 0;

/** An upload in addition to the first document. */
export async function addDocument(stage: Stage, folderId: number, document: object = {}): Promise<number> {
  attachmentCount += 1;
  const title = `Allegato ${attachmentCount}`;
  const file = await makePaper({ pages: 1, title });
  const answer = await stage.callAs('dealer', 'POST', '/api/documents', {
    folderId,
    type: 'SALE_NEW_RFO',
    sigType: 'OTP',
    signable: true,
    archivable: true,
    fileName: `${title}.pdf`,
    mimeType: 'application/pdf',
    fileSize: file.length,
    content: file.toString('base64'),
    ...document,
  });
  if (answer.statusCode !== 201) throw new Error(`No document: ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** A folder with this many documents of one customer, ready to sign. */
export async function newFolder(
  stage: Stage,
  count: number,
  options: Parameters<Stage['newDocument']>[0] = {},
): Promise<Folder> {
  const first = await stage.newDocument(options);
  const ids = [first.id];
  while (ids.length < count) {
    ids.push(await addDocument(stage, first.folderId, { type: options.type ?? 'SALE_NEW_RFO' }));
  }
  return { ...first, ids };
}

/** Starts the signature of the first document together with the others. */
export const startTogether = (stage: Stage, ids: readonly number[], body: object = {}, login = 'dealer') =>
  stage.callAs(login, 'POST', `/api/documents/${ids[0]}/sign`, { together: ids.slice(1), ...body });

/** @returns the path of the link's calls, which all these documents share. */
export async function startedTogether(stage: Stage, ids: readonly number[], body: object = {}): Promise<string> {
  const answer = await startTogether(stage, ids, body);
  if (answer.statusCode !== 200) throw new Error(`Not started: ${answer.body}`);
  await stage.test.world.jobs.drain();
  const paths = new Set<string>();
  for (const id of ids) paths.add(pathOf((await stage.document(id)).signUrl ?? ''));
  const [path = ''] = paths;
  if (paths.size !== 1) throw new Error(`Not one link: ${[...paths]}`);
  return path;
}

/** Reads each document and requests the shared code. */
export async function readAll(
  stage: Stage,
  path: string,
  { ids, customer }: Pick<Folder, 'ids' | 'customer'>,
): Promise<{ browser: Browser; code: string; points: string[] }> {
  const browser = stage.browser();
  for (const id of ids) await browser.read(path, id);
  const codeAnswer = await browser.post(`${path}/otp`);
  if (codeAnswer.statusCode !== 200) throw new Error(`No code: ${codeAnswer.body}`);
  return { browser, code: await stage.code(customer), points: await stage.points(path) };
}
