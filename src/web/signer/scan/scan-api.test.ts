/** The key of a phone that scanned a QR code: one per browser and QR code, however often the camera opens the page. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScanApi } from './scan-api.ts';

function fakeServer() {
  const keys: string[] = [];
  const fetcher = (async (_url: string, init: RequestInit) => {
    keys.push(JSON.parse(String(init.body)).key);
    return new Response(
      JSON.stringify({
        state: 'WAITING',
        number: '47',
        waitsUntil: null,
        dealer: 'Autoesempio Bologna',
        signUrl: null,
      }),
    );
  }) as typeof fetch;
  return { keys, open: (token: string) => createScanApi(token, fetcher) };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the key of a phone', () => {
  it('is the same in the page of a second scan, which continues automatically', async () => {
    const { keys, open } = fakeServer();
    const first = open('a.b.c');
    expect(first.hasStarted).toBe(false);
    await first.exchangeCode();
    await first.exchangeCode();
    // A new page that shares only what the browser stores.
    sessionStorage.clear();
    const second = open('a.b.c');
    expect(second.hasStarted).toBe(true);
    await second.exchangeCode();
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is that of the page where the button was pressed first of two', async () => {
    const { keys, open } = fakeServer();
    const [first, second] = [open('a.b.c'), open('a.b.c')];
    await first.exchangeCode();
    await second.exchangeCode();
    expect(new Set(keys).size).toBe(1);
  });

  it('differs for another code, and after the first one has ended', async () => {
    const { keys, open } = fakeServer();
    vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') });
    await open('a.b.c').exchangeCode();
    await open('d.e.f').exchangeCode();
    vi.setSystemTime(Date.parse('2026-11-20T09:18:00Z'));
    const lateApi = open('d.e.f');
    expect(lateApi.hasStarted).toBe(false);
    await lateApi.exchangeCode();
    vi.useRealTimers();
    expect(new Set(keys).size).toBe(3);
  });

  it('is deleted when it could not be sent, so that a later page starts nothing automatically', async () => {
    const { open } = fakeServer();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const offlineApi = createScanApi('a.b.c', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(offlineApi.exchangeCode()).rejects.toMatchObject({ isUnsent: true });
    vi.restoreAllMocks();
    expect(open('a.b.c').hasStarted).toBe(false);
  });

  it('is kept when it is unknown whether it arrived', async () => {
    const { open } = fakeServer();
    const interruptedApi = createScanApi('a.b.c', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(interruptedApi.exchangeCode()).rejects.toMatchObject({ isUnsent: false, isConnectionLost: true });
    expect(open('a.b.c').hasStarted).toBe(true);
  });
});
