/** The outline of a pending signature field is in its position on the page, at any page size. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { FieldOutline, type PendingPoint } from './empty-box.tsx';

let root: Root;
let container: HTMLElement;
const calls: unknown[] = [];
const pdf = {
  sizeOf: async () => ({ width: 600, height: 800 }),
  rectangleOn: async (page: number, box: readonly number[]) => {
    calls.push([page, box]);
    return { left: 60, top: 640, width: 240, height: box[3] === 0 ? 0 : 80 };
  },
} as unknown as OpenPdf;
const point: PendingPoint = { id: 'p1', label: 'Firma del contratto', page: 2, box: [60, 80, 300, 160] };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.createElement('div');
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const show = (shownPoint: PendingPoint) => act(async () => root.render(<FieldOutline pdf={pdf} point={shownPoint} />));

it('the outline is positioned relative to the page, with its caption', async () => {
  await show(point);
  const box = container.querySelector<HTMLElement>('.empty-box');
  expect(calls).toEqual([[2, point.box]]);
  expect(box?.textContent).toBe('Firma del contratto');
  expect(box?.getAttribute('style')).toBe('left: 10.000%; top: 80.000%; width: 40.000%; height: 10.000%;');
});

it('the outline is absent without a place, or if the place has no area', async () => {
  const { box: _, ...without } = point;
  await show(without);
  expect(container.innerHTML).toBe('');
  await show({ ...point, box: [60, 80, 300, 0] });
  expect(container.innerHTML).toBe('');
});
