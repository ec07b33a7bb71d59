/**
 * The customers of the authorisation matrix: the same case at own and foreign dealers, brands, folder types and legal
 * entities, with a completed signature.
 */
import { insertDirectory } from '#server/dealers/index.ts';
import { customerAt, folderAt, PLACES, type Place, paperAt, WHERE } from '../attacks/files/places.ts';
import { makePaper } from '../papers/paper.ts';
import { pathOf, type Stage } from '../stages/signing-stage.ts';
import type { Anywhere } from './callers.ts';

/** Deleted and absent cases would belong to the caller's own dealer. */
export const whereOf = (place: Anywhere): (typeof WHERE)[Place] => WHERE[place as Place] ?? WHERE.own;

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
export type Cases = Readonly<Record<Anywhere, Case>>;

const NOTHING = 987_654_321;
const ABSENT: Case = {
  marker: 'Segnaposto-mai',
  dossierId: NOTHING,
  emptyDossierId: NOTHING,
  folderId: NOTHING,
  emptyFolderId: NOTHING,
  jobFolderId: NOTHING,
  documentId: NOTHING,
  signedDocumentId: NOTHING,
  partlySignedId: NOTHING,
  waitingId: NOTHING,
  paperId: NOTHING,
  draftId: NOTHING,
};

/** The common prefix of markers, which finds every customer of the matrix. */
export const MARKED = 'Segnaposto';

/** Adds the dealer of the other legal entity, which the stage lacks. */
export async function addForeignDealer(stage: Stage): Promise<void> {
  const { database } = stage.test.world;
  const dealer = await database.read.selectFrom('dealer').selectAll().limit(1).executeTakeFirstOrThrow();
  const foreign = { ...dealer, hst: '10003', legal_entity: 'LE002', name: 'Altra' };
  await database.transaction((tx) => insertDirectory(tx, [{ code: 'LE002', name: 'Altra S.p.A.' }], [foreign]));
}

/** @returns the row that was created. */
export async function create(stage: Stage, by: string, path: string, body: object): Promise<{ id: number }> {
  const answer = await stage.as(by, 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${by} ${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const paperNamed = (marker: string): object => ({ ...paperAt(), fileName: `${marker}.png` });

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

  private make(by: string, path: string, body: object): Promise<number> {
    return create(this.stage, by, path, body).then(({ id }) => id);
  }

  /** A customer with a unique telephone and address. */
  customer(place: Anywhere, lastName: string): { mobilePhone: string; email: string } {
    this.customers += 1;
    return customerAt(whereOf(place).hst, lastName, this.customers) as { mobilePhone: string; email: string };
  }

  dossier(place: Anywhere, lastName = 'Nuovo'): Promise<number> {
    return this.make(whereOf(place).by, '/api/dossiers', this.customer(place, lastName));
  }

  folder(place: Anywhere, dossierId: number, change: object = {}): Promise<number> {
    const where = whereOf(place);
    return this.make(where.by, '/api/folders', { dossierId, ...folderAt(where), ...change });
  }

  paper(place: Anywhere, folderId: number, change: object = {}): Promise<number> {
    return this.paperBy(whereOf(place).by, folderId, change);
  }

  paperBy(login: string, folderId: number, change: object = {}): Promise<number> {
    return this.make(login, '/api/documents', { folderId, ...paperAt(), ...change });
  }

  /** READY_TO_SIGN. */
  ready(place: Anywhere, folderId: number, name = 'nuovo'): Promise<number> {
    const { by, documentType } = whereOf(place);
    return this.make(by, '/api/documents', {
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

  private async start(place: Anywhere, folderId: number, marker: string): Promise<{ id: number; link: string }> {
    const id = await this.ready(place, folderId, marker);
    const started = await this.stage.as('admin', 'POST', `/api/documents/${id}/sign`);
    if (started.statusCode !== 200) throw new Error(started.body);
    await this.stage.test.world.jobs.drain();
    const view = (await this.stage.as('admin', 'GET', `/api/documents/${id}`)).json<{ signUrl: string }>();
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
  private keep(signedDocumentId: number): Promise<number> {
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

  private async place(place: Anywhere): Promise<Case> {
    const { by } = whereOf(place);
    const marker = `${MARKED}-${place}-Fine`;
    const customer = this.customer(place, marker);
    const dossierId = await this.make(by, '/api/dossiers', customer);
    const folderId = await this.folder(place, dossierId);
    const { id: documentId, link } = await this.start(place, folderId, marker);
    await this.sign(link, customer);
    const signed = await this.stage.as('admin', 'GET', `/api/documents/${documentId}`);
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
      partlySignedId: await this.keep(signedDocumentId),
      // A pending document cannot be deleted along with its customer.
      waitingId: place === 'deleted' ? documentId : (await this.start(place, folderId, marker)).id,
      paperId: await this.paper(place, folderId, paperNamed(marker)),
      draftId: await this.paper(place, folderId, { ...paperNamed(marker), draft: true }),
    };
  }

  /** The case of every place, a completely deleted one, and one that never existed. */
  async all(): Promise<Cases> {
    const cases: Partial<Record<Anywhere, Case>> = { absent: ABSENT };
    for (const place of [...PLACES, 'deleted'] as const) cases[place] = await this.place(place);
    for (const id of [cases.deleted?.dossierId, cases.deleted?.emptyDossierId]) {
      const gone = await this.stage.as('admin', 'DELETE', `/api/dossiers/${id}`);
      if (gone.statusCode !== 204) throw new Error(gone.body);
    }
    return cases as Cases;
  }
}
