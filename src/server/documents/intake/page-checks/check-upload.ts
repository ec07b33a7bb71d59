/**
 * Checks that an uploaded file looks the same in every viewer: two engines draw it at upload, long files in the
 * background (record 0059). No file is signed before all of its pages were drawn alike.
 */
import { type FileRefusalCode, REFUSALS, Refusal } from '#domain/errors.ts';
import type { PageCheck, PageFinding } from '#pdf/drawing/page-checker.ts';
import type { World } from '../../../world.ts';
import { advancePageCheck, findPageCheck, insertPageCheck, type PageCheckRow, storeFinding } from './queries.ts';

export type PageCheckWorld = Pick<World, 'pages' | 'database' | 'jobs' | 'storage' | 'clock' | 'log'>;

/** Whether the drawing process failed; matched by name, since the class is not loaded here. */
export const isDrawingFailed = (error: unknown): boolean => error instanceof Error && error.name === 'DrawingFailed';

/** Pages drawn while the caller waits. */
const DRAWN_AT_ONCE = 10;
/** Pages per task of the drawing process, so that other owners get their turn in between. */
const BATCH = 10;
/** In characters of a data URL; larger pictures are left out of the answer. */
const MAX_PICTURE_LENGTH = 400_000;

const REFUSAL_CODES: Readonly<Record<PageFinding, FileRefusalCode>> = {
  engines: 'pdf.drawnDifferently',
  undrawable: 'pdf.drawnDifferently',
  versions: 'pdf.looksChanged',
  image: 'pdf.imageUnreadable',
};

/** Refusal for a page that may not be signed, with a comparison of both drawings if available. */
export interface PageRefusal {
  code: FileRefusalCode;
  parameters: { page: number };
  extra: { comparison?: string };
}

function refusalOf(finding: PageFinding, page: number, picture: string | null): PageRefusal {
  const comparison = picture && `data:image/png;base64,${picture}`;
  const extra = comparison && comparison.length <= MAX_PICTURE_LENGTH ? { comparison } : {};
  return { code: REFUSAL_CODES[finding], parameters: { page }, extra };
}

const base64Of = (picture: Uint8Array | null): string | null => picture && Buffer.from(picture).toString('base64');

const refusalOfCheck = (check: PageCheck): PageRefusal | null =>
  check.ok ? null : refusalOf(check.finding, check.page + 1, base64Of(check.picture));

const refusalOfRow = ({ finding, page, picture }: PageCheckRow): PageRefusal | null =>
  finding === null || page === null ? null : refusalOf(finding, page, picture);

export interface CheckedUpload {
  uploaded: Uint8Array;
  /** The stored bytes: identical to the upload unless the gate rewrote the file. */
  stored: Uint8Array;
  sha256: string;
  pages: number;
  /** Owner of the upload; owners take turns. */
  owner: string;
}

/**
 * Renders a stored upload that no row references yet: all pages compared with the upload, and the first ones by both
 * engines. Stores the renderings, and has the rest rendered.
 * @returns the reason for a refusal, or null. @throws DrawingFailed
 */
export async function checkUpload(world: PageCheckWorld, upload: CheckedUpload): Promise<PageRefusal | null> {
  const { uploaded, stored, sha256, pages, owner } = upload;
  if (uploaded !== stored) {
    const range = { from: 0, to: pages, engines: pages <= DRAWN_AT_ONCE ? ('both' as const) : ('PDFium' as const) };
    const refusal = refusalOfCheck(await world.pages.compareVersions(uploaded, stored, range, owner));
    if (refusal) return refusal;
  }
  const storedCheck = await findPageCheck(world.database.read, sha256);
  const storedRefusal = storedCheck && refusalOfRow(storedCheck);
  if (storedRefusal) return storedRefusal;
  const drawn = Math.min(pages, DRAWN_AT_ONCE);
  const check = storedCheck ? null : await world.pages.compareEngines(stored, { from: 0, to: drawn, pages }, owner);
  const refusal = check && refusalOfCheck(check);
  if (refusal) return refusal;
  await world.database.transaction(async (tx) => {
    const fingerprints = check && fingerprintsOf(check);
    if (check) await insertPageCheck(tx, { sha256, pages, drawn, fingerprints }, world.clock.now());
    if (drawn < pages) await world.jobs.send(tx, 'documents.checkPages', { sha256 }, { key: `pages:${sha256}`, owner });
  });
  return null;
}

