/** Code that fails to load: without a network it is loaded later or the failure is shown, otherwise it is permanently missing. */
import { MantineProvider } from '@mantine/core';
import { act, type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../shared/eventually.suite.ts';
import { testPage } from '../../shared/test-page.suite.tsx';
import { initTexts } from '../text/language.ts';
import { notices } from '../ui/toast-store.ts';
import { lazyPart, loadOrStandIn, prefetchable } from './lazy-part.tsx';

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
const { place, show, showAtOnce } = testPage();
let online: boolean;

beforeEach(async () => {
  online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async () => new Response('{}'));
  await initTexts('it');
});
afterEach(() => {
  notices.forgetPast();
  for (const { id } of notices.read().shown) notices.dismiss(id);
  vi.restoreAllMocks();
});

const draw = (Part: ComponentType<{ opened: boolean; onClose: () => void }> | ComponentType, given: object = {}) => {
  const Any = Part as ComponentType<object>;
  return show(
    <MantineProvider>
      <Suspense fallback={null}>
        <Any {...given} />
      </Suspense>
    </MantineProvider>,
  );
};
/** The readable text, without the style sheets that Mantine adds. */
const read = () => [...place.querySelectorAll('p, [role="alert"]')].map(({ textContent }) => textContent).join(' ');
const load = vi.fn<() => Promise<ComponentType>>();
beforeEach(() => {
  load.mockReset();
  load.mockRejectedValue(MISSING);
});

describe('a lazily loaded part of a page', () => {
  it('reports a missing network, and loads when it is back', async () => {
    await draw(lazyPart(load));
    await eventually(() => expect(read()).toContain('riproviamo appena torna'));
    load.mockResolvedValue(() => <p>Eccomi</p>);
    online = true;
    await act(async () => window.dispatchEvent(new Event('online')));
    await eventually(() => expect(read()).toBe('Eccomi'));
  });

  it('loaded before is drawn at once, even without a network', async () => {
    load.mockResolvedValueOnce(() => <p>Eccomi</p>);
    const { Part, prefetch } = prefetchable(load);
    prefetch();
    await eventually(() => expect(load).toHaveBeenCalledOnce());
    await act(async () => undefined);
    showAtOnce(<Part />);
    expect(read()).toBe('Eccomi');
    expect(load).toHaveBeenCalledOnce();
  });

  it('that failed to load before is requested when it is drawn', async () => {
    const { Part, prefetch } = prefetchable(load);
    prefetch();
    await eventually(() => expect(load).toHaveBeenCalledOnce());
    load.mockResolvedValue(() => <p>Eccomi</p>);
    await draw(Part);
    await eventually(() => expect(read()).toBe('Eccomi'));
  });

  it('that the server no longer has is permanently missing', async () => {
    online = true;
    await expect(loadOrStandIn(load)).rejects.toBe(MISSING);
  });

  it('that fails during execution is not a network problem', async () => {
    const broken = new TypeError('x is not a function');
    load.mockRejectedValue(broken);
    await expect(loadOrStandIn(load)).rejects.toBe(broken);
  });
});

describe('a lazily loaded dialog', () => {
  it('reports that it did not open, and opens on the next click, not later by itself', async () => {
    const onClose = vi.fn();
    const Dialog = lazyPart(load) as ComponentType<{ opened: boolean; onClose: () => void }>;
    await draw(Dialog, { opened: true, onClose });
    await eventually(() => expect(onClose).toHaveBeenCalledOnce());
    expect(notices.read().past[0]).toMatchObject({
      ...{ title: 'Finestra non aperta', detail: 'Connessione assente: controlla la rete e riprova.' },
    });
    await draw(Dialog, { opened: false, onClose });
    load.mockResolvedValue(() => <p>Eccomi</p>);
    const callCount = load.mock.calls.length;
    online = true;
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(load).toHaveBeenCalledTimes(callCount);
    expect(read()).toBe('');
    await draw(Dialog, { opened: true, onClose });
    await eventually(() => expect(read()).toBe('Eccomi'));
  });
});
