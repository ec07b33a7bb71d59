/** Requests that cost the server more than their sender: each once blocked it, filled its memory or got a 5xx. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_CRITERIA } from '#contract/documents.ts';
import { answerProblem } from '../attacks/http/raw-http.ts';
import { openPortal, type Portal, refusedFields } from '../portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await portal.newDocument(await portal.newFolder());
});
afterAll(() => portal.close());

const SEARCH = '/api/documents-ext/search';

/** Each is so large that superlinear work would not finish within the test's time. */
const send = (url: string, body: string) => portal.callAs('dealer', 'POST', url, body);

describe('a list written as many keys', () => {
  it('is collected in linear time, however long it is', async () => {
    const keys = Array.from({ length: 9_998 }, (_, index) => `"id.in[${index + 1}]":1`).join(',');
    const answer = await send(SEARCH, `{"id.in[0]":[${'1,'.repeat(400_000)}1],${keys}}`);
    expect(refusedFields(answer)).toEqual(['document.id.in type']);
  });
});

describe('criteria with more values than a statement allows', () => {
  const fields = Object.entries(DOCUMENT_CRITERIA).flatMap(([name, kind]) => (kind === 'number' ? [name] : []));
  const body = (values: number): object =>
    Object.fromEntries(fields.map((name) => [name, { in: Array.from({ length: values }, (_, index) => index) }]));

  it('are refused without a query', async () => {
    expect(fields.length).toBeGreaterThan(5);
    const answer = await portal.callAs('dealer', 'POST', SEARCH, body(1_000));
    expect([answer.statusCode, answerProblem(answer)]).toEqual([400, null]);
  });

  it('are answered up to the limit', async () => {
    const answer = await portal.callAs('dealer', 'POST', SEARCH, body(Math.floor(5_000 / fields.length)));
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

describe('a hundred thousand unknown fields', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `"${index.toString(36)}":1`).join(',');

  it.each([SEARCH, '/api/dossiers', '/api/documents/fea'])('are reported as a hundred: %s', async (url) => {
    const answer = await send(url, `{${many}}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fieldErrors).toHaveLength(100);
  });

  it('are shortened in the error when they are long', async () => {
    const answer = await send('/api/documents', `{"folderId":1,"${'k'.repeat(10_000_000)}":1}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(2_000);
  });
});

describe('a body as large as a file on a route without files', () => {
  it.each([
    ['members', `{"variableFields":{${'"a":[],'.repeat(3_000_000)}"b":1}}`],
    ['elements', `{"variableFields":[${'0,'.repeat(12_000_000)}0]}`],
    ['objects', `[${'{}'.repeat(9_000_000)}]`],
    ['lists in lists', '['.repeat(20_000_000)],
  ])('of millions of %s is refused before parsing', async (_name, body) => {
    for (const url of ['/api/documents', '/api/documents/wizard']) {
      const answer = await send(url, body);
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'request.tooLarge']);
    }
  });

  it('may be one long text, which is validated as such', async () => {
    for (const sign of ['A', ' ', '<', '\\u0000', 'è']) {
      const text = sign.repeat(Math.floor(20_000_000 / Buffer.byteLength(sign)));
      const answer = await send('/api/documents', `{"folderId":1,"type":"${text}","fileName":"${text.slice(0, 300)}"}`);
      expect(refusedFields(answer).join(), sign).toMatch(/document\.type (max|required)/);
    }
  });
});

describe('a dealer code that no text column can hold', () => {
  it.each(['%00', 'a%00b', '%F0%9F%9A%97%00', '%ED%A0%80'])('is refused when listing colleagues: %s', async (hst) => {
    for (const login of ['admin', 'dealer']) {
      const answer = await portal.callAs(login, 'GET', `/api/coworkers/authorities/ROLE_DEALER?hst=${hst}`);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      expect(answerProblem(answer)).toBeNull();
    }
  });
});

describe('a header of thousands of blanks', () => {
  it.each(['/api/docs', '/api/openapi.json'])('is parsed in one pass: %s', async (url) => {
    const inject = (value: string) => portal.app.inject({ method: 'GET', url, headers: { 'accept-encoding': value } });
    // Many times what a server accepts: a pattern that backtracks at each blank would not finish within the test's
    // time.
    const blanks = await inject(`gzip${' '.repeat(2_000_000)};q=0`);
    expect(blanks.headers['content-encoding']).toBeUndefined();
    const refused = await inject(`gzip${' '.repeat(100)}; q=0.0 , br`);
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});
