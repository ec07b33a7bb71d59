/** A user who returns from the second sign-in to a browser without stored data is not stuck, and signs once. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { sha256Of } from '../../../shared/sha256.ts';
import type { Account } from '../../api/answer-types.ts';
import type { OwnSignature } from '../../api/queries/own-signature.ts';
import { ownSignature as words } from '../../text/it/documents/own-signature.ts';
import { frame } from '../../text/it/frame.ts';

vi.mock('../../connected/pdf/pdf-viewer.tsx', () => ({ PdfViewer: () => null }));

const FILES = new Map([
  [1, 'la proposta'],
  [2, 'il preventivo'],
]);
/** SHA-256 of each. */
let hashes: string[];

const MANAGER = { login: 'manager', brands: [], hstList: [], authorities: [] } as unknown as Account;

/** The server's state. */
let known: {
  read: number[];
  confirmed: boolean;
  signed: number;
  shown: string[];
  losesAnswer: boolean;
  method: 'PROVIDER' | 'PASSWORD';
  declined: boolean;
};
const signature = (): OwnSignature => ({
  state: known.signed > 0 ? 'SIGNED' : 'OPEN',
  turn: true,
  role: 'salesManager',
  expiresAt: '2030-01-01T00:00:00.000Z',
  signedAt: known.signed > 0 ? '2029-01-01T00:00:00.000Z' : null,
  fingerprint: 'ABCD-EF',
  documents: [...FILES].map(([id, text], index) => ({
    ...{ id, label: `Carta ${id}`, sha256: hashes[index] ?? '', pages: 1, size: text.length },
    read: known.read.includes(id),
  })),
  points: [{ id: 'p1', documentId: 1, label: 'Firma della proposta', page: 1, signed: known.signed > 0 }],
  signers: [],
  identity: { method: known.method, confirmedUntil: known.confirmed ? '2029-01-01T00:05:00.000Z' : null },
});

function answer(path: string, body: { shown?: string[] } | null): Response {
  const asked = new URL(path, 'http://localhost');
  if (asked.pathname === '/api/documents/1') return Response.json({ id: 1, type: 'SALE_NEW_PROPOSAL', folderId: 7 });
  if (asked.pathname === '/api/folders/7') {
    return Response.json({ id: 7, type: 'SALE_NEW', businessId: null, brand: 'bmw' });
  }
  if (asked.pathname.endsWith('/own-signatures')) return Response.json([]);
  if (asked.pathname.endsWith('/own-signature/document')) {
    const id = Number(asked.searchParams.get('document'));
    known.read.push(id);
    return new Response(FILES.get(id));
  }
  if (asked.pathname.endsWith('/own-signature/identity')) {
    known.confirmed = true;
    return Response.json({ url: '/accesso', signature: signature() });
  }
  if (asked.pathname.endsWith('/decline')) known.declined = true;
  if (body === null) return Response.json(signature());
  const shown = body.shown ?? [];
  if (signature().documents.some((entry) => !shown.includes(entry.sha256))) {
    return Response.json({ code: 'signing.otherBytes' }, { status: 409 });
  }
  if (known.signed === 0) known.shown = shown;
  known.signed = 1;
  return known.losesAnswer ? Response.error() : Response.json(signature());
}

const STORAGE = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage') ?? {};
const put = (storage: PropertyDescriptor): void =>
  void Object.defineProperty(globalThis, 'sessionStorage', { ...storage, configurable: true });
const refuse = (name: string) => (): never => {
  throw new DOMException('', name);
};

let root: Root | undefined;
let place: HTMLElement;
const left = vi.fn();
const leave = (): void => act(() => root?.unmount());

