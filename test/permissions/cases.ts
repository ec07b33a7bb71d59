/**
 * The customers of the authorisation matrix: the same case at own and foreign dealers, brands, folder types and legal
 * entities, with a completed signature.
 */
import { insertDirectory } from '#server/dealers/index.ts';
import { customerBody, draftBody, folderBody, PLACE_SCOPES, PLACES, type Place } from '../attacks/files/places.ts';
import { makePaper } from '../papers/paper.ts';
import { pathOf, type Stage } from '../stages/signing-stage.ts';
import type { AnyPlace } from './callers.ts';

/** Deleted and absent cases would belong to the caller's own dealer. */
export const scopeOf = (place: AnyPlace): (typeof PLACE_SCOPES)[Place] =>
  PLACE_SCOPES[place as Place] ?? PLACE_SCOPES.own;

/** The records of a place; `marker` occurs only in the names of its customers and files. */
export interface Case {
  readonly marker: string;
  readonly dossierId: number;
  /** Without folders. */
  readonly emptyDossierId: number;
  /** Contains every document of the place. */
  readonly folderId: number;
  readonly emptyFolderId: number;
  /** Empty, and linked to a job. */
  readonly jobFolderId: number;
  /** SIGNED. */
  readonly documentId: number;
  readonly signedDocumentId: number;
  /** A file kept from a signature that was only partly completed. */
  readonly partlySignedId: number;
  /** START_SIGN. */
  readonly waitingId: number;
  /** FINISH, never to be signed. */
  readonly paperId: number;
  /** DRAFT. */
  readonly draftId: number;
}
export type Cases = Readonly<Record<AnyPlace, Case>>;

const UNKNOWN_ID = 987_654_321;
const ABSENT_CASE: Case = {
  marker: 'Segnaposto-mai',
  dossierId: UNKNOWN_ID,
  emptyDossierId: UNKNOWN_ID,
  folderId: UNKNOWN_ID,
  emptyFolderId: UNKNOWN_ID,
  jobFolderId: UNKNOWN_ID,
  documentId: UNKNOWN_ID,
  signedDocumentId: UNKNOWN_ID,
  partlySignedId: UNKNOWN_ID,
  waitingId: UNKNOWN_ID,
  paperId: UNKNOWN_ID,
  draftId: UNKNOWN_ID,
};

/** The common prefix of markers, which finds every customer of the matrix. */
export const MARKER_PREFIX = 'Segnaposto';

/** Adds the dealer of the other legal entity, which the stage does not have. */
export async function addForeignDealer(stage: Stage): Promise<void> {
  const { database } = stage.test.world;
  const dealer = await database.read.selectFrom('dealer').selectAll().limit(1).executeTakeFirstOrThrow();
  const foreign = { ...dealer, hst: '10003', legal_entity: 'LE002', name: 'Altra' };
  await database.transaction((tx) => insertDirectory(tx, [{ code: 'LE002', name: 'Altra S.p.A.' }], [foreign]));
}

