/** What is read from an upload: pages as displayed, fields, the last match of a text at any rotation. */
import { describe, expect, it } from 'vitest';
import { boxAt, viewAt } from '#domain/signing/places.ts';
import { turnedPaper, withEmptyField } from '../../../test/papers/placed-papers.ts';
import { PdfPool } from '../pool.ts';
import { readLayout } from './layout.ts';

describe('the layout of a file', () => {
  it('contains every page as displayed and the empty fields', async () => {
    const turned = await turnedPaper({ rotation: 270, crop: [20, 30, 500, 800], pages: 2 });
    const page = { crop: [20, 30, 500, 800], rotation: 270 };
    expect(await readLayout(turned, [])).toEqual({ pages: [page, page], fields: [], hits: [] });
    const field = { name: 'Firma_Cliente', page: 1, box: [100, 100, 300, 160] as [number, number, number, number] };
    expect((await readLayout(await withEmptyField(field), [])).fields).toEqual([{ ...field, tip: null, fault: null }]);
  });

  it.each([0, 90, 180, 270])('has the last occurrence of a text on a page rotated by %i', async (rotation) => {
    const file = await turnedPaper({
      rotation,
      pages: 2,
      text: 'Firma del  CLIENTE: ____',
      at: [100, 200],
      upright: true,
    });
    const { hits, pages } = await readLayout(file, ['firma del cliente', 'Firma del venditore', 'c.iente']);
    expect(hits.slice(1)).toEqual([null, null]);
    const [hit] = hits;
    const shape = pages[1];
    if (!hit || !shape) throw new Error('nothing was found');
    expect(hit.page).toBe(2);
    const seen = viewAt(shape, hit.box);
    const tall = rotation % 180 === 0 ? 841.89 : 595.28;
    expect(seen.x).toBeCloseTo(100, 0);
    expect(Math.abs(seen.y + seen.height - (tall - 200))).toBeLessThan(3);
    expect(seen.width).toBeGreaterThan(90);
    expect(boxAt(shape, seen)).toEqual(hit.box);
  });

  it('is refused when the file cannot be read, and the next file is read', async () => {
    const pool = new PdfPool({ threads: 1 });
    await expect(pool.layout(Buffer.from('no PDF'), [])).rejects.toThrow();
    expect((await pool.layout(await turnedPaper({ rotation: 0 }), [])).pages).toHaveLength(1);
    await pool.close();
  });
});
