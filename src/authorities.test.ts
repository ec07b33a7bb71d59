/** Configured keys and key replacement: earlier signatures stay valid after every change. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { readAnchors } from '#adapters/sealer/trust-anchors.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import type { World } from '#server/world.ts';
import { testNow } from '#test/clock.ts';
import {
  makePki,
  makeToken,
  newKey,
  PASSPHRASE,
  PIN,
  type TestPki,
  writeCertificates,
  writePkcs12,
} from '../test/stages/operator-keys.ts';
import { openStage, type Stage } from '../test/stages/signing-stage.ts';
import { InvalidAuthoritySettings, openAuthorities } from './authorities.ts';
import { makeCrl } from './formats/test-keys.suite.ts';
import { verifyTrail } from './server/evidence/verify-trail.ts';
import { addDueTimestamps } from './server/signing/archive/archive.ts';
import { readConfig } from './settings/config.ts';

let folder: string;
let stage: Stage;
let now = testNow;
let current: DemoAuthority;
let one: TestPki;
let other: TestPki;
let address: string;
const at = (name: string): string => join(folder, name);
const log = { warn: () => undefined, info: () => undefined };

const open = (settings: Record<string, string>): Promise<DemoAuthority> =>
  openAuthorities(readConfig({ DATA_DIR: at('data'), ...settings }), { clock: { now: () => now() }, log });

/** Issuing authority in a PKCS#12 file, seal in a token. */
const first = async (): Promise<Record<string, string>> => ({
  ISSUING_KEY: await writePkcs12(at('issuing.p12'), one.issuing, [one.root]),
  ISSUING_KEY_SECRET: PASSPHRASE,
  SEAL_KEY: address,
  SEAL_KEY_SECRET: PIN,
  SEAL_CERTIFICATES: await writeCertificates(at('seal.pem'), one.seal, one.issuing, one.root),
  AUTHORITY_CRL_FILES: one.crlFile,
});

