/** The browser's offer to fill in the code: used when available, never an obstacle. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeFromMessage } from './web-otp.ts';

const stubCredentials = (get: (options: { otp: unknown; signal: AbortSignal }) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { credentials: { get } });
afterEach(() => vi.unstubAllGlobals());

describe('the code from the SMS', () => {
  it('is requested as an SMS code, and the request ends with the signal', async () => {
    const requests: unknown[] = [];
    stubCredentials(async (options) => {
      requests.push(options.otp);
      return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    const abort = new AbortController();
    const code = codeFromMessage(abort.signal);
    abort.abort();
    expect(await code).toBeNull();
    expect(requests).toEqual([{ transport: ['sms'] }]);
  });

  it.each([
    [{ code: '482913' }, '482913'],
    [{ code: '482 913' }, '482913'],
    [{ code: '48291' }, null],
    [{ code: 482913 }, null],
    [{}, null],
    [null, null],
  ])('%j gives %j', async (credential, code) => {
    stubCredentials(async () => credential);
    expect(await codeFromMessage(new AbortController().signal)).toBe(code);
  });
});
