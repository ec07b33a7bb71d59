/** The outline of a pending signature field is in its position on the page, at any page size. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { type DuePoint, EmptyBox } from './empty-box.tsx';

let root: Root;
let ground: HTMLElement;
const asked: unknown[] = [];
const pdf = {
  sizeOf: async () => ({ width: 600, height: 800 }),
  boxOn: async (page: number, box: readonly number[]) => {
    asked.push([page, box]);
    return { left: 60, top: 640, width: 240, height: box[3] === 0 ? 0 : 80 };
  },
} as unknown as OpenPdf;
const point: DuePoint = { id: 'p1', label: 'Firma del contratto', page: 2, box: [60, 80, 300, 160] };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  ground = document.createElement('div');
  root = createRoot(ground);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const show = (shown: DuePoint) => act(async () => root.render(<EmptyBox pdf={pdf} point={shown} />));

it('the outline is positioned relative to the page, with its caption', async () => {
  await show(point);
  const box = ground.querySelector<HTMLElement>('.empty-box');
  expect(asked).toEqual([[2, point.box]]);
  expect(box?.textContent).toBe('Firma del contratto');
  expect(box?.getAttribute('style')).toBe('left: 10.000%; top: 80.000%; width: 40.000%; height: 10.000%;');
});

it('the outline is absent without a place, or if the place has no area', async () => {
  const { box: _, ...without } = point;
  await show(without);
  expect(ground.innerHTML).toBe('');
  await show({ ...point, box: [60, 80, 300, 0] });
  expect(ground.innerHTML).toBe('');
});
