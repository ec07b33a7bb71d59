/** The public FEA page: content, editions, languages, and when it shows nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftTexts } from '#domain/papers/compose-paper.ts';
import { FEA_PAGE } from '#domain/papers/versions/versions.ts';
import { createUser } from '#server/identity/index.ts';
import { testNow } from '#test/clock.ts';
import { cheapVerifier } from '#test/password.ts';
import { wordsIn } from '#test/rows.ts';
import { openPortal, type Portal } from '../../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const passwordVerifier = cheapVerifier('prova');
  await portal.test.world.database.transaction(async (tx) => {
    const person = { login: 'second', firstName: 'Ada', lastName: 'Prova', email: 'a@example.com', activated: true };
    const rights = { authorities: ['ROLE_ADMIN'] as const, hstList: [], brands: [] };
    await createUser(tx, { ...person, ...rights, passwordVerifier }, null, testNow());
  });
});
afterAll(() => portal.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'GET', url, headers, remoteAddress: '192.0.2.7' });
async function read(url: string) {
  const answer = await get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** A version written by one administrator and published by another. @returns when it was published. */
async function publish(body: object): Promise<string> {
  const row = async (answering: ReturnType<Portal['callAs']>) => {
    const answer = await answering;
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const { id } = await row(portal.callAs('admin', 'POST', '/api/paper-versions', body));
  const { digest } = await row(portal.callAs('admin', 'POST', `/api/paper-versions/${id}/submit`, {}));
  const { publishedDate } = await row(portal.callAs('second', 'POST', `/api/paper-versions/${id}/publish`, { digest }));
  portal.test.clock.advance(60);
  return publishedDate;
}

let labels = 0;
const clausesOf = (type: string, language: 'it' | 'en', change: Record<string, string>) =>
  (draftTexts(type, language)?.clauses ?? []).map((one) => ({ ...one, text: change[one.id] ?? one.text }));
const texts = (
  type: string,
  language: 'it' | 'en',
  legalEntity: string | null,
  change: Record<string, string> = {},
) => ({
  ...{ kind: 'CLAUSES', type, language, legalEntity, version: `prova ${++labels}` },
  clauses: clausesOf(type, language, change),
});
const company = (legalEntity: string, facts: object) => ({ kind: 'COMPANY', legalEntity, company: facts });

const said = (page: { sections: { id: string; text: string }[] }, id: string): string =>
  page.sections.find((one) => one.id === id)?.text ?? '';

describe('a legal entity that has published nothing', () => {
  it('has a page of drafts, each marked, with brackets for missing values', async () => {
    const page = await read('/api/fea/LE006');
    expect(page).toMatchObject({
      name: 'Laguna Esempi S.p.A.',
      language: 'it',
      from: null,
      until: null,
      version: null,
    });
    expect(page.sections.every((one: { approved: boolean }) => !one.approved)).toBe(true);
    expect(page.sections.flatMap(({ letter }: { letter: string | null }) => letter ?? [])).toEqual([...'abcdefgh']);
    expect(said(page, 'insurance')).toContain('con [compagnia], polizza [numero di polizza], massimale [massimale]');
    expect(page.facts.insurer).toBeNull();
    const { body } = await get('/fea/LE006');
    expect(body.split('[testo da approvare]').length).toBeGreaterThan(page.sections.length);
    for (const one of ['<dd>[compagnia]</dd>', '<dd>[numero di polizza]</dd>', '<dd>[massimale]</dd>'])
      expect(body).toContain(one);
    expect(body).toContain('Nessun testo e nessun dato è stato ancora pubblicato.');
  });

  it('has it in English too, without Italian brackets', async () => {
    const page = await read('/api/fea/LE006?lang=en');
    expect(said(page, 'insurance')).toContain('with [insurer], policy [policy number], ceiling [ceiling]');
    expect(page.sections.map(({ id }: { id: string }) => id)).toEqual(
      (await read('/api/fea/LE006')).sections.map(({ id }: { id: string }) => id),
    );
    const { body } = await get('/fea/LE006?lang=en');
    expect(body).toContain('<html lang="en">');
    expect(body).not.toMatch(/\[(compagnia|massimale|testo da approvare|recapiti|realizzatore|partita)/);
  });
});

describe('the page', () => {
  const FACTS = {
    insurer: 'Assicurazioni Esempio',
    policy: 'RC-1',
    coverage: '1.000.000 euro',
    assistance: 'a@example.com',
  };

  it('has the insurance and assistance texts of the module', async () => {
    await publish(company('LE001', FACTS));
    await publish(texts('FEA_MODULE', 'it', 'LE001', { insurance: 'Polizza del modulo: {insurer}, {policy}.' }));
    const page = await read('/api/fea/LE001');
    expect(said(page, 'insurance')).toBe('Polizza del modulo: Assicurazioni Esempio, RC-1.');
    expect(page.facts).toMatchObject(FACTS);
    const own = page.sections.filter((one: { approved: boolean }) => one.approved).map(({ id }: { id: string }) => id);
    expect(own).toContain('revocation');
    expect(own).not.toContain('identified');
  });

  it('keeps its editions unchanged', async () => {
    const first = (await read('/api/fea/LE001')).editions;
    const at = await publish(texts(FEA_PAGE, 'it', 'LE001', { identified: 'Identifichiamo così, {company}.' }));
    const before = await publish(company('LE001', { ...FACTS, policy: 'RC-2' }));
    const page = await read('/api/fea/LE001');
    expect(page.editions).toHaveLength(first.length + 2);
    expect(page.editions[0]).toMatchObject({ from: before, until: null });
    expect(page.editions[1]).toMatchObject({ from: at, until: before });
    expect(page.facts.policy).toBe('RC-2');
    const earlier = await read(`/api/fea/LE001?at=${at}`);
    expect(earlier).toMatchObject({ from: at, until: before, sites: [], facts: { policy: 'RC-1' } });
    expect(said(earlier, 'identified')).toBe('Identifichiamo così, Autoesempio S.p.A.');
    const oldest = await read(`/api/fea/LE001?at=${first.at(-1).from}`);
    expect(said(oldest, 'identified')).toContain('Prima dell’adesione');
    const { body } = await get(`/fea/LE001?at=${at}`);
    expect(body).toContain('È un’edizione precedente.');
    expect(body).toContain('RC-1');
    expect((await get('/fea/LE001')).body).not.toContain('È un’edizione precedente.');
  });

  it('does not get a new edition when an unrelated text is published', async () => {
    const { editions } = await read('/api/fea/LE001');
    await publish(texts(FEA_PAGE, 'it', null));
    await publish(texts(FEA_PAGE, 'en', null, { service: 'In English for everybody.' }));
    expect((await read('/api/fea/LE001')).editions).toEqual(editions);
    const english = await read('/api/fea/LE001?lang=en');
    expect(said(english, 'service')).toBe('In English for everybody.');
    expect(english.sections.every((one: { approved: boolean }) => one.approved)).toBe(true);
    expect((await read('/api/fea/LE003')).version).toMatch(/^prova /);
  });

  it('names the current websites and its own address', async () => {
    const page = await read('/api/fea/LE001');
    expect(page.sites.map(({ name }: { name: string }) => name)).toContain('Autoesempio Bologna');
    const { publicUrl } = portal.test.world.settings;
    expect(page.address).toBe(`${publicUrl}/fea/LE001`);
    const { body } = await get('/fea/LE001');
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}/fea/LE001?lang=it">`);
    expect(body).not.toMatch(/noindex|<script|style=/);
  });

  it('escapes user input', async () => {
    await publish(texts(FEA_PAGE, 'it', 'LE002', { service: '<script>alert(1)</script> & "così"' }));
    const { body } = await get('/fea/LE002');
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;così&#34;');
  });

  it('uses the selected language, otherwise the browser’s', async () => {
    const asks = async (url: string, header: string) => {
      const answer = await get(url, { 'accept-language': header });
      return [answer.headers['content-language'], /<html lang="(\w+)"/.exec(answer.body)?.[1]];
    };
    expect(await asks('/fea/LE001', 'en-GB,en;q=0.9')).toEqual(['en', 'en']);
    expect(await asks('/fea/LE001?lang=it', 'en')).toEqual(['it', 'it']);
    expect((await get('/fea/LE001')).headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: 'accept-language',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('is found by a code in lower case', async () => {
    expect((await read('/api/fea/le001')).legalEntity).toBe('LE001');
  });

  it.each(
    wordsIn(`
      /fea/LE999 /fea/LE001?lang=de /fea/LE001?at=ieri /fea/LE001?at=2020-01-01T00:00:00Z /fea/a%00b
    `),
  )('is not found for %s, with the same neutral message', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(answer.body).toContain('Questo indirizzo non porta a nessuna pagina.');
    expect(answer.body).not.toMatch(/LE001|LE999/);
  });

  it.each([
    ['/api/fea/LE999', 404, 'notFound'],
    ['/api/fea/LE001?at=2020-01-01T00:00:00Z', 404, 'notFound'],
    ['/api/fea/LE001?at=ieri', 400, 'request.invalid'],
    ['/api/fea/LE001?lang=de', 400, 'request.invalid'],
    ['/api/fea/a%00b', 404, 'notFound'],
  ])('as data: %s answers %i %s', async (url, status, code) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('counts like every request without a session', async () => {
    const { database, clock } = portal.test.world;
    portal.test.clock.advance(60 - ((clock.now().getTime() / 1000) % 60) + 1);
    await database.read.deleteFrom('rate_limit').execute();
    await get('/fea/LE001');
    await database.read.updateTable('rate_limit').set({ count: 3000 }).execute();
    for (const url of ['/fea/LE001', '/api/fea/LE001']) expect((await get(url)).statusCode, url).toBe(429);
    const page = await get('/fea/LE001');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<h1>La pagina non si può mostrare adesso</h1>');
    portal.test.clock.advance(61);
  });
});

describe('the module', () => {
  it('prints the address of this page unless the legal entity has its own', async () => {
    const preview = (legalEntity: string) =>
      portal.callAs('admin', 'POST', '/api/papers/preview', { type: 'FEA_MODULE', legalEntity });
    const { PDF } = await import('@libpdf/core');
    const printed = async (answer: Awaited<ReturnType<typeof preview>>) =>
      (await PDF.load(new Uint8Array(answer.rawPayload)))
        .getPages()
        .map((page) => page.extractText().text)
        .join(' ')
        .replace(/\s+/g, '');
    const { publicUrl } = portal.test.world.settings;
    expect(await printed(await preview('LE001'))).toContain(`${publicUrl}/fea/LE001`);
    await publish(company('LE005', { publicPage: 'https://example.com/nostra-fea' }));
    const named = await printed(await preview('LE005'));
    expect(named).toContain('https://example.com/nostra-fea');
    expect(named).not.toContain('/fea/LE005');
  });

  it('and its page have previews on paper in both languages', async () => {
    for (const language of ['it', 'en']) {
      const answer = await portal.callAs('admin', 'POST', '/api/papers/preview', {
        type: FEA_PAGE,
        language,
        legalEntity: 'LE001',
      });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
  });
});
