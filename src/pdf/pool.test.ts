/**
 * The pool returns the same results as the functions themselves from other threads, preserves errors, and survives the
 * death of a thread.
 */
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { composePaper, paperFields } from '#domain/papers/compose-paper.ts';
import type { Paper } from '#domain/papers/paper.ts';
import { sampleData } from '#domain/papers/sample-data.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { testNow } from '#test/clock.ts';
import { makePaper } from '../../test/papers/paper.ts';
import { renderPaper } from './paper/render.ts';
import { PdfPool, PdfThreadEnded } from './pool.ts';
import { prepareForSigning } from './signing/prepare-pdf.ts';
import { samplePdf, samplePlan, signerKey, stampWith, testAuthority } from './signing/samples.suite.ts';

const pool = new PdfPool({ threads: 1 });
afterAll(() => pool.close());

const paperOf = (type: string): Paper => composePaper(type, sampleData(paperFields(type))).paper;
const prepared = async () => (await prepareForSigning(await samplePdf(1), samplePlan)).bytes;

/** A series with one signature. */
async function series(change: { field?: string; stamp?: (digest: Uint8Array) => Promise<Uint8Array> } = {}) {
  const authority = await testAuthority();
  const { field = 'Firma1', stamp = stampWith(authority) } = change;
  const signature = { field, key: await signerKey(authority), signedAt: testNow(), certify: true };
  return { signatures: [signature], stamp, verify: { anchors: [] } };
}

