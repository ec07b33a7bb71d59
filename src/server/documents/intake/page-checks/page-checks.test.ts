/**
 * Uploads whose pages do not look the same in every viewer are refused: at upload, in the background, at the start of
 * signing, when prepared.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageCheck, PageFinding } from '#pdf/drawing/page-checker.ts';
import { makePaper } from '../../../../../test/papers/paper.ts';
import { openStage, type Stage } from '../../../../../test/stages/signing-stage.ts';
import { continueCheck } from './check-upload.ts';

/** The simulated finding: in one file, by page from 0; and whether the prepared file looks different. */
const drawing: { finding: PageFinding; page: number | null; prepared: PageFinding | null } = {
  finding: 'engines',
  page: null,
  prepared: null,
};
/** Page ranges drawn by both engines. */
const drawn: string[] = [];
/** Fingerprints known when files were prepared. */
const known: string[] = [];
const PICTURE = Buffer.from('a picture');

const found = (finding: PageFinding, page: number): PageCheck => {
  return { ok: false, page, finding, detail: 'for the test', picture: PICTURE };
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: () => ({
      pages: {
        async compareEngines(_, { from, to }) {
          drawn.push(`${from} to ${to}`);
          const { finding, page } = drawing;
          if (page !== null && page >= from && page < to) return found(finding, page);
          return { ok: true, fingerprints: Array.from({ length: to - from }, (_, n) => `page ${from + n}`) };
        },
        compareVersions: async () => ({ ok: true }),
        async comparePrepared(_, __, { from, to, originalPages, kept }) {
          drawn.push(`${from} to ${to}`);
          known.push(kept.length === originalPages ? kept.join() : `${kept.length} of ${originalPages}`);
          return drawing.prepared ? found(drawing.prepared, 0) : { ok: true };
        },
        inkIn: async (_, boxes) => boxes.map(() => 0),
        signatureLines: async () => [],
        readPages: async () => [],
      },
    }),
  });
});
afterAll(() => stage.close());
beforeEach(() => {
  Object.assign(drawing, { finding: 'engines', page: null, prepared: null });
  drawn.length = 0;
  known.length = 0;
});

let papers = 0;
/** Content that no other test uses. */
const newPaper = (pages: number): Promise<Buffer> => {
  papers += 1;
  return makePaper({ pages, title: `Preventivo ${papers}` });
};

const begin = async (id: number) => {
  const answer = await stage.requestStart('dealer', id);
  return { status: answer.statusCode, body: answer.json() };
};

describe('an upload', () => {
  it.each([
    ['engines', 'pdf.drawnDifferently'],
    ['undrawable', 'pdf.drawnDifferently'],
    ['image', 'pdf.imageUnreadable'],
  ] as const)('is refused with the page and both renderings: %s', async (finding, code) => {
    Object.assign(drawing, { finding, page: 1 });
    const refused = await stage.newDocument({ file: await newPaper(2) }).catch((error: Error) => error.message);
    const body = JSON.parse(String(refused).replace('No document: ', ''));
    expect(body).toMatchObject({ code, fieldErrors: [{ objectName: 'document', field: 'file', code }] });
    expect(body.comparison).toBe(`data:image/png;base64,${PICTURE.toString('base64')}`);
    expect(body.fieldErrors[0].message).toMatch(/pagina 2/);
  });

  it('is rendered once for the same content', async () => {
    const file = await newPaper(2);
    await stage.newDocument({ file });
    await stage.newDocument({ file });
    expect(drawn).toEqual(['0 to 2']);
  });
});

describe('a long upload', () => {
  it('is rendered in full in the background, and its start waits', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(25) });
    expect(drawn).toEqual(['0 to 10']);
    expect(await begin(id)).toMatchObject({ status: 409, body: { code: 'pdf.pagesInCheck' } });
    await stage.test.world.jobs.drain();
    expect(drawn).toEqual(['0 to 10', '10 to 20', '20 to 25']);
    expect(await begin(id)).toMatchObject({ status: 200 });
  });

  it('is rendered once, however many starts send the job while it runs', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(25) });
    const { world } = stage.test;
    const { file_sha256 } = await world.database.read
      .selectFrom('document')
      .select('file_sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await Promise.all([1, 2, 3].map(() => continueCheck(world, String(file_sha256))));
    expect(drawn).toEqual(['0 to 10', '10 to 20', '20 to 25']);
  });

  it('cannot be started when one of its later pages differs', async () => {
    Object.assign(drawing, { page: 11 });
    const { id } = await stage.newDocument({ file: await newPaper(12) });
    await stage.test.world.jobs.drain();
    const { status, body } = await begin(id);
    expect([status, body.code, body.comparison]).toEqual([
      422,
      'pdf.drawnDifferently',
      expect.stringMatching(/^data:/),
    ]);
    expect(body.detail).toMatch(/pagina 12/);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
  });
});

describe('a file uploaded before pages were rendered', () => {
  const forget = (id: number) =>
    stage.test.world.database.transaction(async (tx) => {
      const { file_sha256 } = await tx
        .selectFrom('document')
        .select('file_sha256')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await tx.deleteFrom('page_check').where('content_hash', '=', String(file_sha256)).execute();
    });

  it('is rendered when its signature starts', async () => {
    const [good, bad] = [
      await stage.newDocument({ file: await newPaper(2) }),
      await stage.newDocument({ file: await newPaper(2) }),
    ];
    await forget(good.id);
    await forget(bad.id);
    expect(await begin(good.id)).toMatchObject({ status: 200 });
    Object.assign(drawing, { page: 0 });
    expect(await begin(bad.id)).toMatchObject({ status: 422, body: { code: 'pdf.drawnDifferently' } });
  });

  it('is rendered in the background when it is long', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(11) });
    await stage.test.world.jobs.drain();
    await forget(id);
    expect(await begin(id)).toMatchObject({ status: 409, body: { code: 'pdf.pagesInCheck' } });
    await stage.test.world.jobs.drain();
    expect(await begin(id)).toMatchObject({ status: 200 });
  });
});

describe('a prepared file', () => {
  it('is not signed when it looks different from the upload', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(2) });
    drawing.prepared = 'versions';
    expect(await begin(id)).toMatchObject({ status: 200 });
    await stage.test.world.jobs.drain();
    const document = await stage.document(id);
    expect([document.status, document.statusReason]).toEqual([
      'READY_TO_SIGN',
      expect.objectContaining({ code: 'signing.fileUnprepared' }),
    ]);
  });

  it('has its added page rendered by both engines, the others once', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(2) });
    await stage.startSigning(id);
    expect(drawn).toEqual(['0 to 2', '2 to 3']);
    expect(known).toEqual(['page 0,page 1']);
  });

  it('of a long upload is compared with the background rendering', async () => {
    const { id } = await stage.newDocument({ file: await newPaper(12) });
    await stage.test.world.jobs.drain();
    await stage.startSigning(id);
    expect(known).toEqual([Array.from({ length: 12 }, (_, page) => `page ${page}`).join()]);
  });

  it.each([
    ['of a file from before they were kept', null],
    ['of which some are missing', ['page 0']],
  ])('is compared with its original without pictures %s', async (_, fingerprints) => {
    const { id } = await stage.newDocument({ file: await newPaper(2) });
    await stage.test.world.database.transaction((tx) =>
      tx
        .updateTable('page_check')
        .set({ fingerprints })
        .where('content_hash', '=', (sub) =>
          sub.selectFrom('document').select('file_sha256').where('id', '=', id).$castTo<string>(),
        )
        .execute(),
    );
    await stage.startSigning(id);
    expect(known).toEqual(['0 of 2']);
  });
});
