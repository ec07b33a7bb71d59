/** A blocked document keeps its own status, with the warning next to it. */
import { beforeEach, expect, it } from 'vitest';
import { testPage } from '../../shared/test-page.suite.tsx';
import { initTexts } from '../text/language.ts';
import { DocumentStatusChip } from './chip.tsx';

const { place, show } = testPage();
beforeEach(() => initTexts('it'));

it.each([
  [true, 1],
  [false, 0],
])('a document blocked by the FEA module (%s) shows its status and the warning', async (feaBlocked, warnings) => {
  await show(<DocumentStatusChip document={{ status: 'READY_TO_SIGN', feaBlocked }} />);
  expect(place.textContent).toBe('Da Avviare');
  const badges = place.querySelectorAll('[role="img"][aria-label="Bloccato da FEA"]');
  expect(badges).toHaveLength(warnings);
  expect(badges[0]?.getAttribute('title') ?? '').toBe(feaBlocked ? 'prima va firmato il Modulo FEA.' : '');
});
