/** The calls of the signer's pages: what they send, and how they handle refusals and broken networks. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CodeSent as ContractCodeSent, SignView as ContractSignView } from '#contract/signing/signing.ts';
import { tokenOfPath } from './address.ts';
import { asFailure, failureOf, SignFailure, secondsOfRetryAfter } from './failure.ts';
import { createSignApi } from './sign-api.ts';
import type { CodeSent, SignView } from './types.ts';
import { sampleView } from './view.suite.ts';

const view: SignView = {
  ...sampleView,
  documents: [{ id: 48190, label: 'Preventivo', sha256: 'ab'.repeat(32), pages: 4, size: 183_204 }],
};

interface Answer {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
}

function answering(answer: Answer) {
  const calls: { url: string; init: RequestInit }[] = [];
  const fetcher = (async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return new Response(answer.body ?? JSON.stringify(view), { status: answer.status ?? 200, headers: answer.headers });
  }) as typeof fetch;
  return { calls, api: createSignApi('Tok-en_1', fetcher) };
}

async function refusalOf(call: Promise<unknown>): Promise<SignFailure> {
  const thrown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(SignFailure);
  return thrown as SignFailure;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the signer’s requests', () => {
  it('match the contract of the server’s responses', () => {
    const fromServer = (answer: ContractSignView, code: ContractCodeSent): [SignView, CodeSent] => [answer, code];
    expect(fromServer(view as ContractSignView, { maskedPhone: '', expiresAt: '', resendAfter: '' })[0]).toBe(view);
  });

  it('opening the link is a GET without a body', async () => {
    const { api, calls } = answering({});
    await expect(api.load()).resolves.toEqual(view);
    expect(calls[0]?.url).toBe('/api/sign/Tok-en_1');
    expect(calls[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
    expect(calls[0]?.init.body).toBeUndefined();
  });

  it('starting is a POST that names the browser it replaces', async () => {
    const { api, calls } = answering({});
    await api.open();
    await api.open('5ea7');
    expect(calls.map(({ url, init }) => [init.method, url, JSON.parse(String(init.body))])).toEqual([
      ['POST', '/api/sign/Tok-en_1/open', {}],
      ['POST', '/api/sign/Tok-en_1/open', { instead: '5ea7' }],
    ]);
  });

  it('signing sends the code and exactly the confirmed signature fields as JSON', async () => {
    const { api, calls } = answering({});
    await api.sign('482913', ['p1', { id: 'p2', choice: 'DENIED' }], {
      ...{ shown: ['aa'], seen: [{ sha256: 'aa', pages: '1-3' }] },
    });
    expect(calls[0]?.url).toBe('/api/sign/Tok-en_1/sign');
    expect(new Headers(calls[0]?.init.headers).get('content-type')).toBe('application/json');
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({
      code: '482913',
      points: ['p1', { id: 'p2', choice: 'DENIED' }],
      shown: ['aa'],
      seen: [{ sha256: 'aa', pages: '1-3' }],
    });
  });

  it('a wrong code returns the remaining attempts', async () => {
    const { api } = answering({
      status: 422,
      body: JSON.stringify({ code: 'otp.wrong', attemptsLeft: 2, detail: 'x' }),
    });
    const failure = await refusalOf(api.sign('000000', [], { shown: [] }));
    expect(failure.details).toMatchObject({ status: 422, code: 'otp.wrong', attemptsLeft: 2 });
    expect(failure.isConnectionLost).toBe(false);
  });

  it('a network failure is a lost connection, not a refusal', async () => {
    const api = createSignApi('t', (async () => {
      throw new TypeError('Failed to fetch');
    }) as typeof fetch);
    expect((await refusalOf(api.load())).isConnectionLost).toBe(true);
  });

  it('a response that is not the product’s is a lost connection', async () => {
    expect((await refusalOf(answering({ body: '<html>captive portal</html>' }).api.load())).isConnectionLost).toBe(
      true,
    );
    expect((await refusalOf(answering({ body: '{"state":"OPEN"}' }).api.load())).isConnectionLost).toBe(true);
    expect((await refusalOf(answering({ body: '{}' }).api.requestCode())).isConnectionLost).toBe(true);
  });

  it('a refusal without a readable body keeps its status', async () => {
    const failure = await refusalOf(answering({ status: 502, body: 'Bad gateway' }).api.load());
    expect(failure.details).toMatchObject({ status: 502, code: '', message: '' });
  });

  it('time is the server’s, whatever the phone’s clock shows', async () => {
    vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z'), toFake: ['Date'] });
    const { api } = answering({ headers: { date: 'Fri, 20 Nov 2026 08:00:00 GMT' } });
    await api.load();
    expect(new Date(api.now()).toISOString()).toBe('2026-11-20T08:00:00.500Z');
  });

  it('a phone with a nearly right clock is more precise than the server’s whole seconds', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T08:00:01.700Z'), toFake: ['Date'] });
    const { api } = answering({ headers: { date: 'Fri, 20 Nov 2026 08:00:00 GMT' } });
    await api.load();
    expect(new Date(api.now()).toISOString()).toBe('2026-11-20T08:00:01.700Z');
  });

  it('a delayed response does not set the clock back', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
    const slow = (async () => {
      vi.setSystemTime(new Date('2026-11-20T08:01:01Z'));
      return new Response(JSON.stringify(view), { headers: { date: 'Fri, 20 Nov 2026 08:00:00 GMT' } });
    }) as typeof fetch;
    const api = createSignApi('Tok-en_1', slow);
    await api.load();
    expect(new Date(api.now()).toISOString()).toBe('2026-11-20T08:01:01.000Z');
  });

  it('names are in the page’s language, Italian by default', async () => {
    const { api, calls } = answering({});
    await api.load();
    api.setLanguage('en');
    await api.load();
    expect(calls.map(({ init }) => new Headers(init.headers).get('accept-language'))).toEqual(['it', 'en']);
  });

  it('file URLs name one document', () => {
    const { api } = answering({});
    expect(api.documentUrl(7)).toBe('/api/sign/Tok-en_1/document?id=7');
    expect(api.signedUrl(7)).toBe('/api/sign/Tok-en_1/signed?id=7');
  });
});

describe('the token in a URL', () => {
  it('is the only segment below /sign', () => {
    expect(tokenOfPath('/sign/8Jx_-9')).toBe('8Jx_-9');
    expect(tokenOfPath('/sign/8Jx/')).toBe('8Jx');
  });

  it.each(['/sign', '/sign/', '/sign/a/b', '/', '/firma/a', '/api/sign/a'])('is not found in %s', (path) => {
    expect(tokenOfPath(path)).toBeNull();
  });
});

describe('an error body', () => {
  it('prefers field messages, then detail, then message, then title', () => {
    const all = { title: 'T', detail: 'D', message: 'M', fieldErrors: [{ message: 'F1' }, { message: 'F2' }] };
    expect(failureOf(400, all, null).details.message).toBe('F1 F2');
    expect(failureOf(400, { ...all, fieldErrors: [] }, null).details.message).toBe('D');
    expect(failureOf(409, { title: 'T', message: 'M' }, null).details.message).toBe('M');
    expect(failureOf(409, { title: 'T' }, null).details.message).toBe('T');
  });

  it.each([null, 'text', 12, [], { code: 7, attemptsLeft: '2', fieldErrors: 'no' }])(
    'of another shape is tolerated: %j',
    (body) => {
      expect(failureOf(500, body, null).details).toEqual({
        status: 500,
        code: '',
        message: '',
        attemptsLeft: null,
        retryAfter: null,
      });
    },
  );

  it('provides the wait from the header, otherwise from the body', () => {
    expect(failureOf(429, { retryAfter: 12.2 }, 40).details.retryAfter).toBe(40);
    expect(failureOf(429, { retryAfter: 12.2 }, null).details.retryAfter).toBe(13);
  });

  it('a thrown value that is not a refusal counts as a lost connection', () => {
    expect(asFailure(new Error('x')).isConnectionLost).toBe(true);
    const failure = failureOf(409, { code: 'signing.locked' }, null);
    expect(asFailure(failure)).toBe(failure);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T08:00:00Z');
  it.each([
    ['38', 38],
    ['0', 0],
    ['Fri, 20 Nov 2026 08:01:00 GMT', 60],
    ['Fri, 20 Nov 2026 07:00:00 GMT', 0],
  ])('%s is %i seconds', (header, seconds) => {
    expect(secondsOfRetryAfter(header, now)).toBe(seconds);
  });

  it.each([null, '', ' ', 'soon', '-5'])('%j is ignored', (header) => {
    expect(secondsOfRetryAfter(header, now) ?? 0).toBe(0);
  });
});
