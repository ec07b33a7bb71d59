/** The key of a phone that scanned a QR code: one per browser and QR code, however often the camera opens the page. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createScanApi } from './scan-api.ts';

function desk() {
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
    const { keys, open } = desk();
    const first = open('a.b.c');
    expect(first.begun).toBe(false);
    await first.use();
    await first.use();
    // A new page that shares only what the browser stores.
    sessionStorage.clear();
    const second = open('a.b.c');
    expect(second.begun).toBe(true);
    await second.use();
    expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is that of the page where the button was pressed first of two', async () => {
    const { keys, open } = desk();
    const [one, other] = [open('a.b.c'), open('a.b.c')];
    await one.use();
    await other.use();
    expect(new Set(keys).size).toBe(1);
  });

  it('differs for another code, and after the first one has ended', async () => {
    const { keys, open } = desk();
    vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') });
    await open('a.b.c').use();
    await open('d.e.f').use();
    vi.setSystemTime(Date.parse('2026-11-20T09:18:00Z'));
    const late = open('d.e.f');
    expect(late.begun).toBe(false);
    await late.use();
    vi.useRealTimers();
    expect(new Set(keys).size).toBe(3);
  });

  it('is deleted when it could not be sent, so that a later page starts nothing automatically', async () => {
    const { open } = desk();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const away = createScanApi('a.b.c', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(away.use()).rejects.toMatchObject({ unsent: true });
    vi.restoreAllMocks();
    expect(open('a.b.c').begun).toBe(false);
  });

  it('is kept when it is unknown whether it arrived', async () => {
    const { open } = desk();
    const cut = createScanApi('a.b.c', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(cut.use()).rejects.toMatchObject({ unsent: false, lostContact: true });
    expect(open('a.b.c').begun).toBe(true);
  });
});
