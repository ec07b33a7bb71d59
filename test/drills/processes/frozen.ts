/**
 * What was sent to be signed is frozen: no call changes its file, its signature fields, its signers or the signatures
 * required, in any state after the start.
 */
import type { LightMyRequestResponse } from 'fastify';
import { changedTables, snapshotOf } from '../../attacks/dump-tables.ts';
import { generatedDocument, loadGeneratedPapers } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import { type Customer, openStage, pathOf, type Stage } from '../../stages/signing-stage.ts';
import { Problems } from './servers.ts';

export interface FrozenReport {
  /** Calls that tried to change something, counted by state. */
  tries: Record<string, number>;
  problems: string[];
}

type Method = 'POST' | 'PUT' | 'DELETE';
interface Attempt {
  readonly what: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  /** Allowed for an answer that is not a refusal: the existing start answers again. */
  readonly again?: boolean;
}

interface SentDocument {
  readonly id: number;
  readonly folderId: number;
  readonly dossierId: number;
  readonly people: readonly Customer[];
  readonly otherFolderId: number;
}

const LOGINS = ['dealer', 'admin'] as const;
/** States after the start, in which nothing may change any more. */
export const FROZEN_STATES = ['PENDING_START_SIGN', 'START_SIGN', 'partly signed', 'COMPLETING', 'SIGNED'] as const;
type FrozenState = (typeof FROZEN_STATES)[number];

const TWO_SIGNERS_TYPE = 'LOAN_COURTESY_VEHICLE_MULTI';

/** Every call of the product that gives a document, or its folder or dossier, another content, location, signer or end. */
async function attemptsOn(stage: Stage, sent: SentDocument, state: FrozenState): Promise<Attempt[]> {
  const { id, folderId, dossierId, otherFolderId } = sent;
  const row = await stage.document(id);
  const content = (await makePaper({ pages: 3, title: 'Altro testo' })).toString('base64');
  const file = { fileName: 'altro.pdf', mimeType: 'application/pdf', content };
  const edits: Record<string, object> = {
    'another file': file,
    'another name': { fileName: 'altro.pdf' },
    'another kind of signature': { sigType: 'GRAPHOMETRIC' },
    'no signature': { signable: false, sigType: null },
    'no archive': { archivable: false },
    draft: { draft: true },
    'another status': { status: 'DRAFT' },
    'another folder': { folderId: otherFolderId },
    'another type': { type: 'SALE_NEW_OTHER' },
    'other fields': { variableFields: { DRIVER_2_PHONE: '+39 3339999999', NOTES: 'Altro' } },
    'other signed file': { signedDocumentId: 1 },
  };
  const on = `/api/documents/${id}`;
  const tries: Attempt[] = Object.entries(edits).flatMap(([what, change]): Attempt[] => [
    { what, method: 'PUT', path: '/api/documents', body: { ...row, ...change } },
    {
      what: `${what}, alone`,
      method: 'PUT',
      path: '/api/documents',
      body: { id, archivable: true, signable: true, ...change },
    },
  ]);
  const place = { point: 1, page: 1, box: [50, 50, 250, 110] };
  tries.push(
    { what: 'other places', method: 'PUT', path: `${on}/signature-places`, body: { places: [place] } },
    { what: 'no places', method: 'PUT', path: `${on}/signature-places`, body: { places: [] } },
    { what: 'places taken away', method: 'DELETE', path: `${on}/signature-places` },
    { what: 'deleted', method: 'DELETE', path: on },
    { what: 'folder deleted', method: 'DELETE', path: `/api/folders/${folderId}` },
    { what: 'taken back', method: 'POST', path: `${on}/take-back` },
    { what: 'renewed', method: 'POST', path: `${on}/renew` },
    { what: 'started again', method: 'POST', path: `${on}/sign`, body: {}, again: true },
    { what: 'started by others', method: 'POST', path: `${on}/sign`, body: { signers: { dealer: 1 } }, again: true },
  );
  const { signers } = (await stage.callAs('dealer', 'GET', `${on}/signing`)).json<{ signers: { id: number }[] }>();
  const { id: userId } = (await stage.callAs('dealer', 'GET', '/api/account')).json<{ id: number }>();
  for (const { id: signerId } of signers) {
    tries.push({ what: 'signed by others', method: 'PUT', path: `${on}/staff-signer`, body: { signerId, userId } });
  }
  if (state !== 'SIGNED') {
    // Signed documents remain when their customer is deleted; the deletion drill covers that.
    tries.push({ what: 'customer deleted', method: 'DELETE', path: `/api/dossiers/${dossierId}` });
  }
  if (state !== 'PENDING_START_SIGN' && state !== 'START_SIGN') {
    // Before the first signature this call is the way to correct a wrong number.
    const contact = { mobilePhone: '+39 3339999999', email: 'ladro@example.com' };
    for (const { id: signerId } of signers) {
      tries.push({
        what: 'another phone',
        method: 'PUT',
        path: `${on}/signer-contact`,
        body: { signerId, ...contact },
      });
    }
  }
  if (state === 'COMPLETING' || state === 'SIGNED') {
    tries.push({ what: 'cancelled', method: 'POST', path: `${on}/cancel-sign`, body: {} });
  }
  return tries;
}