/** Opens the page afresh: nothing of an earlier visit is in memory. */
async function visit(): Promise<void> {
  leave();
  vi.resetModules();
  const [{ OwnSignaturePage }, { queryClient }, { SessionProvider }, language] = await Promise.all([
    import('./own-signature-page.tsx'),
    import('../../api/query-client.ts'),
    import('../../api/session.tsx'),
    import('../../text/language.ts'),
  ]);
  await language.initTexts('it');
  for (const piece of ['ownSignature', 'document', 'viewer'] as const) await language.loadTexts(piece);
  const base = createRootRoute();
  const page = createRoute({
    getParentRoute: () => base,
    path: '/app/documents/$id/sign',
    component: OwnSignaturePage,
  });
  const history = createMemoryHistory({ initialEntries: ['/app/documents/1/sign'] });
  const router = createRouter({ routeTree: base.addChildren([page]), history });
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <SessionProvider account={MANAGER} dealers={[]}>
            <RouterProvider router={router as never} />
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
const tells = (text: string | RegExp) => eventually(() => expect(place.textContent).toMatch(text));
const buttonOf = (text: string) => [...place.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
const press = async (text: string) => {
  await eventually(() => expect(buttonOf(text)).toBeDefined());
  await act(async () => buttonOf(text)?.click());
};

/** Reads both and confirms the identity, which leaves the page. */
async function readAndLeave(): Promise<void> {
  await visit();
  await tells(/1 di 2 ricevuti/);
  await press('Carta 2');
  await tells(words.readManyDone);
  await press(frame.errorPages.signIn);
  await eventually(() => expect(left).toHaveBeenCalledWith('/accesso'));
}
async function confirmAndSign(): Promise<void> {
  await eventually(() => expect(place.querySelector('[type=checkbox]')).not.toBeNull());
  const refused = buttonOf(words.sign);
  const why = document.getElementById(refused?.getAttribute('aria-describedby') ?? '');
  expect([refused?.disabled, why?.textContent]).toEqual([
    false,
    'Conferma prima: Firma della proposta (Carta 1 n.\u00a01, pagina 1).',
  ]);
  await act(async () => place.querySelector<HTMLElement>('[type=checkbox]')?.click());
  const sign = [...place.querySelectorAll('button')].find((candidate) => candidate.textContent === words.sign);
  await act(async () => sign?.click());
  await tells(/Hai firmato il/);
}

beforeAll(async () => {
  hashes = await Promise.all([...FILES.values()].map((text) => sha256Of(new TextEncoder().encode(text))));
});
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  known = { read: [], confirmed: false, signed: 0, shown: [], losesAnswer: false, method: 'PROVIDER', declined: false };
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) =>
    answer(path, body === undefined ? null : JSON.parse(String(body))),
  );
  vi.spyOn(window.location, 'assign').mockImplementation(left);
  left.mockReset();
  place = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  leave();
  root = undefined;
  place.remove();
  put(STORAGE);
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('resumes when the tab has stored what it displayed, even if that is lost before the signature', async () => {
  await readAndLeave();
  await visit();
  await tells(words.readManyDone);
  sessionStorage.clear();
  await confirmAndSign();
  expect(known).toMatchObject({ signed: 1, shown: hashes });
});

it('requires the password and a reason at their fields, and sends nothing without them', async () => {
  known.method = 'PASSWORD';
  await visit();
  await press('Carta 2');
  await tells(words.readManyDone);
  await press(words.confirmIdentity);
  await tells('Password è un campo obbligatorio');
  await press(words.decline);
  await press(words.declineConfirm);
  await tells('Motivo è un campo obbligatorio');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  expect(known).toMatchObject({ confirmed: false, signed: 0, declined: false });
});

const STATES: [string, PropertyDescriptor, () => void][] = [
  ['is emptied meanwhile', STORAGE, () => sessionStorage.clear()],
  ['is full', { value: { getItem: () => null, setItem: refuse('QuotaExceededError') } }, () => undefined],
  ['is forbidden', { get: refuse('SecurityError') }, () => undefined],
];
describe.each(STATES)('if the tab’s storage %s', (_, storage, meanwhile) => {
  it('the page states what to reopen, and the signature is given once, even if its response is lost', async () => {
    put(storage);
    await readAndLeave();
    meanwhile();
    known.losesAnswer = true;
    await visit();
    await tells(/Identità confermata/);
    await tells(/1 di 2 ricevuti\. Il browser non ricorda quelli già letti: riaprili qui\./);
    expect(place.querySelector('[type=checkbox]')).toBeNull();
    await press('Carta 2');
    await confirmAndSign();
    expect(buttonOf(words.sign)).toBeUndefined();
    expect(known).toMatchObject({ signed: 1, shown: hashes });
  });
});
