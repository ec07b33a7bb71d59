/**
 * Once a document is signed, nothing removes the signature, its time or its trail: no call by any user, and no
 * statement that the product itself could send.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Verification, verifyPdf } from '#formats/verify/index.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { documentSubject, listTrail } from '#server/evidence/index.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import { type Browser, openStage, type Stage } from '../stages/signing-stage.ts';
import { Problems } from './processes/servers.ts';

export interface DeletionReport {
  /** Calls and statements that were refused. */
  refused: number;
  /** Calls that succeeded and left the evidence intact. */
  done: string[];
  problems: string[];
}

interface SignedRecord {
  readonly id: number;
  readonly path: string;
  /** The signer's browser. */
  readonly browser: Browser;
  readonly folderId: number;
  readonly dossierId: number;
  readonly signedSha256: string;
  readonly auditSha256: string;
  readonly trail: readonly string[];
  readonly times: readonly string[];
}

const timesOf = ({ signatures }: Verification): string[] =>
  signatures.map(({ indication, signedAt, timestampedBy }) => `${indication} ${signedAt} ${timestampedBy}`);

class Deletion {
  readonly problems = new Problems();
  readonly report: DeletionReport = { refused: 0, done: [], problems: this.problems.list };
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  private async signDocument(): Promise<SignedRecord> {
    const { stage } = this;
    const { world } = stage.test;
    const { id, customer, folderId, dossierId } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    await browser.post(`${path}/otp`);
    const points = await stage.points(path);
    const answer = await browser.post(`${path}/sign`, { code: await stage.code(customer), points });
    if (answer.statusCode !== 200) throw new Error(`Not signed: ${answer.body}`);
    await world.jobs.drain();
    const row = await world.database.read
      .selectFrom('signed_document')
      .select(['sha256', 'audit_sha256'])
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    const trail = (await listTrail(world.database.read, documentSubject(id))).map(({ hash }) => hash);
    const times = await this.timesOf(row.sha256);
    const facts = { id, path, browser, folderId, dossierId, trail, times };
    return { ...facts, signedSha256: row.sha256, auditSha256: row.audit_sha256 ?? '' };
  }

  private async timesOf(sha256: string): Promise<string[]> {
    const { world } = this.stage.test;
    return timesOf(await verifyPdf(await world.storage.get(sha256), { anchors: await world.authority.anchors() }));
  }

  /** Checks that the files, their contents and every earlier event remain. */
  private async checkUnchanged(what: string, record: SignedRecord): Promise<void> {
    const { world } = this.stage.test;
    const { problems } = this;
    for (const sha256 of [record.signedSha256, record.auditSha256]) {
      const bytes = await world.storage.get(sha256);
      problems.checkEqual(`${what}: a file`, createHash('sha256').update(bytes).digest('hex'), sha256);
    }
    problems.checkEqual(`${what}: signatures and times`, await this.timesOf(record.signedSha256), record.times);
    const trail = (await listTrail(world.database.read, documentSubject(record.id))).map(({ hash }) => hash);
    problems.checkEqual(`${what}: the trail`, trail.slice(0, record.trail.length), record.trail);
    const rows = await world.database.read
      .selectFrom('signed_document')
      .select(['sha256', 'audit_sha256'])
      .where('document_id', '=', record.id)
      .execute();
    problems.checkEqual(`${what}: its row`, rows, [{ sha256: record.signedSha256, audit_sha256: record.auditSha256 }]);
  }

