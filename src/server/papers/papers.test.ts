/** Texts and company data through HTTP: written by one administrator, published by another, printed on the next paper. */

import { PDF } from '@libpdf/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listTrail } from '#server/evidence/index.ts';
import { createUser } from '#server/identity/index.ts';
import { testNow } from '#test/clock.ts';
import { cheapVerifier } from '#test/password.ts';
import { generatedDocument, loadGeneratedPapers } from '../../../test/papers/generated-papers.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { draftTexts } from '../../domain/papers/compose-paper.ts';
import { MAX_CLAUSE, MAX_HEADING } from '../../domain/papers/versions/versions.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';
const COMPANY = {
  vatNumber: 'IT 00010009991',
  registeredOffice: 'Piazza della Prova 2, 40121 Bologna (BO)',
  rea: 'BO-123456',
  pec: 'legale@pec.example.com',
  phone: '+39 051 0000001',
  dpo: 'dpo@example.com',
  insurer: 'Assicurazioni Esempio',
  policy: 'RC-1',
  coverage: '1.000.000 euro',
  provider: 'Fascicolo',
  publicPage: 'https://example.com/fea',
  assistance: 'assistenza@example.com',
  vehicleInsurer: 'Auto Esempio',
  vehiclePolicy: 'KASKO-9',
};

let portal: Portal;
let labels = 0;
beforeAll(async () => {
  portal = await openPortal();
  await loadGeneratedPapers(portal.test.world);
  const passwordVerifier = cheapVerifier('prova');
  await portal.test.world.database.transaction(async (tx) => {
    for (const login of ['second', 'third']) {
      const person = { login, firstName: login, lastName: 'Prova', email: `${login}@example.com`, activated: true };
      const rights = { authorities: ['ROLE_ADMIN'] as const, hstList: [], brands: [] };
      await createUser(tx, { ...person, ...rights, passwordVerifier }, null, testNow());
    }
  });
});
afterAll(() => portal.close());

const clauses = (change: (text: string, id: string) => string = (text) => text) =>
  (draftTexts(TYPE, 'it')?.clauses ?? []).map((one) => ({ ...one, text: change(one.text, one.id) }));