class FrozenDrill {
  readonly problems = new Problems();
  readonly tries: Record<string, number> = {};
  private readonly stage: Stage;
  private documentCount = 0;
  /** The state after the previous call. */
  private previousState: Map<string, string> | undefined;
  /** True while the seal is unavailable, so that a confirmed document stays COMPLETING. */
  private readonly held: { value: boolean };

  constructor(stage: Stage, held: { value: boolean }) {
    this.stage = stage;
    this.held = held;
  }

  private async sendDocument(): Promise<SentDocument> {
    this.documentCount += 1;
    const number = String(this.documentCount).padStart(4, '0');
    const person = (digit: number): Customer => ({
      phone: `+39 335${digit}00${number}`,
      email: `fermo${digit}.${number}@example.com`,
    });
    const [first, second] = [person(1), person(2)];
    const { id, folderId, dossierId } = await this.stage.newDocument({
      customer: first,
      folder: { type: 'SERVICE', plate: 'EE000EE' },
      document: generatedDocument(TWO_SIGNERS_TYPE, {}, { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email }),
    });
    const folder = {
      dossierId,
      brand: 'bmw',
      type: 'SERVICE',
      businessId: `ALTRA-${number}`,
      plate: 'EE000EE',
      processDate: '2026-11-20',
    };
    const other = await this.stage.callAs('dealer', 'POST', '/api/folders', folder);
    if (other.statusCode !== 201) throw new Error(`No folder: ${other.body}`);
    return { id, folderId, dossierId, people: [first, second], otherFolderId: other.json<{ id: number }>().id };
  }

  private async sign({ id, people }: SentDocument, index: number): Promise<void> {
    const { stage } = this;
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const path = pathOf(signers[index].signUrl);
    const browser = stage.browser();
    const { points } = (await browser.get(path)).json<{ points: { id: string }[] }>();
    await browser.read(path);
    await browser.post(`${path}/otp`);
    const code = this.held.value ? await this.codeOf(people[index]) : await stage.code(people[index] as Customer);
    const signed = await browser.post(`${path}/sign`, { code, points: points.map((point) => point.id) });
    if (signed.statusCode !== 200) throw new Error(`Not signed: ${signed.body}`);
  }

  /** While a seal waits, its job needs more than one try. */
  private async codeOf(customer: Customer | undefined): Promise<string> {
    await this.stage.test.world.jobs.tryOnce();
    const [message] = await this.stage.test.outbox(customer?.phone.replaceAll(' ', ''));
    return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  }

  private async bringTo(state: FrozenState): Promise<SentDocument> {
    const { stage, held } = this;
    const sent = await this.sendDocument();
    const started = await stage.callAs('dealer', 'POST', `/api/documents/${sent.id}/sign`, {});
    if (started.statusCode !== 200) throw new Error(`Not started: ${started.body}`);
    if (state === 'PENDING_START_SIGN') return sent;
    await stage.test.world.jobs.drain();
    if (state === 'START_SIGN') return sent;
    await this.sign(sent, 0);
    if (state === 'partly signed') return sent;
    held.value = state === 'COMPLETING';
    await this.sign(sent, 1);
    if (state === 'SIGNED') await stage.test.world.jobs.drain();
    else await stage.test.world.jobs.tryOnce();
    return sent;
  }

