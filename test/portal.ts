/** The portal's calls for tests: the real server in memory, dealers of several legal entities, signed-in users. */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Db } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { insertDirectory } from '#server/dealers/index.ts';
import { DEALERS, LEGAL_ENTITIES } from '#server/demo/dealers.ts';
import { insertServices } from '#server/entitlements/index.ts';
import { createUser } from '#server/identity/index.ts';
import { testNow } from '#test/clock.ts';
import type { BrandPermissions } from '../src/domain/access.ts';
import { BRANDS } from '../src/domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '../src/domain/folders/folder-types.ts';
import type { Role } from '../src/domain/identity/roles.ts';
import { makePaper } from './papers/paper.ts';
import { cheapVerifier } from './password.ts';
import { makeWorld, type TestWorld, type TestWorldOptions } from './world.ts';

const everywhere = (...permissions: string[]): BrandPermissions[] => BRANDS.map((brand) => ({ brand, permissions }));
const ALL = everywhere('PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE');

type Person = readonly [role: Role, hstList: readonly string[], brands: BrandPermissions[]];
const PEOPLE: Record<string, Person> = {
  admin: ['ROLE_ADMIN', [], []],
  nsc: ['ROLE_BMW_ITALIA', [], []],
  dealer: ['ROLE_DEALER', ['10001'], ALL],
  modena: ['ROLE_DEALER', ['10002'], ALL],
  milano: ['ROLE_DEALER', ['10003'], ALL],
  torino: ['ROLE_DEALER', ['10005'], ALL],
  roma: ['ROLE_DEALER', ['10007'], ALL],
  supervisor: ['ROLE_SUPERVISOR_DEALER', ['10001', '10002'], ALL],
  sales: ['ROLE_SALE_DEALER', ['10001'], [{ brand: 'bmw', permissions: ['SALE_NEW'] }]],
  mixed: [
    'ROLE_DEALER',
    ['10001'],
    [
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'mini', permissions: ['SALE_NEW'] },
    ],
  ],
  readonly: ['ROLE_DEALER', ['10001'], [{ brand: 'bmw', permissions: ['READONLY'] }]],
  sa3: ['ROLE_SA3', ['10001'], ALL],
  dms: ['ROLE_DMS_INCADEA', ['10001'], ALL],
  nobody: ['ROLE_USER', [], []],
};

const service = (entity: string, type: 'FES' | 'FEA', folderTypes: readonly FolderType[], expires: string | null) => ({
  service_type: 'SIGNATURE_TYPE' as const,
  legal_entity: entity,
  expires_at: expires,
  total_space: null,
  total_otp: null,
  signature_types: [type],
  folder_types: [...folderTypes],
  notes: null,
  created_by: null,
  created_date: testNow(),
  last_modified_by: null,
  last_modified_date: testNow(),
});

/**
 * LE001 (10001, 10002) has FES everywhere, LE002 (10003) has no service, LE003 (10005) has FES in SALE_NEW, LE004
 * (10007) has both kinds in every folder type.
 */
const DEMO_SERVICES = [
  service('LE001', 'FES', FOLDER_TYPES, null),
  service('LE002', 'FES', FOLDER_TYPES, '2020-12-31'),
  service('LE003', 'FES', ['SALE_NEW'], null),
  service('LE004', 'FES', FOLDER_TYPES, null),
  service('LE004', 'FEA', FOLDER_TYPES, null),
];

export class Portal {
  readonly test: TestWorld;
  readonly app: FastifyInstance;
  private readonly tokens = new Map<string, string>();
  private numbers = 0;

  constructor(test: TestWorld, app: FastifyInstance) {
    this.test = test;
    this.app = app;
  }

  async token(login: string): Promise<string> {
    const knownToken = this.tokens.get(login);
    if (knownToken !== undefined) return knownToken;
    const payload = { username: login, password: 'prova' };
    const answer = await this.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    if (answer.statusCode !== 200) throw new Error(`${login} cannot sign in: ${answer.body}`);
    const { token } = answer.json<{ token: string }>();
    this.tokens.set(login, token);
    return token;
  }

  get read(): Db {
    return this.test.world.database.read;
  }

  /** Calls as one of the users; a text payload is sent unchanged. */
  async callAs(
    login: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${await this.token(login)}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  /** A complete customer of `hst`. */
  dossier(change: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      hst: '10001',
      brand: 'bmw',
      firstName: 'Ginevra',
      lastName: 'Provetti',
      birthDate: '1980-01-01',
      birthPlace: 'Roma',
      fiscalCode: 'PRVGVR80A41H501D',
      mobilePhone: '+39 3331234567',
      email: 'ginevra@example.com',
      street: 'Via di Prova 1',
      city: 'Bologna',
      postalCode: '40121',
      ...change,
    };
  }

