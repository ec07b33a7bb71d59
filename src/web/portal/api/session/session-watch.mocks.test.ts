/** The session watch of an open page: every 120 000 ms, when the page is shown again, and on events of other tabs. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, goToLogout } from '../client.ts';
import { TOKEN_CHECK_MS, watchSession } from './session-watch.ts';
import { signOut, storeToken, TOKEN_KEY } from './token.ts';

vi.mock('../client.ts', () => ({ endSession: vi.fn(), goToLogout: vi.fn() }));

const NOW = Date.UTC(2026, 10, 20, 8);
const tokenOf = (sub: string, minutes: number) =>
  `h.${btoa(JSON.stringify({ sub, exp: NOW / 1000 + minutes * 60 }))}.s`;
const reload = vi.fn();
let stop: () => void;

/** The storage event that other tabs receive. */
const told = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue }));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('location', { ...window.location, reload });
  localStorage.clear();
  storeToken(tokenOf('7', 3), NOW);
  stop = watchSession();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('the session watch', () => {
  it('checks every 120000 ms and ends the session at the first check after the token’s expiry', () => {
    expect(TOKEN_CHECK_MS).toBe(120_000);
    vi.advanceTimersByTime(239_999);
    expect(endSession).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(endSession).toHaveBeenCalledTimes(1);
  });

  it('checks at once when the page is shown again', () => {
    vi.setSystemTime(NOW + 3 * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(endSession).toHaveBeenCalledTimes(1);
  });

  it('checks when the page is restored from the browser’s cache', () => {
    localStorage.clear();
    window.dispatchEvent(new Event('pageshow'));
    expect(endSession).toHaveBeenCalledTimes(1);
  });

  it('signs out with a tab that signed out', () => {
    let mark: string | null = null;
    signOut({
      getItem: () => null,
      setItem: (_key, value) => {
        mark = value;
      },
      removeItem: () => localStorage.clear(),
    });
    told(mark);
    expect(goToLogout).toHaveBeenCalledTimes(1);
    expect(endSession).not.toHaveBeenCalled();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });

  it('ends with a tab whose session expired', () => {
    localStorage.removeItem(TOKEN_KEY);
    told(null);
    expect(endSession).toHaveBeenCalledTimes(1);
    expect(goToLogout).not.toHaveBeenCalled();
  });

  it('reloads the page for another user', () => {
    storeToken(tokenOf('8', 60), NOW);
    told(localStorage.getItem(TOKEN_KEY));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(endSession).not.toHaveBeenCalled();
  });

  it('continues for the same user with a new token', () => {
    storeToken(tokenOf('7', 60), NOW);
    told(localStorage.getItem(TOKEN_KEY));
    expect(reload).not.toHaveBeenCalled();
    expect(endSession).not.toHaveBeenCalled();
  });

  it('uses the current state, not that of a delayed event', () => {
    storeToken(tokenOf('7', 60), NOW);
    told(null);
    expect(endSession).not.toHaveBeenCalled();
  });

  it('ignores other stored values', () => {
    localStorage.removeItem(TOKEN_KEY);
    window.dispatchEvent(new StorageEvent('storage', { key: 'i18nConfig', newValue: 'x' }));
    expect(endSession).not.toHaveBeenCalled();
  });

  it('stops on request', () => {
    stop();
    localStorage.clear();
    told(null);
    vi.advanceTimersByTime(600_000);
    expect(endSession).not.toHaveBeenCalled();
  });
});
