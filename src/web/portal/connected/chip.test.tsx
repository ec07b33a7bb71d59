/** A blocked document keeps its own status, with the warning next to it. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initTexts } from '../text/language.ts';
import { DocumentStatusChip } from './chip.tsx';

let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await initTexts('it');
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

it.each([
  [true, 1],
  [false, 0],
])('a document blocked by the FEA module (%s) shows its status and the warning', (feaBlocked, warnings) => {
  act(() => root.render(<DocumentStatusChip document={{ status: 'READY_TO_SIGN', feaBlocked }} />));
  expect(place.textContent).toBe('Da Avviare');
  const badges = place.querySelectorAll('[role="img"][aria-label="Bloccato da FEA"]');
  expect(badges).toHaveLength(warnings);
  expect(badges[0]?.getAttribute('title') ?? '').toBe(feaBlocked ? 'prima va firmato il Modulo FEA.' : '');
});