const saying = (words: string) => clauses((text, id) => (id === 'forum' ? words : text));
const label = () => `prova ${++labels}`;
const draft = (change: object = {}) => ({
  kind: 'CLAUSES',
  type: TYPE,
  legalEntity: 'LE001',
  version: label(),
  clauses: clauses(),
  ...change,
});
const call = (login: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.callAs(login, method, `/api/paper-versions${path}`, body);
// biome-ignore lint/suspicious/noExplicitAny: checked against the contract by the server
async function row(answering: ReturnType<typeof call>): Promise<any> {
  const answer = await answering;
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}
const code = async (answering: ReturnType<typeof call>) => (await answering).json().code;
const create = (body: object, login = 'admin') => row(call(login, 'POST', '', body));
const submit = (id: number, login = 'admin') => row(call(login, 'POST', `/${id}/submit`, {}));
const publish = (version: { id: number; digest: string }, login = 'second') =>
  call(login, 'POST', `/${version.id}/publish`, { digest: version.digest });
const published = async (body: object) => row(publish(await submit((await create(body)).id)));

async function textOf(bytes: Uint8Array): Promise<string> {
  const pages = (await PDF.load(new Uint8Array(bytes))).getPages();
  return pages
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
}
async function printed(login = 'dealer', hst = '10001', type = TYPE): Promise<string> {
  const place = { type: 'SERVICE', plate: 'EE000EE' };
  const folderId = await portal.newFolder(login, place, { hst });
  const made = await portal.callAs(login, 'POST', '/api/documents', generatedDocument(type, { folderId }));
  expect(made.statusCode, made.body).toBe(201);
  return textOf((await portal.callAs(login, 'GET', `/api/documents/${made.json().id}/download`)).rawPayload);
}

describe('a text', () => {
  it('is written, submitted and published by two administrators, and printed with its label', async () => {
    expect(await printed()).toContain('[testo da approvare]');
    const begun = await create(draft({ clauses: saying('Foro di Bologna. Titolare {company}, PEC {pec}.') }));
    expect(begun).toMatchObject({ state: 'DRAFT', authors: ['admin'], digest: null, legalEntity: 'LE001' });
    const sent = await submit(begun.id);
    expect(sent).toMatchObject({
      state: 'SUBMITTED',
      submittedBy: 'admin',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await printed()).not.toContain('Foro di Bologna');
    expect(await code(publish(sent, 'admin'))).toBe('paperVersion.ownWork');
    const out = await row(publish(sent));
    expect(out).toMatchObject({ state: 'PUBLISHED', publishedBy: 'second', version: begun.version });
    const paper = await printed();
    expect(paper).toContain('Foro di Bologna. Titolare Autoesempio S.p.A., PEC [PEC].');
    expect(paper).toContain(`Condizioni: ${begun.version}`);
    expect(paper).not.toContain('[testo da approvare]');
    const trail = await listTrail(portal.read, `paperVersion:${begun.id}`);
    expect(trail.map(({ type, actor }) => [type, actor.name])).toEqual([
      ['paperVersion.submitted', 'admin'],
      ['paperVersion.published', 'second'],
    ]);
  });

  it('of the legal entity has priority over the general one, which has priority over the product’s', async () => {
    await published(draft({ legalEntity: null, clauses: saying('Foro di tutti.') }));
    expect(await printed('milano', '10003')).toContain('Foro di tutti.');
    expect(await printed()).toContain('Foro di Bologna');
  });

  it('replaces the previous version, which stays unchanged', async () => {
    const before = (await row(call('admin', 'GET', `?type=${TYPE}&legalEntity=LE001`)))[0];
    await published(draft({ clauses: saying('Foro di Modena.') }));
    expect(await printed()).toContain('Foro di Modena.');
    const after = await row(call('admin', 'GET', `/${before.id}`));
    expect(after).toMatchObject({ state: 'SUPERSEDED', digest: before.digest, supersededDate: expect.any(String) });
  });

  it('stays on a generated paper until that is regenerated', async () => {
    const folderId = await portal.newFolder('dealer', { type: 'SERVICE', plate: 'EE000EE' });
    const made = (
      await portal.callAs('dealer', 'POST', '/api/documents', generatedDocument(TYPE, { folderId }))
    ).json();
    const file = async () => (await portal.callAs('dealer', 'GET', `/api/documents/${made.id}/download`)).rawPayload;
    const first = await file();
    await published(draft({ clauses: saying('Foro di Ferrara.') }));
    expect((await file()).equals(first)).toBe(true);
    expect(await printed()).toContain('Foro di Ferrara.');
  });

  it('that was sent back states the reason; its author can withdraw it without one', async () => {
    const { id } = await create(draft());
    const sent = await submit(id);
    expect(await code(call('second', 'POST', `/${id}/return`, { reason: ' ' }))).toBe('paperVersion.reasonMissing');
    const back = await row(call('second', 'POST', `/${id}/return`, { reason: 'Manca il foro.' }));
    expect(back).toMatchObject({ state: 'DRAFT', returnedBy: 'second', returnReason: 'Manca il foro.', digest: null });
    expect(await code(publish(sent))).toBe('paperVersion.notSubmitted');
    await submit(id);
    expect(await row(call('admin', 'POST', `/${id}/return`, { reason: null }))).toMatchObject({ returnReason: null });
    expect((await call('admin', 'DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await call('admin', 'GET', `/${id}`)).statusCode).toBe(404);
  });
});

describe('two-person approval', () => {
  it('excludes authors of any part and the submitter', async () => {
    const begun = await create(draft({ legalEntity: 'LE002' }));
    await row(call('second', 'PUT', '', { ...begun, version: label() }));
    const sent = await submit(begun.id, 'third');
    expect(sent.authors).toEqual(['admin', 'second']);
    for (const login of ['admin', 'second', 'third'])
      expect(await code(publish(sent, login))).toBe('paperVersion.ownWork');
    await row(call('third', 'POST', `/${begun.id}/return`, { reason: 'Un altro la invia.' }));
    expect((await publish(await submit(begun.id), 'third')).statusCode).toBe(200);
  });

  it('publishes only what was seen: a version submitted meanwhile is refused', async () => {
    const begun = await create(draft({ legalEntity: 'LE003' }));
    const read = await submit(begun.id);
    await row(call('admin', 'POST', `/${begun.id}/return`, { reason: null }));
    await row(call('admin', 'PUT', '', { ...begun, lastModifiedDate: null, clauses: saying('Altro.') }));
    const now = await submit(begun.id);
    expect(await code(publish(read))).toBe('conflict.stale');
    expect((await publish(now)).statusCode).toBe(200);
  });

  it('publishes once under concurrency', async () => {
    const sent = await submit((await create(draft({ legalEntity: 'LE004' }))).id);
    const answers = await Promise.all(['second', 'third', 'second', 'third'].map((login) => publish(sent, login)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    const holds = await row(call('admin', 'GET', `?type=${TYPE}&legalEntity=LE004`));
    expect(holds.map(({ state }: { state: string }) => state)).toEqual(['PUBLISHED']);
  });

  it('allows one open version: one of two concurrent starts is refused', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => call('admin', 'POST', '', draft({ legalEntity: 'LE005' }))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await code(call('second', 'POST', '', draft({ legalEntity: 'LE005' })))).toBe('paperVersion.openExists');
  });
});

describe('a submitted or published version', () => {
  it('cannot be edited, removed or submitted again', async () => {
    const { id } = await create(draft({ legalEntity: 'LE006' }));
    const sent = await submit(id);
    const acts = () => [
      call('admin', 'PUT', '', { ...sent, lastModifiedDate: null }),
      call('admin', 'DELETE', `/${id}`),
      call('admin', 'POST', `/${id}/submit`, {}),
    ];
    for (const act of acts()) expect(await code(act)).toBe('paperVersion.notDraft');
    await row(publish(sent));
    for (const act of acts()) expect(await code(act)).toBe('paperVersion.notDraft');
    expect(await code(publish(sent))).toBe('paperVersion.notSubmitted');
  });

  it.each([
    ['changed', sql`update paper_version set content = '{"clauses":[]}' where state = 'PUBLISHED'`],
    ['published by its author', sql`update paper_version set published_by = submitted_by where state = 'PUBLISHED'`],
    ['given another label', sql`update paper_version set version = 'x' where state = 'SUPERSEDED'`],
    ['brought back', sql`update paper_version set state = 'PUBLISHED' where state = 'SUPERSEDED'`],
    ['made a draft', sql`update paper_version set state = 'DRAFT' where state = 'PUBLISHED'`],
    ['removed', sql`delete from paper_version where state = 'PUBLISHED'`],
    ['emptied', sql`truncate paper_version`],
  ])('cannot be %s in the database either', async (_what, statement) => {
    await expect(portal.test.world.database.transaction((tx) => statement.execute(tx))).rejects.toThrow();
  });
});

describe('a text is refused', () => {
  const long = (words: string, most: number) => words.repeat(most + 1).slice(0, most + 1);
  it.each<[string, object, string]>([
    ['with a placeholder that is none', { clauses: saying('{iban}') }, 'paperVersion.clauses.11.text placeholder'],
    ['with a brace that stands alone', { clauses: saying('a { b') }, 'paperVersion.clauses.11.text placeholder'],
    ['without one of its clauses', { clauses: clauses().slice(1) }, 'paperVersion.clauses clauseMissing'],
    [
      'with a clause twice',
      { clauses: [...clauses(), ...clauses().slice(0, 1)] },
      'paperVersion.clauses.12.id duplicate',
    ],
    [
      'with a clause of another type',
      { clauses: [{ id: 'rent', heading: 'a', text: 'b' }] },
      'paperVersion.clauses.0.id oneOf',
    ],
    [
      'with a heading that is too long',
      { clauses: [{ id: 'use', heading: long('a', MAX_HEADING), text: 'b' }] },
      'paperVersion.clauses.0.heading max',
    ],
    [
      'with a clause that is too long',
      { clauses: [{ id: 'use', heading: 'a', text: long('a ', MAX_CLAUSE) }] },
      'paperVersion.clauses.0.text max',
    ],
    ['of a type without template', { type: 'OTHER_IDENTITY' }, 'paperVersion.type oneOf'],
    ['in a language that the paper has not', { language: 'de' }, 'paperVersion.type oneOf'],
    ['of a legal entity that is none', { legalEntity: 'LE999' }, 'paperVersion.legalEntity unknownLegalEntity'],
    ['with the product’s label', { version: 'Bozza 1' }, 'paperVersion.version alreadyUsed'],
    ['with a label that was used', { version: 'PROVA 1' }, 'paperVersion.version alreadyUsed'],
    ['with a state', { state: 'PUBLISHED' }, 'paperVersion.state unknown'],
    ['without a kind', { kind: null }, 'paperVersion.kind required'],
  ])('%s', async (_why, change, field) => {
    const answer = await call('admin', 'POST', '', draft(change));
    expect([answer.statusCode, ...refusedFields(answer)]).toEqual([400, field]);
  });

  it('when it was saved by another user meanwhile, and when its scope differs', async () => {
    const begun = await create(draft());
    await row(call('second', 'PUT', '', begun));
    expect(await code(call('admin', 'PUT', '', begun))).toBe('conflict.stale');
    const moved = await call('admin', 'PUT', '', { ...begun, lastModifiedDate: null, legalEntity: 'LE002' });
    expect(refusedFields(moved)).toEqual(['paperVersion.legalEntity readOnly']);
    await call('admin', 'DELETE', `/${begun.id}`);
  });
});

describe('company data', () => {
  const data = (change: object = {}) => ({
    kind: 'COMPANY',
    legalEntity: 'LE001',
    company: { ...COMPANY, ...change },
  });

  it('are published by a second administrator, and printed in letterhead and clauses', async () => {
    const out = await published(data());
    expect(out.company.vatNumber).toBe('00010009991');
    expect(out.warnings).toBeUndefined();
    const paper = await printed();
    const seat = 'Sede legale: Piazza della Prova 2, 40121 Bologna (BO)';
    for (const told of [
      seat,
      'P.IVA 00010009991',
      'REA BO-123456',
      'Tel. +39 051 0000001',
      'PEC legale@pec.example.com',
    ]) {
      expect(paper).toContain(told);
    }
    expect(paper).toContain('Auto Esempio, polizza KASKO-9');
    expect(paper).not.toContain('RC-1');
  });

  it('get a warning for a wrong check digit, and an error for impossible values', async () => {
    const begun = await create({ ...data({ vatNumber: '00010009992' }), legalEntity: 'LE002' });
    expect(begun.warnings).toEqual([expect.objectContaining({ field: 'company.vatNumber', code: 'vatNumber.check' })]);
    for (const [change, field] of [
      [{ vatNumber: '123' }, 'company.vatNumber vatNumber'],
      [{ pec: 'pec' }, 'company.pec pec'],
      [{ publicPage: 'http://example.com' }, 'company.publicPage httpsPage'],
      [{ publicPage: 'javascript:alert(1)' }, 'company.publicPage httpsPage'],
      [{ phone: 'centralino' }, 'company.phone phone'],
      [{ iban: 'x' }, 'company.iban unknown'],
    ] as const) {
      const answer = await call('admin', 'POST', '', { ...data(change), legalEntity: 'LE003' });
      expect([answer.statusCode, ...refusedFields(answer)]).toEqual([400, `paperVersion.${field}`]);
    }
  });

  it('contain the minimum age of courtesy car drivers and how long they must have had their licence', async () => {
    const made = async () => {
      const folderId = await portal.newFolder('dealer', { type: 'SERVICE', plate: 'EE000EE' });
      const answer = await portal.callAs('dealer', 'POST', '/api/documents', generatedDocument(TYPE, { folderId }));
      return answer.json().warnings.map((one: { code: string }) => one.code);
    };
    expect(await made()).toEqual([]);
    await published(data({ driverAge: '70', driverYears: '20' }));
    expect(await made()).toEqual(['driver.tooYoung', 'licence.tooNew']);
    const tooYoung = await call('admin', 'POST', '', { ...data({ driverAge: '17' }), legalEntity: 'LE003' });
    expect(refusedFields(tooYoung)).toEqual(['paperVersion.company.driverAge type']);
    await published(data());
  });

  it('are printed on the FEA module', async () => {
    const shown = await portal.callAs('nsc', 'POST', '/api/papers/preview', {
      type: 'FEA_MODULE',
      legalEntity: 'LE001',
    });
    expect(shown.statusCode, shown.body).toBe(200);
    const paper = await textOf(shown.rawPayload);
    for (const told of ['Assicurazioni Esempio, polizza RC-1', 'https://example.com/fea', '1.000.000 euro']) {
      expect(paper).toContain(told);
    }
    expect(paper).not.toContain('[compagnia]');
  });
});

describe('the national company’s data', () => {
  const NATIONAL = {
    legalName: 'Nazionale Esempio S.p.A.',
    registeredOffice: 'Via della Prova 9, 20097 San Donato Milanese (MI)',
    vatNumber: '00010009991',
    dpo: 'dpo.nazionale@example.com',
  };
  const data = (company: object) => ({ kind: 'COMPANY', legalEntity: null, company });
  const shown = async (type: string, change: object = {}) =>
    textOf((await portal.callAs('admin', 'POST', '/api/papers/preview', { type, ...change })).rawPayload);

  it('are printed as brackets while missing, and reviewed before they are published', async () => {
    const before = await shown('PRIVACY_NSC', { legalEntity: 'LE001' });
    for (const untold of ['[società nazionale]', '[sede della società nazionale]', '[recapiti del responsabile]']) {
      expect(before).toContain(untold);
    }
    expect(await shown('PRIVACY_NSC', { company: NATIONAL })).toContain('Nazionale Esempio S.p.A.');
    expect(await shown('PRIVACY_NSC', { legalEntity: 'LE001' })).toBe(before);
  });

  it('are published by a second administrator, for the papers of every legal entity', async () => {
    const out = await published(data(NATIONAL));
    expect(out).toMatchObject({ state: 'PUBLISHED', legalEntity: null, company: { ...NATIONAL, insurer: null } });
    const form = await shown('PRIVACY_NSC', { legalEntity: 'LE002' });
    for (const told of Object.values(NATIONAL)) expect(form).toContain(told);
    expect(form).not.toContain('[società nazionale]');
    const module = await shown('FEA_MODULE', { legalEntity: 'LE001' });
    expect(module).toContain(`${NATIONAL.legalName}, ${NATIONAL.registeredOffice}`);
  });

  it('are printed in its own clauses, the dealer’s company in those of other papers', async () => {
    const clausesOf = (type: string) =>
      (draftTexts(type, 'it')?.clauses ?? []).map((one) => ({ ...one, text: 'Titolare {company}, {address}.' }));
    const form = await shown('PRIVACY_NSC', { legalEntity: 'LE001', clauses: clausesOf('PRIVACY_NSC') });
    expect(form).toContain(`Titolare ${NATIONAL.legalName}, ${NATIONAL.registeredOffice}.`);
    const own = await shown('PRIVACY_DEALER', { legalEntity: 'LE001', clauses: clausesOf('PRIVACY_DEALER') });
    expect(own).toContain('Titolare Autoesempio S.p.A.,');
    expect(own).not.toContain(NATIONAL.legalName);
  });

  it.each([
    [null, { insurer: 'Assicurazioni Esempio' }, 'paperVersion.company.insurer unknown'],
    ['LE003', { legalName: 'Un’altra S.r.l.' }, 'paperVersion.company.legalName unknown'],
    ['LE003', { custodian: 'a'.repeat(64) }, 'paperVersion.company.custodian unknown'],
    [null, { custodian: 'a'.repeat(63) }, 'paperVersion.company.custodian fingerprint'],
  ])('of %j accept no unused fields: %j', async (legalEntity, company, field) => {
    const answer = await call('admin', 'POST', '', { ...data(company), legalEntity });
    expect([answer.statusCode, ...refusedFields(answer)]).toEqual([400, field]);
  });
});

describe('the preview', () => {
  const preview = (body: object, login = 'admin') =>
    portal.callAs(login, 'POST', '/api/papers/preview', { type: TYPE, ...body });

  it('shows unsaved input, marked as invalid, and stores nothing', async () => {
    const before = await portal.counts();
    const answer = await preview({ clauses: saying('Foro di Prova.'), version: 'prova x' });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    const paper = await textOf(answer.rawPayload);
    for (const told of ['Foro di Prova.', 'Condizioni: prova x', 'DEMO senza valore']) expect(paper).toContain(told);
    expect(await portal.counts()).toEqual(before);
  });

  it('has signature fields for every signer of the type', async () => {
    const boxes = async (type: string) => textOf((await preview({ type })).rawPayload);
    expect(await boxes('SALE_NEW_PROPOSAL')).toContain('Responsabile vendite');
    expect(await boxes('SERVICE_ODL')).toContain('Caposervizio');
    expect(await boxes('SALE_NEW_RFO')).not.toContain('Responsabile vendite');
  });

  it('of a loan over thirty days has a longer term', async () => {
    expect(await textOf((await preview({ type: 'LOAN_ARTICLE_94' })).rawPayload)).toContain('15/01/2027 18:00');
    expect(await textOf((await preview({ type: 'LOAN_OTHER' })).rawPayload)).toContain('23/11/2026 18:00');
  });

  it('is in the requested language', async () => {
    const answer = await preview({ type: 'LOAN_TEST_PRODUCT_FOREIGN', language: 'de' });
    expect(await textOf(answer.rawPayload)).toContain('Probefahrt');
  });

  it.each<[object, string]>([
    [{ type: 'OTHER_IDENTITY' }, 'paperVersion.type oneOf'],
    [{ language: 'en' }, 'paperVersion.type oneOf'],
    [{ clauses: saying('{iban}') }, 'paperVersion.clauses.11.text placeholder'],
    [{ legalEntity: 'LE999' }, 'paperVersion.legalEntity unknownLegalEntity'],
  ])('is refused for %j', async (body, field) => {
    expect(refusedFields(await preview(body))).toEqual([field]);
  });

  it('is limited per minute', async () => {
    // Tests which calls are counted, not the drawing, which takes a second each.
    const paper = vi.spyOn(portal.test.world.pdf, 'paper');
    expect((await preview({}, 'nsc')).statusCode).toBe(200);
    paper.mockReturnValue(paper.mock.results[0]?.value);
    const answers: number[] = [];
    while (answers.length < 241 && answers.at(-1) !== 429) answers.push((await preview({}, 'nsc')).statusCode);
    paper.mockRestore();
    expect(answers.length).toBeGreaterThanOrEqual(59);
    expect(answers.at(-1)).toBe(429);
  });
});