const fingerprintsOf = (check: PageCheck): readonly string[] | null => (check.ok && check.fingerprints) || null;

/** Running checks in this process, by content hash. */
const runningChecks = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Job: draws the remaining pages. Idempotent. A signing start that comes too early queues the job again, even while it
 * runs; the duplicate joins the running one.
 * @throws DrawingFailed when the drawing process failed.
 */
export function continueCheck(world: PageCheckWorld, sha256: string): Promise<void> {
  const runs = runningChecks.get(world.database) ?? new Map<string, Promise<void>>();
  runningChecks.set(world.database, runs);
  const run = runs.get(sha256) ?? checkRemainingPages(world, sha256).finally(() => runs.delete(sha256));
  runs.set(sha256, run);
  return run;
}

async function checkRemainingPages(world: PageCheckWorld, sha256: string): Promise<void> {
  let file: Uint8Array | undefined;
  for (;;) {
    // Read again for each batch: another process may have drawn pages meanwhile.
    const row = await findPageCheck(world.database.read, sha256);
    if (!row || row.finding !== null || row.drawn >= row.pages) return;
    const { drawn: from, pages } = row;
    const to = Math.min(pages, from + BATCH);
    file ??= await world.storage.get(sha256);
    const check = await world.pages.compareEngines(file, { from, to, pages }, sha256);
    if (!check.ok) {
      const { finding, page } = check;
      world.log.info({ sha256, finding, detail: check.detail }, 'page drawn differently');
      await world.database.transaction((tx) =>
        storeFinding(tx, sha256, { finding, page: page + 1, picture: base64Of(check.picture) }),
      );
      return;
    }
    const fingerprints = fingerprintsOf(check) ?? [];
    await world.database.transaction((tx) => advancePageCheck(tx, sha256, { from, to, fingerprints }));
  }
}

/**
 * Refuses to sign an upload unless all of its pages were drawn alike. Files older than the check are checked now: short
 * ones immediately, others in the background.
 * @throws Refusal pdf.drawnDifferently, pdf.looksChanged, pdf.imageUnreadable, pdf.pagesInCheck
 */
export async function refuseUnlessDrawnAlike(world: PageCheckWorld, sha256: string, pages: number): Promise<void> {
  const { read } = world.database;
  if (!(await findPageCheck(read, sha256))) {
    await world.database.transaction((tx) =>
      insertPageCheck(tx, { sha256, pages, drawn: 0, fingerprints: [] }, world.clock.now()),
    );
    if (pages <= DRAWN_AT_ONCE) await continueCheck(world, sha256).catch(logDrawingFailure(world, sha256));
  }
  const row = await findPageCheck(read, sha256);
  const refusal = row && refusalOfRow(row);
  if (refusal) throw new Refusal(refusal.code, { parameters: refusal.parameters, extra: refusal.extra });
  if (row && row.drawn >= row.pages) return;
  await world.database.transaction((tx) =>
    world.jobs.send(tx, 'documents.checkPages', { sha256 }, { key: `pages:${sha256}` }),
  );
  throw new Refusal('pdf.pagesInCheck', { parameters: { drawn: row?.drawn ?? 0, pages } });
}

const logDrawingFailure = (world: PageCheckWorld, sha256: string) => (error: unknown) => {
  if (!isDrawingFailed(error)) throw error;
  world.log.warn({ err: error, sha256 }, REFUSALS['pdf.pagesInCheck'].en);
};

/**
 * The result of drawing a file: null unless all pages were drawn alike; otherwise a fingerprint for each page, missing
 * for files drawn before fingerprints were kept.
 */
export async function drawnAlike(
  world: PageCheckWorld,
  sha256: string,
): Promise<{ fingerprints: readonly string[] } | null> {
  const row = await findPageCheck(world.database.read, sha256);
  if (!row || row.finding !== null || row.drawn < row.pages) return null;
  return { fingerprints: row.fingerprints ?? [] };
}
