/** The renderer draws what `renderPaper` draws, in another thread, several papers at once, and fails alone. */
import { afterAll, describe, expect, it } from 'vitest';
import { composePaper, paperFields } from '#domain/papers/compose.ts';
import type { Paper } from '#domain/papers/paper.ts';
import { sampleData } from '#domain/papers/samples.ts';
import { renderPaper } from './render.ts';
import { PaperRenderer } from './renderer.ts';

const renderer = new PaperRenderer();
afterAll(() => renderer.close());

const paperOf = (type: string): Paper => composePaper(type, sampleData(paperFields(type))).paper;

describe('the renderer', () => {
  it('gives the same bytes and places as drawing here', async () => {
    const papers = ['LOAN_COURTESY_VEHICLE', 'LOAN_HANDOVER_FORM', 'FEA_MODULE'].map(paperOf);
    const drawn = await Promise.all(papers.map((paper) => renderer.render(paper)));
    for (const [index, paper] of papers.entries()) {
      const here = await renderPaper(paper);
      expect(Buffer.compare(drawn[index]?.bytes ?? new Uint8Array(), here.bytes)).toBe(0);
      expect(drawn[index]?.signatures).toEqual(here.signatures);
    }
  });

  it('refuses a paper that cannot be drawn, and draws the next one', async () => {
    const broken = { ...paperOf('FEA_MODULE'), blocks: [{ kind: 'facts', facts: null }] } as unknown as Paper;
    await expect(renderer.render(broken)).rejects.toThrow();
    expect((await renderer.render(paperOf('FEA_MODULE'))).pages).toBeGreaterThan(0);
  });
});
