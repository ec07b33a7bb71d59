/** A stage whose gateways can be down, and helpers for tests about messages of a pending signature. */
import { beforeEach, expect } from 'vitest';
import type { Waiting } from '#domain/signing/signer-progress.ts';
import { generatedDocument } from '../papers/generated-papers.ts';
import { type Customer, openStage, pathOf, type Stage, wrongCode } from './signing-stage.ts';

/** Messages that the gateways currently refuse, and the number of refused mails. */
export class Outage {
  mail = false;
  sms = false;
  refusedMails = 0;

  end(): void {
    this.mail = false;
    this.sms = false;
    this.refusedMails = 0;
  }
}

/** An outage that ends before each test of the file. */
export function outageOfTests(): Outage {
  const outage = new Outage();
  beforeEach(() => outage.end());
  return outage;
}

export function openStageWith(outage: Outage): Promise<Stage> {
  return openStage({
    override: ({ mail, sms }) => ({
      mail: {
        send: async (message) => {
          if (outage.mail) {
            outage.refusedMails += 1;
            throw new Error('no mail today');
          }
          return mail.send(message);
        },
      },
      sms: {
        send: async (message) => {
          if (outage.sms) throw new Error('no SMS today');
          return sms.send(message);
        },
      },
    }),
  });
}

/** The newest signer of a document. */
export const signerOf = (stage: Stage, documentId: number) =>
  stage.read
    .selectFrom('signer')
    .innerJoin('session_document', 'session_document.session_id', 'signer.session_id')
    .selectAll('signer')
    .where('session_document.document_id', '=', documentId)
    .orderBy('signer.id', 'desc')
    .executeTakeFirstOrThrow();

export async function waitingDocument(stage: Stage) {
  const made = await stage.newDocument();
  return { ...made, path: await stage.startSigning(made.id) };
}

let pairCount = 0;

/** A paper that two borrowers sign, in any order, with the link sent to both. The stage has the generated papers. */
export async function startForTwoBorrowers(stage: Stage): Promise<{ id: number; paths: string[]; people: Customer[] }> {
  pairCount += 1;
  const people = [1, 2].map((digit) => ({
    phone: `+39 3338${digit}00${String(pairCount).padStart(3, '0')}`,
    email: `coppia${digit}.${pairCount}@example.com`,
  }));
  const [customer, second] = people;
  const { folderId } = await stage.newDocument({
    ...(customer === undefined ? {} : { customer }),
    folder: { type: 'SERVICE', plate: 'EE000EE' },
    type: 'SERVICE_RICONSEGNA',
  });
  const contact = { DRIVER_2_PHONE: second?.phone, DRIVER_2_EMAIL: second?.email };
  const paper = generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', { folderId }, contact);
  const made = await stage.callAs('dealer', 'POST', '/api/documents', paper);
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ id: number }>();
  await stage.startSigning(id);
  const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
  return { id, people, paths: signers.map(({ signUrl }: { signUrl: string }) => pathOf(signUrl)) };
}

export async function waitingRow(stage: Stage, id: number): Promise<Waiting> {
  const body = { id: { equals: id } };
  const [row] = (await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search', body)).json();
  if (row === undefined) throw new Error(`${id} does not wait`);
  return row.waiting;
}

/** Five wrong codes lock the signature. */
export async function lockSignature(stage: Stage, id: number, phone: string, path: string): Promise<void> {
  const browser = stage.browser();
  await browser.read(path);
  const points = await stage.points(path);
  for (const tries of [3, 2]) {
    await browser.post(`${path}/otp`);
    const code = wrongCode(await stage.code({ phone, email: '' }));
    for (let round = 0; round < tries; round++) await browser.post(`${path}/sign`, { code, points });
    stage.test.clock.advance(61);
  }
  expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
}