/** A different root, with both keys in files. */
const second = async (): Promise<Record<string, string>> => ({
  ISSUING_KEY: await writePkcs12(at('issuing-2.p12'), other.issuing, [other.root]),
  ISSUING_KEY_SECRET: PASSPHRASE,
  SEAL_KEY: await writePkcs12(at('seal-2.p12'), other.seal, [other.issuing, other.root]),
  SEAL_KEY_SECRET: PASSPHRASE,
  AUTHORITY_CRL_FILES: other.crlFile,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authorities-'));
  one = await makePki(folder, 'prima');
  other = await makePki(folder, 'seconda');
  address = await (await makeToken(folder)).put(one.seal, '01');
  current = await open({});
  const override = (world: World): Partial<World> => {
    now = () => world.clock.now();
    return {
      authority: {
        issueSignerKey: (identity, instant) => current.authority.issueSignerKey(identity, instant),
        anchors: () => current.authority.anchors(),
        timestampAnchors: () => current.authority.timestampAnchors(),
        published: (instant) => current.authority.published(instant),
      },
      sealer: { sealingKey: () => current.sealer.sealingKey() },
      timestamp: { stamp: (digest) => current.timestamp.stamp(digest) },
    };
  };
  stage = await openStage({ override });
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

async function signOne(): Promise<number> {
  const { id, path, browser, code, points } = await stage.readyToConfirm();
  expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  await stage.test.world.jobs.drain();
  expect((await stage.document(id)).status).toBe('SIGNED');
  return id;
}

/** Validated by the portal's API, and offline with only the file and the installation's roots. */
async function expectPassed(id: number, level: string): Promise<string[]> {
  const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  expect(validation.intact).toBe(true);
  const row = await stage.test.world.database.read
    .selectFrom('signed_document')
    .select('sha256')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow();
  const anchors = certificatesFromPem(await readFile(at('data/keys/anchors.pem'), 'utf8'));
  const offline = await verifyPdf(await stage.test.world.storage.get(row.sha256), { anchors, at: now() });
  for (const signature of [...validation.signatures, ...offline.signatures]) {
    expect(signature.indication).toBe('TOTAL-PASSED');
  }
  expect(validation.signatures.at(0).level).toBe(level);
  return validation.signatures.map((signature: { signer: string }) => signature.signer);
}

describe('replaced keys', () => {
  it('leave every older file TOTAL-PASSED, after two changes of every key and root', async () => {
    const demo = await signOne();
    current = await open(await first());
    const token = await signOne();
    current = await open(await second());
    const file = await signOne();
    const signers = [
      await expectPassed(demo, 'B-LT'),
      await expectPassed(token, 'B-LT'),
      await expectPassed(file, 'B-LT'),
    ];
    expect(signers.map((names) => names.at(-1))).toEqual([
      'Sigillo di Fascicolo (DEMO senza valore)',
      'prima sigillo',
      'seconda sigillo',
    ]);
    // The closing archive timestamp is also added after the change.
    stage.test.clock.advance(25 * 3600);
    expect(await addDueTimestamps(stage.test.world, { hours: 24, months: 24 })).toBe(6);
    for (const id of [demo, token, file]) {
      const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
      expect(validation.signatures.map((signature: { indication: string }) => signature.indication)).toEqual([
        'TOTAL-PASSED',
        'TOTAL-PASSED',
        'TOTAL-PASSED',
      ]);
      expect(validation.signatures[0].level).toBe('B-LTA');
    }
    expect((await verifyTrail(stage.test.world)).faults).toEqual([]);
  });

  it('may be only the seal’s, and the demo’s own may follow', async () => {
    const { SEAL_KEY, SEAL_KEY_SECRET } = await second();
    // The seal's issuer publishes its own list when its key is not held here.
    const list = at('issuing-2.crl');
    await writeFile(list, await makeCrl(other.issuing));
    const crls = `${other.crlFile} ${list}`;
    current = await open({
      SEAL_KEY: SEAL_KEY ?? '',
      SEAL_KEY_SECRET: SEAL_KEY_SECRET ?? '',
      AUTHORITY_CRL_FILES: crls,
    });
    expect((await expectPassed(await signOne(), 'B-LT')).at(-1)).toBe('seconda sigillo');
    current = await open({});
    await expectPassed(await signOne(), 'B-LT');
  });

  it('keep the document waiting while the root’s revocation list has expired, and continue with a new one', async () => {
    const fresh = await makePki(folder, 'terza');
    current = await open({
      ...(await second()),
      SEAL_KEY: await writePkcs12(at('seal-3.p12'), fresh.seal, [fresh.issuing, fresh.root]),
      ISSUING_KEY: await writePkcs12(at('issuing-3.p12'), fresh.issuing, [fresh.root]),
      AUTHORITY_CRL_FILES: fresh.crlFile,
    });
    stage.test.clock.advance(8 * 86_400);
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    await browser.post(`${path}/sign`, { code, points });
    await stage.test.world.jobs.tryOnce();
    expect((await stage.document(id)).statusReason).toMatchObject({ code: 'signing.sealingDelayed' });
    await writeFile(fresh.crlFile, await makeCrl(fresh.root, [], { thisUpdate: now() }));
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    await expectPassed(id, 'B-LT');
  });
});

it('an authority for timestamps is trusted for nothing else, at this start and later ones', async () => {
  const certificates = await writeCertificates(at('tsa.pem'), other.root);
  const fresh = { DATA_DIR: at('with-tsa') };
  const urls = { TIMESTAMP_1_URL: 'https://tsa.example', TIMESTAMP_1_CRL_URLS: 'https://tsa.example/a.crl' };
  await open({ ...fresh, ...urls, TIMESTAMP_1_CERTIFICATES: certificates });
  const { authority } = await open(fresh);
  const [own] = await authority.anchors();
  expect(await authority.anchors()).toEqual([own]);
  expect(await authority.timestampAnchors()).toEqual([own, other.root.certificate]);
  expect(await readAnchors(at('with-tsa/keys/anchors.pem'))).toEqual({
    anchors: [own],
    timestampAnchors: [own, other.root.certificate],
  });
});

describe('a start with unsuitable keys', () => {
  const refused = async (settings: Record<string, string>): Promise<string> => {
    const error: unknown = await open(settings).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(InvalidAuthoritySettings);
    return String(error);
  };

  it('names the setting and the problem, and never the secret', async () => {
    expect(await refused({ ...(await second()), SEAL_KEY_SECRET: 'sbagliata' })).toMatch(/SEAL_KEY: .*passphrase/);
    expect(await refused({ ...(await second()), ISSUING_KEY: at('niente.p12') })).toMatch(/ISSUING_KEY: ENOENT/);
    expect(await refused({ ...(await first()), SEAL_KEY_SECRET: '00000000' })).not.toContain('00000000');
    expect(await refused({ ...(await second()), AUTHORITY_CRL_FILES: at('niente.crl') })).toMatch(/niente\.crl/);
    const tsa = { TIMESTAMP_1_URL: 'https://tsa.example', TIMESTAMP_1_CRL_URLS: 'https://tsa.example/a.crl' };
    expect(await refused({ ...tsa, TIMESTAMP_1_CERTIFICATES: at('niente.pem') })).toMatch(/TIMESTAMP_1_CERT.*ENOENT/);
  });

  it('is explained in Italian too', async () => {
    const reasonOf = async (settings: Record<string, string>): Promise<string> => {
      const error: unknown = await open(settings).catch((one: unknown) => one);
      return error instanceof InvalidAuthoritySettings ? error.reason.it : String(error);
    };
    const { AUTHORITY_CRL_FILES, ...without } = await second();
    expect(await reasonOf({ ...(await second()), SEAL_KEY_SECRET: 'sbagliata' })).toBe(
      'SEAL_KEY: la passphrase è sbagliata, o il file è stato modificato',
    );
    const missing = at('niente.p12');
    expect(await reasonOf({ ...(await second()), ISSUING_KEY: missing })).toBe(
      `ISSUING_KEY: ${missing} non si può leggere (ENOENT)`,
    );
    expect(await reasonOf(without)).toMatch(
      /^AUTHORITY_CRL_FILES: nessuna lista di revoca riguarda .*seconda firmatari/,
    );
    const own = await writePkcs12(at('own.p12'), other.root, []);
    expect(await reasonOf({ ...(await second()), SEAL_KEY: own })).toBe(
      'SEAL_KEY: il suo certificato è la radice di sé stesso',
    );
  });

  it('is refused if files signed with them could not be verified offline', async () => {
    const { AUTHORITY_CRL_FILES, ...without } = await second();
    expect(await refused(without)).toMatch(/no revocation list covers .*seconda firmatari/);
    const list = at('foreign.crl');
    await writeFile(list, await makeCrl(one.root, [], { thisUpdate: now() }));
    expect(await refused({ ...without, AUTHORITY_CRL_FILES: list })).toMatch(/another authority/);
  });

  it('is refused with a certificate that is revoked, expired, or for something else', async () => {
    const list = at('revoking.crl');
    await writeFile(list, await makeCrl(other.root, [{ certificate: other.issuing }], { thisUpdate: now() }));
    expect(await refused({ ...(await second()), AUTHORITY_CRL_FILES: list })).toMatch(/revoked/);
    const stamp = await newKey('timestamping', other.issuing, 'marca');
    const wrongUse = await writePkcs12(at('stamp.p12'), stamp, [other.issuing, other.root]);
    expect(await refused({ ...(await second()), SEAL_KEY: wrongUse })).toMatch(/may not seal/);
    const noAuthority = await writePkcs12(at('no-authority.p12'), other.seal, [other.issuing, other.root]);
    expect(await refused({ ...(await second()), ISSUING_KEY: noAuthority })).toMatch(/may not issue/);
  });
});