describe('the pool', () => {
  it('verifies like the verifier, several files at once, and returns the bytes', async () => {
    const papers = await Promise.all([1, 2, 3].map((pages) => makePaper({ pages })));
    const expected = await Promise.all(papers.map((paper) => verifyPdf(paper, { anchors: [] })));
    const answers = await Promise.all(papers.map((paper) => pool.verify(Uint8Array.from(paper), { anchors: [] })));
    expect(answers.map(({ verification }) => verification)).toEqual(expected);
    expect(
      answers.map(({ bytes }) =>
        Buffer.compare(bytes, papers[answers.findIndex((one) => one.bytes === bytes)] ?? bytes),
      ),
    ).toEqual([0, 0, 0]);
    expect((await pool.verify(Buffer.from('not a PDF'), { anchors: [] })).verification.intact).toBe(false);
  });

  it('draws the same papers as this thread, refuses one that cannot be drawn, and draws the next', async () => {
    const papers = ['LOAN_COURTESY_VEHICLE', 'FEA_MODULE'].map(paperOf);
    const drawn = await Promise.all(papers.map((paper) => pool.paper(paper)));
    for (const [index, paper] of papers.entries()) {
      const here = await renderPaper(paper);
      expect(Buffer.compare(drawn[index]?.bytes ?? new Uint8Array(), here.bytes)).toBe(0);
      expect(drawn[index]?.signatures).toEqual(here.signatures);
    }
    const broken = { ...paperOf('FEA_MODULE'), blocks: [{ kind: 'facts', facts: null }] } as unknown as Paper;
    await expect(pool.paper(broken)).rejects.toThrow();
    expect((await pool.paper(paperOf('FEA_MODULE'))).pages).toBeGreaterThan(0);
  });

  it('draws the first paper of a thread like later ones', async () => {
    const fresh = new PdfPool({ threads: 1 });
    const [first, again] = [await fresh.paper(paperOf('FEA_MODULE')), await fresh.paper(paperOf('FEA_MODULE'))];
    expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
    await fresh.close();
  });

  it('transfers bytes instead of copying them', async () => {
    const bytes = Uint8Array.from(await prepared());
    const signing = pool.seal(bytes, await series());
    expect(bytes.byteLength).toBe(0);
    const signed = await signing;
    expect(signed.bytes.buffer.byteLength).toBe(signed.bytes.byteLength);
    const digest = createHash('sha256').update(signed.bytes).digest('hex');
    expect(signed.applied.map(({ field, revisionSha256 }) => [field, revisionSha256])).toEqual([['Firma1', digest]]);
    expect(signed.verification.signatures.map(({ field }) => field)).toEqual(['Firma1']);
    expect((await pool.embedded(signed.bytes)).signatures.map(({ field }) => field)).toEqual(['Firma1']);
  });

  it('keeps the main thread free while it works', async () => {
    let [working, turns] = [true, 0];
    const work = pool.prepare(await samplePdf(30), samplePlan).finally(() => {
      working = false;
    });
    while (working) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await work).pages).toBeGreaterThan(30);
    // Work on this thread would yield only where it waits for something: a handful of times.
    expect(turns).toBeGreaterThan(100);
  });

  it('works on other files while one waits for its timestamp', async () => {
    const { stamp, ...rest } = await series();
    const late = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const signing = pool.seal(await prepared(), {
      ...rest,
      stamp: async (digest: Uint8Array) => {
        asked.resolve();
        await late.promise;
        return stamp(digest);
      },
    });
    await asked.promise;
    expect((await pool.verify(await makePaper({ pages: 1 }), { anchors: [] })).verification.size).toBeGreaterThan(0);
    late.resolve();
    expect((await signing).applied[0]?.contentSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('signs field after field, each with a separate key', async () => {
    const [one, two] = [await series(), await series({ field: 'Firma2' })];
    const signatures = [...one.signatures, ...two.signatures.map((signature) => ({ ...signature, certify: false }))];
    const signed = await pool.seal(await prepared(), { ...one, signatures });
    const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
    const embedded = (await pool.embedded(signed.bytes)).signatures;
    const holders = embedded.map(({ field, certificates }) => [field, certificates.map(hex)]);
    for (const { field, key } of signatures) {
      expect(holders).toContainEqual([field, expect.arrayContaining([hex(key.certificate)])]);
    }
  });

  it('keeps error codes, and the failures of key or authority', async () => {
    await expect(pool.seal(await prepared(), await series({ field: 'Altro' }))).rejects.toMatchObject({
      name: 'SigningDefect',
      code: 'field.missing',
    });
    const silent = new Error('the authority is silent');
    const failing = await series({ stamp: () => Promise.reject(silent) });
    await expect(pool.seal(await prepared(), failing)).rejects.toBe(silent);
    await expect(pool.prepare(Buffer.from('no PDF'), samplePlan)).rejects.toMatchObject({ code: 'file.unprepared' });
  });

  it('rejects the running and waiting work of a closed thread, and starts another', async () => {
    const paper = await makePaper({ pages: 2 });
    const refused = [1, 2].map(() =>
      expect(pool.verify(Uint8Array.from(paper), { anchors: [] })).rejects.toBeInstanceOf(PdfThreadEnded),
    );
    await Promise.all([...refused, pool.close()]);
    expect((await pool.verify(Uint8Array.from(paper), { anchors: [] })).verification.size).toBe(paper.length);
  });

  it('rejects the work of a thread without memory, and continues with another', async () => {
    const small = new PdfPool({ threads: 1, memoryMb: 8 });
    const question = small.paper(paperOf('FEA_MODULE'));
    const next = small.paper(paperOf('FEA_MODULE'));
    await expect(question).rejects.toBeInstanceOf(PdfThreadEnded);
    await expect(next).rejects.toBeInstanceOf(PdfThreadEnded);
    await small.close();
  });

  it('uses the allowed number of threads, and keeps one when idle', async () => {
    const wide = new PdfPool({ threads: 2, patienceMs: 0, idleMs: 0 });
    const paper = await makePaper({ pages: 1 });
    const verify = () => wide.verify(Uint8Array.from(paper), { anchors: [] });
    const asked = Promise.all([verify(), verify(), verify(), verify()]);
    // The last thread waits for the others, which must load their program.
    expect(wide.threads).toBe(1);
    await vi.waitFor(() => expect(wide.threads).toBe(2), { timeout: 10_000, interval: 1 });
    await asked;
    await vi.waitFor(() => expect(wide.threads).toBe(1), { timeout: 10_000 });
    expect((await verify()).verification.size).toBe(paper.length);
    expect(wide.threads).toBe(1);
    await wide.close();
  });

  it('ends a reading that takes too long, and nothing else', async () => {
    // Real time: nothing can be read in zero time.
    const hasty = new PdfPool({ threads: 1, readingMs: 0 });
    const reading = hasty.layout(await samplePdf(1), []);
    const after = hasty.verify(await makePaper({ pages: 1 }), { anchors: [] });
    await expect(reading).rejects.toThrow('longer than 0 ms');
    expect((await after).verification.signatures).toEqual([]);
    await hasty.close();
  });
});
