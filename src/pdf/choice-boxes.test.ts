/** The boxes drawn in a generated paper receive the signature's pairs; a paper without them is refused. */
import { PDF, PdfDict, type PdfRef } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { composePaper } from '#domain/papers/compose-paper.ts';
import { sampleData } from '#domain/papers/sample-data.ts';
import { boxTitle, paperPairs } from './choice-boxes.ts';
import { pdfaProblems } from './paper/pdfa-checklist.suite.ts';
import { renderPaper } from './paper/render.ts';
import { prepareForSigning } from './signing/prepare-pdf.ts';
import type { SigningPlan } from './signing/signing-plan.ts';

const { paper } = composePaper('PRIVACY_NSC', sampleData([]));
const choices = paper.blocks.flatMap((block) =>
  block.kind === 'choices'
    ? block.rows.flatMap((row) =>
        row.choices.map(({ id, channel }) => ({
          id,
          group: row.purpose,
          text: '',
          label: channel,
          onPaper: true as const,
        })),
      )
    : [],
);
const plan: SigningPlan = {
  title: paper.title,
  points: [
    { id: 'Punto', caption: 'Firma', signerName: 'Ginevra Provetti', role: 'Cliente', existingField: 'Firma_cliente' },
  ],
  choices,
  sealField: 'Sigillo',
  notes: [],
  language: 'it',
};

describe('boxes of a paper', () => {
  it('are found where they were drawn, by name', async () => {
    const rendered = await renderPaper(paper);
    const pairOf = paperPairs(await PDF.load(rendered.bytes));
    expect(choices.length).toBe(9);
    for (const { id } of choices) {
      const pair = pairOf(id);
      for (const answer of ['yes', 'no'] as const) {
        const drawn = rendered.choices.find((one) => one.id === boxTitle(id, answer));
        expect(pair?.page).toBe(drawn?.page);
        expect(pair?.place[answer]).toEqual(drawn?.box);
      }
    }
    expect(pairOf('Consenso_NIENTE_ALL')).toBeUndefined();
  });

  it('receive their widgets: page, position, structure, without an added page', async () => {
    const rendered = await renderPaper(paper);
    const prepared = await prepareForSigning(rendered.bytes, plan);
    expect(prepared.pages).toBe(rendered.pages);
    expect(await pdfaProblems(prepared.bytes)).toEqual([]);
    const pdf = await PDF.load(prepared.bytes);
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const fields =
      pdf.context.catalog.getDict().getDict('AcroForm', resolve)?.getArray('Fields', resolve)?.toArray() ?? [];
    const buttons = fields
      .map((ref) => resolve(ref as PdfRef))
      .filter((field): field is PdfDict => field instanceof PdfDict && field.getName('FT')?.value === 'Btn');
    expect(buttons.map((field) => field.getString('T')?.asString())).toEqual(choices.map(({ id }) => id));
    expect(buttons.every((field) => field.getName('V')?.value === 'Off')).toBe(true);
    expect(prepared.points.slice(1).map(({ page }) => page)).toEqual(
      choices.map(({ id }) => rendered.choices.find((one) => one.id === boxTitle(id, 'yes'))?.page),
    );
    expect(Buffer.compare(prepared.bytes, (await prepareForSigning(rendered.bytes, plan)).bytes)).toBe(0);
  });

  it('are required of a paper that should have them', async () => {
    const { bytes } = await renderPaper({ ...paper, blocks: paper.blocks.filter(({ kind }) => kind !== 'choices') });
    await expect(prepareForSigning(bytes, plan)).rejects.toMatchObject({ code: 'field.missing' });
  });
});