  private async checkRefusedCalls(record: SignedRecord): Promise<void> {
    const { stage, problems } = this;
    const row = await stage.document(record.id);
    const on = `/api/documents/${record.id}`;
    const calls: [string, 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['delete', 'DELETE', on],
      ['delete the folder', 'DELETE', `/api/folders/${record.folderId}`],
      ['delete the file', 'DELETE', `/api/signed-documents/${row.signedDocumentId}`],
      ['replace', 'PUT', '/api/documents', { ...row, content: 'JVBERi0xLjcK', fileName: 'altro.pdf' }],
      ['set back', 'PUT', '/api/documents', { ...row, status: 'DRAFT', draft: true, signedDocumentId: null }],
      ['take back', 'POST', `${on}/take-back`, {}],
      ['cancel', 'POST', `${on}/cancel-sign`, {}],
      ['renew', 'POST', `${on}/renew`, {}],
      ['start again', 'POST', `${on}/sign`, {}],
      ['places', 'PUT', `${on}/signature-places`, { places: [] }],
    ];
    for (const login of ['dealer', 'sales', 'supervisor', 'nsc', 'admin']) {
      for (const [what, method, path, body] of calls) {
        const answer = await stage.callAs(login, method, path, body);
        const isRefused = answer.statusCode >= 400 && answer.statusCode < 500;
        problems.check(`${login}, ${what} was answered ${answer.statusCode}`, isRefused);
        this.report.refused += 1;
      }
    }
    const rejected = await record.browser.post(`${record.path}/decline`, { reason: 'Ripensandoci' });
    problems.checkEqual('decline by the signer', rejected.json().code, 'signing.alreadySigned');
    this.report.refused += 1;
    await this.checkUnchanged('after the calls', record);
  }

  /** Statements with the product's own rights: the database refuses them. */
  private async checkRefusedStatements(record: SignedRecord): Promise<void> {
    const { read } = this.stage.test.world.database;
    const subject = documentSubject(record.id);
    const statements = [
      `delete from evidence_event where subject = '${subject}'`,
      `update evidence_event set body = '{}' where subject = '${subject}'`,
      'truncate evidence_event cascade',
      `delete from evidence_chain where subject = '${subject}'`,
      `update evidence_chain set last_seq = 0 where subject = '${subject}'`,
      'delete from evidence_leaf',
      'delete from evidence_head',
      'truncate evidence_head',
      `delete from document where id = ${record.id}`,
      `delete from dossier where id = ${record.dossierId}`,
      `delete from signing_session where id in (select session_id from session_document where document_id = ${record.id})`,
    ];
    for (const statement of statements) {
      const wasRefused = await sql
        .raw(statement)
        .execute(read)
        .then(
          () => false,
          () => true,
        );
      this.problems.check(`the database executed: ${statement}`, wasRefused);
      this.report.refused += 1;
    }
    await this.checkUnchanged('after the statements', record);
  }

  /** Deletes the users, and the customer with everything: signed documents stay where they are stored. */
  private async deleteUserAndCustomer(record: SignedRecord): Promise<void> {
    const { stage, problems } = this;
    const users = (await stage.callAs('admin', 'GET', '/api/users?login.equals=sales')).json<
      Record<string, unknown>[]
    >();
    const user = { ...users[0], activated: false, lastModifiedDate: null };
    const userUpdate = await stage.callAs('admin', 'PUT', '/api/users', user);
    problems.checkEqual('a user who leaves', userUpdate.statusCode, 200);
    await this.checkUnchanged('after the user left', record);
    await stage.callAs('admin', 'PUT', '/api/users', { ...user, activated: true });
    const dealer = await stage.callAs('dealer', 'DELETE', `/api/dossiers/${record.dossierId}`);
    problems.check(`a dealer deleted the customer: ${dealer.statusCode}`, dealer.statusCode >= 400);
    const customerDeletion = await stage.callAs('admin', 'DELETE', `/api/dossiers/${record.dossierId}`);
    problems.checkEqual('the customer deleted by an administrator', customerDeletion.statusCode, 204);
    this.report.done.push('user', 'customer');
    await this.checkUnchanged('after the customer was deleted', record);
    // The deletion itself is recorded in the trail, after all earlier events.
    const { world } = stage.test;
    const events = await listTrail(world.database.read, documentSubject(record.id));
    problems.check('the deletion is not in the trail', events.length > record.trail.length);
    await takeHead(world);
    problems.checkEqual('the trail in the end', (await verifyTrail(world)).faults, []);
  }

  async round(): Promise<void> {
    const record = await this.signDocument();
    await takeHead(this.stage.test.world);
    await this.checkRefusedCalls(record);
    await this.checkRefusedStatements(record);
    await this.deleteUserAndCustomer(record);
  }
}

/** @param rounds documents, each signed and then attacked. */
export async function deletionDrill(rounds: number): Promise<DeletionReport> {
  const stage = await openStage();
  try {
    const deletion = new Deletion(stage);
    for (let round = 0; round < rounds; round += 1) await deletion.round();
    return deletion.report;
  } finally {
    await stage.close();
  }
}