/** @returns the row that was created. */
export async function create(stage: Stage, by: string, path: string, body: object): Promise<{ id: number }> {
  const answer = await stage.callAs(by, 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${by} ${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const draftNamed = (marker: string): object => ({ ...draftBody(), fileName: `${marker}.png` });

/** Creates cases, and fresh records in them for calls that change or delete. */
export class CaseMaker {
  private readonly stage: Stage;
  /** A PDF that passes the gate, in base64. */
  private readonly file: string;
  private customers = 0;

  private constructor(stage: Stage, file: string) {
    this.stage = stage;
    this.file = file;
  }

  static async open(stage: Stage): Promise<CaseMaker> {
    return new CaseMaker(stage, (await makePaper({ pages: 1 })).toString('base64'));
  }

  private create(by: string, path: string, body: object): Promise<number> {
    return create(this.stage, by, path, body).then(({ id }) => id);
  }

  /** A customer with a unique telephone and address. */
  customer(place: AnyPlace, lastName: string): { mobilePhone: string; email: string } {
    this.customers += 1;
    return customerBody(scopeOf(place).hst, lastName, this.customers) as { mobilePhone: string; email: string };
  }

  dossier(place: AnyPlace, lastName = 'Nuovo'): Promise<number> {
    return this.create(scopeOf(place).by, '/api/dossiers', this.customer(place, lastName));
  }

  folder(place: AnyPlace, dossierId: number, change: object = {}): Promise<number> {
    const scope = scopeOf(place);
    return this.create(scope.by, '/api/folders', { dossierId, ...folderBody(scope), ...change });
  }

  draft(place: AnyPlace, folderId: number, change: object = {}): Promise<number> {
    return this.draftBy(scopeOf(place).by, folderId, change);
  }

  draftBy(login: string, folderId: number, change: object = {}): Promise<number> {
    return this.create(login, '/api/documents', { folderId, ...draftBody(), ...change });
  }

  /** READY_TO_SIGN. */
  ready(place: AnyPlace, folderId: number, name = 'nuovo'): Promise<number> {
    const { by, documentType } = scopeOf(place);
    return this.create(by, '/api/documents', {
      folderId,
      type: documentType,
      sigType: 'OTP',
      signable: true,
      archivable: true,
      fileName: `${name}.pdf`,
      mimeType: 'application/pdf',
      content: this.file,
    });
  }

  private async start(place: AnyPlace, folderId: number, marker: string): Promise<{ id: number; link: string }> {
    const id = await this.ready(place, folderId, marker);
    const started = await this.stage.callAs('admin', 'POST', `/api/documents/${id}/sign`);
    if (started.statusCode !== 200) throw new Error(started.body);
    await this.stage.test.world.jobs.drain();
    const view = (await this.stage.callAs('admin', 'GET', `/api/documents/${id}`)).json<{ signUrl: string }>();
    return { id, link: pathOf(view.signUrl) };
  }

  private async sign(link: string, customer: { mobilePhone: string; email: string }): Promise<void> {
    const browser = this.stage.browser();
    await browser.read(link);
    await browser.post(`${link}/otp`);
    const code = await this.stage.code({ phone: customer.mobilePhone, email: customer.email });
    const signed = await browser.post(`${link}/sign`, { code, points: await this.stage.points(link) });
    if (signed.statusCode !== 200) throw new Error(signed.body);
    await this.stage.test.world.jobs.drain();
  }

  /** These documents have no further signer, so the partly signed file is inserted directly. */
  private insertPartlySigned(signedDocumentId: number): Promise<number> {
    return this.stage.test.world.database.transaction(async (tx) => {
      const signed = await tx
        .selectFrom('signed_document')
        .select(['session_id', 'document_id', 'sha256', 'size', 'signatures', 'created_date as kept_date'])
        .where('id', '=', signedDocumentId)
        .executeTakeFirstOrThrow();
      const row = await tx
        .insertInto('partly_signed_document')
        .values(signed)
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    });
  }

  private async makeCase(place: AnyPlace): Promise<Case> {
    const { by } = scopeOf(place);
    const marker = `${MARKER_PREFIX}-${place}-Fine`;
    const customer = this.customer(place, marker);
    const dossierId = await this.create(by, '/api/dossiers', customer);
    const folderId = await this.folder(place, dossierId);
    const { id: documentId, link } = await this.start(place, folderId, marker);
    await this.sign(link, customer);
    const signed = await this.stage.callAs('admin', 'GET', `/api/documents/${documentId}`);
    const { signedDocumentId } = signed.json<{ signedDocumentId: number }>();
    return {
      marker,
      dossierId,
      emptyDossierId: await this.dossier(place, marker),
      folderId,
      emptyFolderId: await this.folder(place, dossierId),
      jobFolderId: await this.folder(place, dossierId, { jobId: 'J-1' }),
      documentId,
      signedDocumentId,
      partlySignedId: await this.insertPartlySigned(signedDocumentId),
      // A pending document cannot be deleted along with its customer.
      waitingId: place === 'deleted' ? documentId : (await this.start(place, folderId, marker)).id,
      paperId: await this.draft(place, folderId, draftNamed(marker)),
      draftId: await this.draft(place, folderId, { ...draftNamed(marker), draft: true }),
    };
  }

  /** The case of every place, a completely deleted one, and one that never existed. */
  async makeAll(): Promise<Cases> {
    const cases: Partial<Record<AnyPlace, Case>> = { absent: ABSENT_CASE };
    for (const place of [...PLACES, 'deleted'] as const) cases[place] = await this.makeCase(place);
    for (const id of [cases.deleted?.dossierId, cases.deleted?.emptyDossierId]) {
      const gone = await this.stage.callAs('admin', 'DELETE', `/api/dossiers/${id}`);
      if (gone.statusCode !== 204) throw new Error(gone.body);
    }
    return cases as Cases;
  }
}
