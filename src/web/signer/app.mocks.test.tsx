/** Without a network the signer stays on the current page: code loaded later may fail to load. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../shared/eventually.suite.ts';
import { storeTabletPath } from '../shared/on-tablet.ts';
import type { SignView } from './api/types.ts';
import { sampleView } from './api/view.suite.ts';
import { App } from './app.tsx';
import { NO_PROGRESS, progressKey, serializeProgress } from './flow/progress.ts';
import { italian } from './text/it.ts';

vi.mock('./hand/hand-page.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const SHOWN = 'ab'.repeat(32);
const view: SignView = {
  ...sampleView,
  expiresAt: '2030-01-01T00:00:00.000Z',
  byHand: true,
  documents: [{ id: 1, label: 'Preventivo', sha256: SHOWN, pages: 1, size: 1000 }],
  points: [{ id: 'p1', documentId: 1, kind: 'signature', label: 'Firma', page: 1, optional: false, signed: false }],
};

let root: Root;
let container: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => Response.json(view));
  history.replaceState({ step: 'points' }, '', `/sign/${'A'.repeat(32)}`);
  const progress = { ...NO_PROGRESS, read: [SHOWN], confirmed: ['p1'] };
  sessionStorage.setItem('fascicolo-sign-progress', serializeProgress(progress, progressKey(view)));
  storeTabletPath(location.pathname);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('reports that signing by hand cannot be loaded, and stays with the signature fields', async () => {
  const settings = { demo: true };
  await act(async () => root.render(<App settings={settings} words={italian} />));
  const byHand = () =>
    [...container.querySelectorAll('button')].find((button) => button.textContent?.includes(italian.points.byHand));
  await eventually(() => expect(byHand()).toBeDefined());
  await act(async () => byHand()?.click());
  await eventually(() => expect(container.textContent).toContain(italian.failure.network));
  expect(byHand()).toBeDefined();
  expect(history.state).toEqual({ step: 'points' });
});

it('reports without user action that the signature continues in another browser', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const settings = { demo: true };
    await act(async () => root.render(<App settings={settings} words={italian} />));
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    expect(container.querySelector('h1')?.textContent).toBe(italian.points.title);
    vi.stubGlobal('fetch', async () => Response.json({ ...view, place: 'ELSEWHERE', seat: '5ea7' }));
    await act(async () => vi.advanceTimersByTimeAsync(21_000));
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(italian.start.displaced);
    expect(container.querySelector('h1')?.textContent).toContain(view.dealer.name);
  } finally {
    vi.useRealTimers();
  }
});

it('offers paper as an alternative to the tablet to a signer without codes, and does not mention codes', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...view, noCodes: true }));
  const settings = { demo: true };
  await act(async () => root.render(<App settings={settings} words={italian} />));
  const named = (name: string) => [...container.querySelectorAll('button')].find((one) => one.textContent === name);
  await eventually(() => expect(named(italian.points.byHand)).toBeDefined());
  expect(named(italian.points.byCode)).toBeUndefined();
  expect(container.textContent).not.toContain(italian.points.where);
  await act(async () => named(italian.points.onPaper)?.click());
  await eventually(() => expect(container.textContent).toContain(italian.decline.reasons.paper));
});

it('leaves an error behind when the signer goes to another page', async () => {
  await act(async () => root.render(<App settings={{ demo: true }} words={italian} />));
  const named = (name: string) => [...container.querySelectorAll('button')].find((one) => one.textContent === name);
  await vi.waitFor(() => expect(named(italian.points.byHand)).toBeDefined(), { timeout: 20_000 });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'otp.tooSoon' }, { status: 429 }));
  await act(async () => named(italian.points.byCode)?.click());
  await vi.waitFor(() => expect(container.querySelector('[role="alert"]')).not.toBeNull(), { timeout: 20_000 });
  history.pushState({ step: 'decline' }, '');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate', { state: { step: 'decline' } })));
  await vi.waitFor(() => expect(container.textContent).toContain(italian.decline.reasons.paper), { timeout: 20_000 });
  expect(container.querySelector('[role="alert"]')).toBeNull();
});
