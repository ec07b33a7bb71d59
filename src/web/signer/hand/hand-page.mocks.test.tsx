/** Consent to biometric data covers everything being sent, and new terms replace old ones. */
import { act, useImperativeHandle } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import type { Capture } from '#formats/ink/capture.ts';
import { SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import { NO_PROGRESS } from '../flow/progress.ts';
import type { RunningAction } from '../flow/use-signer-actions.ts';
import { loadCatalogue, TextContext } from '../text/language.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { type SealedPoint, sealCapture } from './encrypt-capture.ts';
import type { DocumentReader } from './field-on-page.tsx';
import { HandPage } from './hand-page.tsx';
import type { Pad } from './pad.tsx';
import { loadTerms, submitHandwriting } from './terms.ts';

/** Calm handwriting with a pressure-sensitive pen. */
function sampleCapture(): Capture {
  const points = Array.from({ length: 120 }, (_, n) => ({
    ...{ x: 10 + n / 2 + 4 * Math.sin(n / 5), y: 20 + 8 * Math.cos(n / 5), t: n * 8 },
    ...{ pressure: 0.3 + (n % 9) / 20, tilt: null, down: true },
  }));
  return { startedAt: new Date('2026-11-20T09:00:00Z'), pointer: 'pen', width: 120, height: 50, pressed: true, points };
}

// There is no canvas here: the box returns sample data.
vi.mock('./pad.tsx', () => ({
  Pad: ({ ref, closed, onEmpty }: Parameters<typeof Pad>[0]) => {
    useImperativeHandle(ref, () => ({ capture: sampleCapture, clear: () => onEmpty(true) }));
    // A click represents a stroke.
    return <canvas data-closed={closed || undefined} onClick={() => onEmpty(false)} />;
  },
}));
// The page next to it has its own test.
vi.mock('./field-on-page.tsx', () => ({ FieldOnPage: () => null }));
vi.mock('./encrypt-capture.ts', () => ({ sealCapture: vi.fn() }));
vi.mock('./terms.ts', () => ({ loadTerms: vi.fn(), submitHandwriting: vi.fn() }));

const SHOWN = 'ab'.repeat(32);
const terms = (consent: string): HandTerms => ({
  session: '77',
  advanced: false,
  mouse: false,
  custodian: { certificate: 'MIIE', sha256: SHOWN },
  consent: { version: consent, text: `Acconsento: ${consent}`, sha256: consent },
  points: [{ id: 'p1', field: 'Firma_77_1', shownSha256: SHOWN }],
});
const view = {
  points: [{ id: 'p1', documentId: 1, label: 'Firma del cliente', kind: 'signature', page: 1 }],
  documents: [{ id: 1, sha256: SHOWN }],
} as unknown as SignView;
const sealedPoint: SealedPoint = {
  point: 'p1',
  envelope: 'AAAA',
  drawing: {
    width: 40,
    height: 20,
    lines: [
      [
        [0, 1],
        [1, 2],
      ],
    ],
  },
  pointer: 'pen',
};

let root: Root;
let place: HTMLElement;
const onSign = vi.fn<(call: () => Promise<SignView>) => Promise<'keep' | 'clear'>>();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  vi.mocked(loadTerms)
    .mockReset()
    .mockResolvedValue({ status: 'ready', terms: terms('prime parole') });
  vi.mocked(sealCapture).mockReset().mockResolvedValue(sealedPoint);
  vi.mocked(submitHandwriting).mockReset();
  onSign.mockReset();
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const api = {} as SignApi;
async function show(busy: RunningAction = null, error: string | null = null): Promise<void> {
  const text = await loadCatalogue('it');
  const props = {
    api,
    reader: {} as DocumentReader,
    view,
    progress: NO_PROGRESS,
    busy,
    error,
    onSign,
    onCode: () => undefined,
  };
  await act(async () =>
    root.render(
      <TextContext value={text}>
        <LiveRegion page="hand">
          <HandPage {...props} />
        </LiveRegion>
      </TextContext>,
    ),
  );
}
const consentBox = () => place.querySelector('input') as HTMLInputElement;
const button = (label: string) =>
  [...place.querySelectorAll('button')].find((element) => element.textContent?.includes(label)) as HTMLButtonElement;
const tap = (element: HTMLElement) => act(async () => element.click());
const pictures = () => place.querySelectorAll('.hand-point canvas').length;

it('requires consent first, and keeps the box ticked while a signature is being sealed', async () => {
  let resolveSeal = (_: SealedPoint): void => undefined;
  vi.mocked(sealCapture).mockReturnValue(new Promise((resolve) => (resolveSeal = resolve)));
  await show();
  await tap(button('Conferma questa firma'));
  expect(sealCapture).not.toHaveBeenCalled();
  await tap(consentBox());
  await tap(button('Conferma questa firma'));
  expect(consentBox().disabled).toBe(true);
  await tap(consentBox());
  expect(consentBox().checked).toBe(true);
  await act(async () => resolveSeal(sealedPoint));
  expect(consentBox().disabled).toBe(false);
  expect(button('Firma il documento')).toBeDefined();
});

it('prevents consent or a signature from being withdrawn while being sent', async () => {
  await show();
  await tap(consentBox());
  await tap(button('Conferma questa firma'));
  await show('sign');
  expect(consentBox().disabled).toBe(true);
  await tap(consentBox());
  await tap(button('Ripeti'));
  expect(consentBox().checked).toBe(true);
  expect(pictures()).toBe(0);
  await show();
  expect(consentBox().disabled).toBe(false);
  await tap(button('Ripeti'));
  expect(pictures()).toBe(1);
});

it('states that the box is empty only while it is', async () => {
  const hasEmptyNote = () => place.textContent?.includes('Il riquadro è vuoto.');
  const write = () => tap(place.querySelector('canvas') as HTMLCanvasElement);
  await show();
  await tap(consentBox());
  expect(hasEmptyNote()).toBe(true);
  await write();
  expect(hasEmptyNote()).toBe(false);
  await tap(button('Cancella'));
  expect(hasEmptyNote()).toBe(true);
  await write();
  expect(hasEmptyNote()).toBe(false);
});

it('discards the handwriting when consent is withdrawn', async () => {
  await show();
  await tap(consentBox());
  await tap(button('Conferma questa firma'));
  expect(pictures()).toBe(0);
  await tap(consentBox());
  expect(pictures()).toBe(1);
  expect(button('Firma il documento')).toBeUndefined();
});

/** The handwriting is refused; the pad is cleared only when it was taken. */
function refuseHand(status: number, code: string, message: string): void {
  const details = { status, code, message, attemptsLeft: null, retryAfter: null };
  vi.mocked(submitHandwriting).mockRejectedValue(new SignFailure(details));
  onSign.mockImplementation((call) =>
    call().then(
      () => 'clear',
      () => 'keep',
    ),
  );
}

it.each(['signing.bioConsent', 'signing.handRefused'])(
  'requests new terms when the old ones are refused: %s',
  async (code) => {
    refuseHand(409, code, 'Rileggi');
    await show();
    await tap(consentBox());
    await tap(button('Conferma questa firma'));
    vi.mocked(loadTerms).mockResolvedValue({ status: 'ready', terms: terms('nuove parole') });
    await tap(button('Firma il documento'));
    await show(null, 'Rileggi');
    expect(loadTerms).toHaveBeenCalledTimes(2);
    expect(place.textContent).toContain('Acconsento: nuove parole');
    expect(place.textContent).toContain('Rileggi');
    expect(consentBox().checked).toBe(false);
    expect(pictures()).toBe(1);
  },
);

it('keeps the handwriting when the network fails: the same one is sent again', async () => {
  refuseHand(0, '', '');
  await show();
  await tap(consentBox());
  await tap(button('Conferma questa firma'));
  await tap(button('Firma il documento'));
  await show(null, 'Niente rete');
  await tap(button('Riprova a inviare'));
  expect(loadTerms).toHaveBeenCalledTimes(1);
  expect(submitHandwriting).toHaveBeenCalledTimes(2);
  expect(vi.mocked(submitHandwriting).mock.calls[1]).toEqual(vi.mocked(submitHandwriting).mock.calls[0]);
});