  /** Tries everything once, as the most privileged users; then the signature continues, for the document as it was sent. */
  async checkState(state: FrozenState): Promise<void> {
    const { stage, problems } = this;
    const sent = await this.bringTo(state);
    const originalState = await this.sentState(sent.id, state);
    this.previousState = undefined;
    for (const login of LOGINS) {
      for (const attempt of await attemptsOn(stage, sent, state)) {
        await this.tryAttempt(state, login, attempt);
      }
    }
    await this.changeCustomer(sent);
    this.held.value = false;
    if (state === 'PENDING_START_SIGN') await stage.test.world.jobs.drain();
    if (state === 'PENDING_START_SIGN' || state === 'START_SIGN') await this.sign(sent, 0);
    if (state !== 'COMPLETING' && state !== 'SIGNED') await this.sign(sent, 1);
    await stage.test.world.jobs.drain();
    problems.checkEqual(`${state}: status in the end`, (await stage.document(sent.id)).status, 'SIGNED');
    problems.checkEqual(`${state}: what was sent`, await this.sentState(sent.id, state), originalState);
    const validation = await stage.callAs('dealer', 'GET', `/api/documents/${sent.id}/validation`);
    problems.checkEqual(`${state}: intact in the end`, validation.json().intact, true);
    problems.check(
      `${state}: signed by another name`,
      !validation.body.includes('Ladro') && validation.body.includes('Ginevra'),
    );
  }

  /** Before the document is prepared, only its file. */
  private async sentState(id: number, state: FrozenState): Promise<unknown> {
    return this.stage.read
      .selectFrom('session_document')
      .select(['session_id', 'original_sha256'])
      .$if(state !== 'PENDING_START_SIGN', (query) => query.select(['prepared_sha256', 'prepared_size', 'pages']))
      .where('document_id', '=', id)
      .execute();
  }

  private async tryAttempt(state: FrozenState, login: string, attempt: Attempt): Promise<void> {
    const { stage, problems } = this;
    const before = this.previousState ?? (await this.snapshot());
    const answer: LightMyRequestResponse = await stage.callAs(login, attempt.method, attempt.path, attempt.body);
    this.tries[state] = (this.tries[state] ?? 0) + 1;
    const what = `${state}, ${login}: ${attempt.what}`;
    const refused = answer.statusCode >= 400 && answer.statusCode < 500;
    problems.check(
      `${what} was answered ${answer.statusCode}`,
      refused || (attempt.again === true && answer.statusCode === 200),
    );
    const after = await this.snapshot();
    problems.checkEqual(`${what} changed`, changedTables(before, after), []);
    this.previousState = after;
  }

  private async snapshot(): Promise<Map<string, string>> {
    return snapshotOf(this.stage.test.world);
  }

  /** The customer's record may change in the meantime: it describes the customer, not what was sent. */
  private async changeCustomer({ dossierId }: SentDocument): Promise<void> {
    const { stage, problems } = this;
    const row = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json<Record<string, unknown>>();
    const change = { firstName: 'Ladro', mobilePhone: '+39 3338888888', email: 'ladro@example.com' };
    const answer = await stage.callAs('dealer', 'PUT', '/api/dossiers', { ...row, ...change });
    problems.check(`a customer was answered ${answer.statusCode}: ${answer.body}`, answer.statusCode < 500);
  }

  async checkNoMessagesToOthers(): Promise<void> {
    for (const to of ['+393338888888', '+393339999999', 'ladro@example.com']) {
      this.problems.checkEqual(`messages to ${to}`, (await this.stage.test.outbox(to)).length, 0);
    }
  }
}

/** @param rounds how many times each state is tested, each on its own documents. */
export async function frozenDrill(rounds: number): Promise<FrozenReport> {
  const held = { value: false };
  const stage = await openStage({
    override: ({ sealer }) => ({
      sealer: {
        ...sealer,
        async sealingKey() {
          if (held.value) throw new Error('seal unavailable for a test');
          return sealer.sealingKey();
        },
      },
    }),
  });
  try {
    await loadGeneratedPapers(stage.test.world);
    const frozen = new FrozenDrill(stage, held);
    for (let round = 0; round < rounds; round += 1) {
      for (const state of FROZEN_STATES) await frozen.checkState(state);
    }
    await frozen.checkNoMessagesToOthers();
    return { tries: frozen.tries, problems: frozen.problems.list };
  } finally {
    held.value = false;
    await stage.close();
  }
}