  folder(change: Record<string, unknown> = {}): Record<string, unknown> {
    this.numbers += 1;
    return { brand: 'bmw', type: 'SALE_NEW', businessId: `PV-${this.numbers}`, processDate: '2026-11-20', ...change };
  }

  /** A document ready to sign. */
  async document(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const file = await paper();
    return {
      type: 'SALE_NEW_PROPOSAL',
      sigType: 'OTP',
      signable: true,
      archivable: true,
      fileName: 'proposta.pdf',
      mimeType: 'application/pdf',
      fileSize: file.byteLength,
      content: file.toString('base64'),
      ...change,
    };
  }

  /** @returns the id of the row that was created. */
  async create(login: string, url: string, payload: object): Promise<number> {
    const answer = await this.callAs(login, 'POST', url, payload);
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json<{ id: number }>().id;
  }

  async newFolder(login = 'dealer', change: Record<string, unknown> = {}, customer = {}): Promise<number> {
    const dossierId = await this.create(login, '/api/dossiers', this.dossier(customer));
    return this.create(login, '/api/folders', { ...this.folder(change), dossierId });
  }

  async newDocument(folderId: number, change: Record<string, unknown> = {}, login = 'dealer'): Promise<number> {
    return this.create(login, '/api/documents', { ...(await this.document(change)), folderId });
  }

  /** Number of rows of every table that a refused call must not touch. */
  async counts(): Promise<Record<string, number>> {
    const { read } = this.test.world.database;
    const entries = (['dossier', 'folder', 'document', 'evidence_event'] as const).map(async (table) => {
      const row = await read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return [table, Number(row.n)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.test.close();
  }
}

let cachedPaper: Promise<Buffer> | undefined;

/** A PDF that the gate accepts, created once. */
export function paper(): Promise<Buffer> {
  cachedPaper ??= makePaper({ pages: 2 });
  return cachedPaper;
}

/** Field errors of an answer as `object.field code`. */
export function refusedFields(answer: LightMyRequestResponse): string[] {
  const { fieldErrors = [] } = answer.json<{ fieldErrors?: { objectName: string; field: string; code: string }[] }>();
  return fieldErrors.map((fieldError) => `${fieldError.objectName}.${fieldError.field} ${fieldError.code}`).sort();
}

/** A portal with a customer of the dealer's. */
export async function openPortalWithCustomer(): Promise<{ portal: Portal; dossierId: number }> {
  const portal = await openPortal();
  return { portal, dossierId: await portal.create('dealer', '/api/dossiers', portal.dossier()) };
}

/** A portal, and the reads from its store: their ranges, and the number of whole reads. */
export async function openPortalWithReads() {
  const reads = { whole: 0, parts: [] as { start: number; end: number }[] };
  const portal = await openPortal({
    override: ({ storage }) => ({
      storage: {
        ...storage,
        get: (sha256) => {
          reads.whole += 1;
          return storage.get(sha256);
        },
        read: (sha256, part) => {
          reads.parts.push(part);
          return storage.read(sha256, part);
        },
      },
    }),
  });
  return { portal, reads };
}

/** Calls on the rows at `url`, by the dealer unless a login is given. */
export const rowCalls = (portal: () => Portal, url: string) => ({
  put: (body: object, login = 'dealer') => portal().callAs(login, 'PUT', url, body),
  get: (id: number, login = 'dealer') => portal().callAs(login, 'GET', `${url}/${id}`),
  remove: (id: number, login = 'dealer') => portal().callAs(login, 'DELETE', `${url}/${id}`),
});

export const statusesOf = (answers: { statusCode: number }[]): number[] =>
  answers.map((answer) => answer.statusCode).sort();

/** A portal with an open folder of the dealer's. */
export async function openPortalWithFolder(): Promise<{ portal: Portal; folderId: number }> {
  const portal = await openPortal();
  return { portal, folderId: await portal.newFolder() };
}

export async function openPortal(options?: TestWorldOptions): Promise<Portal> {
  const test = await makeWorld(options);
  const { database, clock } = test.world;
  const passwordVerifier = cheapVerifier('prova');
  await database.transaction(async (tx) => {
    await insertDirectory(tx, LEGAL_ENTITIES, DEALERS);
    await insertServices(tx, DEMO_SERVICES);
    for (const [login, [role, hstList, brands]] of Object.entries(PEOPLE)) {
      await createUser(
        tx,
        {
          login,
          firstName: login,
          lastName: 'Prova',
          email: `${login}@example.com`,
          authorities: [role],
          hstList,
          brands,
          activated: true,
          passwordVerifier,
        },
        null,
        clock.now(),
      );
    }
  });
  return new Portal(test, await buildApp(test.world));
}
