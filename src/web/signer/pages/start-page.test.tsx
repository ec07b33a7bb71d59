/** The first page announces how this page signs: by code on a phone, by handwriting on a dealer's tablet. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeTabletPath } from '../../shared/on-tablet.ts';
import type { SignView } from '../api/types.ts';
import { loadCatalogue, TextContext } from '../text/language.ts';
import { Frame } from '../ui/frame.tsx';
import { StartPage } from './start-page.tsx';

const VIEW: SignView = {
  ...{ state: 'OPEN', place: 'FREE', dealer: { name: 'Autoesempio Bologna', initials: 'AB' }, brand: 'bmw' },
  signer: { role: 'customer', maskedPhone: '*** *** 567' },
  ...{ expiresAt: '2026-11-23T08:12:00.000Z', fingerprint: 'KQ7M-XT' },
  documents: [{ id: 1, label: 'Preventivo', sha256: '9f'.repeat(32), pages: 4, size: 183_204 }],
  points: [{ id: 'p1', documentId: 1, kind: 'signature', label: 'Firma', page: 4, optional: false, signed: false }],
};

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** @returns the facts on the first page, and the steps shown by the reading page. */
async function renderPages(overrides: Partial<SignView>): Promise<{ first: string; steps: string }> {
  const text = await loadCatalogue('it');
  const view = { ...VIEW, ...overrides };
  const container = document.createElement('div');
  const root = createRoot(container);
  const noop = () => undefined;
  await act(async () =>
    root.render(
      <TextContext value={text}>
        <StartPage
          {...{ view, hasBegun: false, displaced: false, busy: false, error: null }}
          {...{ onRead: noop, onNotMe: noop, onDecline: noop }}
        />
        <Frame settings={{ demo: false } as never} view={view} screen="read" pageKey="read" onLanguage={noop}>
          {null}
        </Frame>
      </TextContext>,
    ),
  );
  const first = container.querySelector('.facts')?.textContent ?? '';
  const steps = container.querySelector('.steps ol')?.textContent ?? '';
  await act(async () => root.unmount());
  return { first, steps };
}

it.each([
  ['a simple document on a phone', {}, false, 'codice'],
  ['a simple document on a tablet', {}, true, 'codice'],
  ['a graphometric document on a phone', { byHand: true }, false, 'mano o codice'],
  ['a graphometric document on a tablet', { byHand: true }, true, 'mano'],
  ['a graphometric document whose phone gets no codes', { byHand: true, noCodes: true }, false, 'mano'],
  ['the same on a tablet', { byHand: true, noCodes: true }, true, 'mano'],
] as const)('%s has the texts of its kind of signature', async (_, change, isTablet, expected) => {
  if (isTablet) storeTabletPath(location.pathname);
  const { first, steps } = await renderPages(change);
  const byHand = expected === 'mano';
  expect(/firmi a mano/.test(first)).toBe(expected !== 'codice');
  expect(/codice/.test(first)).toBe(!byHand);
  // Where handwriting is possible, no text mentions an SMS.
  expect(/SMS/.test(first)).toBe(expected === 'codice');
  expect(/Firma a mano/.test(steps)).toBe(byHand);
  expect(/Scrivi il codice/.test(steps)).toBe(!byHand);
});
