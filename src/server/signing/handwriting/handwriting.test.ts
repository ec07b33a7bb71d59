/** Signing by hand on a dealer's tablet: the complete process, what is kept, and all refusals. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { childrenOf, context, type DerElement, octetString, readDer, sequence, setOf } from '#formats/der.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { insertAdherence } from '../../../../test/stages/adherence.ts';
import { pairedTablet, TestTablet } from '../../../../test/stages/devices.ts';
import { handwritingFor, TabletBrowser } from '../../../../test/stages/handwriting.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { newActivation } from '../../../../test/stages/tablets.ts';
import { custodianKey } from '../../../../test/stages/test-custodian.ts';
import { run } from '../../../../test/validators/foreign-validators.ts';
import { examine } from '../../../cli/expert/examine.ts';
import { staffActor } from '../../http/request/caller.ts';
import { findUser } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { completeSession } from '../complete/complete.ts';
import { signInPortal } from '../staff/staff-signature.ts';

let stage: Stage;
let tablet: TestTablet;
let activation: number;

const reach = (path: string, payload: object) => stage.app.inject({ method: 'POST', url: path, payload });
const browserOn = (device: TestTablet): TabletBrowser =>
  new TabletBrowser(stage.app, device, () => stage.test.world.clock.now());

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const sign = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
const drawn = (options: object = {}) => stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' }, ...options });
const told = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code];
const rows = (id: number) =>
  stage.read
    .selectFrom('sealed_hand')
    .innerJoin('signature_point', 'signature_point.id', 'sealed_hand.point_id')
    .selectAll('sealed_hand')
    .where('signature_point.document_id', '=', id)
    .execute();
const events = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
    { type: string; detail: string | null }[]
  >();

/** A document that its customer has read on the tablet. */
async function readOnTablet(options: object = {}) {
  const { id, customer } = await drawn(options);
  const path = await stage.startSigning(id);
  const browser = browserOn(tablet);
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const hand = `${path}/handwriting`;
  const terms = (await browser.call('GET', hand)).json<HandTerms>();
  return { id, path, browser, hand, terms, customer };
}

async function signedFile(id: number): Promise<Uint8Array> {
  await stage.test.world.jobs.drain();
  const { signedDocumentId } = await stage.document(id);
  const answer = await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`);
  return new Uint8Array(answer.rawPayload);
}

/** Text as extracted by a third-party tool, without spaces. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const path = join(folder, 'audit.pdf');
  await writeFile(path, bytes);
  const { text } = await run('pdftotext', [path, '-']);
  await rm(folder, { recursive: true });
  return text.replace(/\s+/g, '');
}

/** The same envelope with the wrapped key or the content emptied. */
function withEmptied(envelope: Buffer, part: 'key' | 'content'): Buffer {
  const [type, wrapped] = childrenOf(readDer(envelope));
  const [version, recipients, content, tag] = childrenOf(childrenOf(wrapped as DerElement)[0] as DerElement);
  const without = (element: DerElement | undefined, empty: Uint8Array): Uint8Array =>
    sequence(...childrenOf(element as DerElement).map((child, at, all) => (at === all.length - 1 ? empty : child.raw)));
  const raw = (element: DerElement | undefined): Uint8Array => element?.raw ?? new Uint8Array();
  const [info] = childrenOf(recipients as DerElement);
  const to = part === 'key' ? setOf([without(info, octetString(new Uint8Array()))]) : raw(recipients);
  const inside = part === 'content' ? without(content, context(0, false, new Uint8Array())) : raw(content);
  return Buffer.from(sequence(raw(type), context(0, true, sequence(raw(version), to, inside, raw(tag)))));
}

const anchors = async (): Promise<Uint8Array[]> => [...(await stage.test.world.authority.anchors())];

describe('without a tablet', () => {
  it('nothing starts, and the attempt leaves no trace', async () => {
    const { id } = await drawn();
    const before = await stage.trail(id);
    expect(told(await sign(id))).toEqual([409, 'life.noDevice']);
    expect(await stage.trail(id)).toEqual(before);
    // An activation without a device, a disabled device and one of another dealer make no difference.
    await newActivation(stage, 'Senza tablet');
    const otherTablet = await pairedTablet(stage, reach);
    await stage.callAs('admin', 'PUT', `/api/activations/${otherTablet.id}/device`, { disabled: true });
    await pairedTablet(stage, reach, await newActivation(stage, 'Modena', { hst: '10002' }));
    expect(told(await sign(id))).toEqual([409, 'life.noDevice']);
    await stage.callAs('admin', 'POST', `/api/activations/${otherTablet.id}/device/replace`, {});
  });
});

describe('on a paired tablet', () => {
  beforeAll(async () => {
    ({ id: activation, tablet } = await pairedTablet(stage, reach));
  });

  it('the customer signs by hand: sealed in the file, readable only by the expert, erased here', async () => {
    const { id, browser, hand, terms } = await readOnTablet();
    const custodian = stage.test.world.custodian;
    expect(terms).toMatchObject({ advanced: false, custodian: { sha256: custodian?.sha256 } });
    expect(terms.consent.text).toContain('[testo da approvare]');
    expect(terms.consent.sha256).toBe(createHash('sha256').update(terms.consent.text).digest('hex'));
    const input = await handwritingFor(terms);
    const answer = await browser.call('POST', hand, input);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ state: 'SIGNED', byHand: true });
    const bytes = await signedFile(id);
    expect(await stage.document(id)).toMatchObject({ status: 'SIGNED' });

    const { verification, findings } = await examine(bytes, await custodianKey(), { anchors: await anchors() });
    expect(verification.intact).toBe(true);
    expect(verification.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED']);
    const envelopeSha256 = createHash('sha256')
      .update(Buffer.from(input.hands[0]?.envelope ?? '', 'base64'))
      .digest('hex');
    expect(findings).toMatchObject([{ faults: [], notes: [], envelopeSha256, field: terms.points[0]?.field }]);
    expect(Buffer.from(findings[0]?.opened?.bound.ink ?? []).equals(Buffer.from(inkOf(sampleCapture())))).toBe(true);

    expect(await rows(id)).toEqual([
      expect.objectContaining({ envelope: null, drawing: null, envelope_sha256: envelopeSha256 }),
    ]);
    const trail = await events(id);
    const of = (type: string) => trail.find((event) => event.type === type)?.detail;
    expect(of('bio.consent')).toContain(terms.consent.version);
    expect(of('bio.captured')).toContain(envelopeSha256.slice(0, 16));
    expect(of('bio.captured')).toContain(custodian?.sha256.slice(0, 16));
    expect(of('bio.captured')).toContain('penna');
    expect(of('hand.given')).toBe('Tablet di prova');
    expect(of('sign.started')).toContain('GRAPHOMETRIC');
    expect(trail.map(({ type }) => type)).not.toContain('otp.verified');
    const validation = await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`);
    expect(validation.json()).toMatchObject({ intact: true });
    const { signedDocumentId } = await stage.document(id);
    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
    const paper = await textOf(audit.rawPayload);
    expect(paper).toContain('Firmaautografasutablet,cifrataperilcustode');
    expect(paper).toContain(envelopeSha256);
    expect(paper).toContain(custodian?.sha256 ?? '?');
    expect(paper).not.toContain('Codicemonouso(OTP)perSMS');
  });

  it('the customer signs once, under repeated and concurrent submissions', async () => {
    const { id, browser, hand, terms } = await readOnTablet();
    const [one, other] = [await handwritingFor(terms), await handwritingFor(terms, { sample: { size: 1.1 } })];
    expect((await browser.call('GET', hand)).statusCode).toBe(200);
    // The first call binds the browser; the others send its cookie.
    await browser.call('POST', hand, { ...one, points: [] });
    const answers = await Promise.all([one, other, one].map((input) => browser.call('POST', hand, input)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await rows(id)).toHaveLength(1);
    const bytes = await signedFile(id);
    expect((await examine(bytes, await custodianKey(), { anchors: await anchors() })).findings).toHaveLength(1);
    expect((await stage.trail(id)).filter((type) => type === 'hand.given')).toHaveLength(1);
    expect((await browser.call('POST', hand, one)).json()).toMatchObject({ state: 'COMPLETED' });
  });

  it('the signature covers the file that the page displayed', async () => {
    const { id, browser, hand, terms } = await readOnTablet();
    const input = await handwritingFor(terms);
    for (const shown of [[], ['f'.repeat(64)], [...input.shown, 'f'.repeat(64)]]) {
      expect(told(await browser.call('POST', hand, { ...input, shown }))).toEqual([409, 'signing.otherBytes']);
    }
    expect(await rows(id)).toEqual([]);
    expect((await browser.call('POST', hand, input)).statusCode).toBe(200);
  });

  it('the file must be read first, in the browser that signs', async () => {
    const { id } = await drawn();
    const path = await stage.startSigning(id);
    const browser = browserOn(tablet);
    await browser.call('POST', `${path}/open`, {});
    const terms = (await browser.call('GET', `${path}/handwriting`)).json<HandTerms>();
    expect(told(await browser.call('POST', `${path}/handwriting`, await handwritingFor(terms)))).toEqual([
      409,
      'signing.notRead',
    ]);
    expect(told(await browserOn(tablet).call('POST', `${path}/handwriting`, await handwritingFor(terms)))).toEqual([
      409,
      'signing.notYours',
    ]);
    expect(await rows(id)).toEqual([]);
  });

  it('a session of another browser is reported before any writing', async () => {
    const { id, customer } = await drawn();
    const path = await stage.startSigning(id);
    const phone = stage.browser();
    await phone.read(path);
    expect((await phone.post(`${path}/otp`)).statusCode).toBe(200);
    await stage.code(customer);
    expect(told(await browserOn(tablet).call('GET', `${path}/handwriting`))).toEqual([409, 'signing.notYours']);
  });

  it('a session with lost handwriting is never completed as a signature by code', async () => {
    const { id, browser, hand, terms } = await readOnTablet();
    const { world } = stage.test;
    const held = vi.spyOn(world.sealer, 'sealingKey').mockRejectedValue(new Error('not now'));
    expect((await browser.call('POST', hand, await handwritingFor(terms))).statusCode).toBe(200);
    const [row] = await rows(id);
    await world.jobs.tryOnce();
    expect(held).toHaveBeenCalled();
    if (row === undefined) throw new Error('Nothing was handed in');
    const { point_id, session_id, envelope, drawing, envelope_sha256 } = row;
    await world.database.transaction((tx) => tx.deleteFrom('sealed_hand').where('point_id', '=', point_id).execute());
    held.mockRestore();
    await expect(completeSession(world, session_id)).rejects.toThrow('was signed by hand');
    expect((await stage.document(id)).signedDocumentId).toBeNull();
    const back = { point_id, session_id, envelope, drawing: JSON.stringify(drawing), envelope_sha256 };
    await world.database.transaction((tx) => tx.insertInto('sealed_hand').values(back).execute());
    await completeSession(world, session_id);
    const { findings } = await examine(await signedFile(id), await custodianKey(), { anchors: await anchors() });
    expect(findings).toMatchObject([{ faults: [] }]);
  });

  it('the code is available instead, on any device, and the choice is recorded', async () => {
    const { id, customer } = await drawn();
    const path = await stage.startSigning(id);
    const phone = stage.browser();
    await phone.read(path);
    await phone.post(`${path}/otp`);
    const points = await stage.points(path);
    expect((await phone.post(`${path}/sign`, { code: await stage.code(customer), points })).statusCode).toBe(200);
    const { findings } = await examine(await signedFile(id), await custodianKey(), { anchors: await anchors() });
    expect(findings).toEqual([]);
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'method.chosen')).toHaveLength(1);
    expect(trail).toContain('otp.verified');
  });

  it('handwriting of an unfinished session stays only in the file kept as evidence', async () => {
    const { id, browser, hand, terms, path } = await readOnTablet({ type: 'SALE_NEW_PROPOSAL' });
    expect((await browser.call('POST', hand, await handwritingFor(terms))).statusCode).toBe(200);
    expect((await rows(id)).every(({ envelope }) => envelope !== null)).toBe(true);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await rows(id)).every(({ envelope, drawing }) => envelope === null && drawing === null)).toBe(true);
    expect((await browser.call('GET', path)).statusCode).toBe(404);
    const { partlySigned } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const file = await stage.callAs('dealer', 'GET', `/api/partly-signed-documents/${partlySigned[0].id}/download`);
    const evidence = new Uint8Array(file.rawPayload);
    const { findings } = await examine(evidence, await custodianKey(), { anchors: await anchors() });
    expect(findings).toMatchObject([{ faults: [] }]);
  });

  describe('the server refuses', () => {
    it('a link not signed by hand, tablets of other dealers and tablets without permission', async () => {
      const { id } = await stage.newDocument();
      const simple = await stage.startSigning(id);
      const any = await handwritingFor({ ...(await readOnTablet()).terms });
      expect(told(await browserOn(tablet).call('GET', `${simple}/handwriting`))).toEqual([409, 'signing.byCodeOnly']);
      expect(told(await browserOn(tablet).call('POST', `${simple}/handwriting`, any))).toEqual([
        409,
        'signing.byCodeOnly',
      ]);
      const { hand, terms } = await readOnTablet();
      const input = await handwritingFor(terms);
      const modena = await pairedTablet(stage, reach, await newActivation(stage, 'Modena', { hst: '10002' }));
      expect(told(await browserOn(modena.tablet).call('GET', hand))).toEqual([403, 'signing.otherTablet']);
      // Started by the browser on the right tablet, so calls from any other are refused.
      expect(told(await browserOn(modena.tablet).call('POST', hand, input))).toEqual([409, 'signing.notYours']);
      expect(told(await browserOn(new TestTablet()).call('POST', hand, input))).toEqual([401, 'device.unproved']);
      const blocked = await pairedTablet(stage, reach);
      await stage.callAs('admin', 'PUT', `/api/activations/${blocked.id}/device`, { disabled: true });
      expect(told(await browserOn(blocked.tablet).call('POST', hand, input))).toEqual([403, 'device.notActive']);
    });

    it('a proof that is old, of another body, or used before', async () => {
      const { id, browser, hand, terms } = await readOnTablet();
      const input = await handwritingFor(terms);
      const body = JSON.stringify(input);
      const now = stage.test.world.clock.now().getTime();
      const proof = (change: object) => tablet.proof({ method: 'POST', path: hand, body, time: now, ...change });
      for (const forged of [
        {},
        proof({ time: now - 61_000 }),
        proof({ body: '{}' }),
        proof({ path: `${hand}?x=1` }),
        proof({ method: 'GET' }),
      ]) {
        expect(told(await browser.call('POST', hand, input, forged))).toEqual([401, 'device.unproved']);
      }
      const once = proof({});
      expect((await browser.call('POST', hand, input, once)).statusCode).toBe(200);
      expect(told(await browser.call('POST', hand, input, once))).toEqual([401, 'device.unproved']);
      expect(await rows(id)).toHaveLength(1);
    });

    it('envelopes for another custodian, of another format, too large, submitted twice, or without consent', async () => {
      const { id, browser, hand, terms } = await readOnTablet();
      const good = await handwritingFor(terms);
      const [first] = good.hands;
      if (first === undefined) throw new Error('Nothing to sign');
      const stranger = await makeKey('custodian', { rsaBits: 3072 });
      const bytes = Buffer.from(first.envelope, 'base64');
      const refused = async (change: object) => told(await browser.call('POST', hand, { ...good, ...change }));
      const withHand = (change: object) => refused({ hands: [{ ...first, ...change }] });
      expect(await refused(await handwritingFor(terms, { custodian: stranger.certificate }))).toEqual([
        422,
        'signing.handRefused',
      ]);
      expect(await withHand({ envelope: bytes.subarray(1).toString('base64') })).toEqual([422, 'signing.handRefused']);
      expect(await withHand({ envelope: Buffer.concat([bytes, Buffer.from([0])]).toString('base64') })).toEqual([
        422,
        'signing.handRefused',
      ]);
      for (const part of ['key', 'content'] as const) {
        expect(await withHand({ envelope: withEmptied(bytes, part).toString('base64') })).toEqual([
          422,
          'signing.handRefused',
        ]);
      }
      expect(await withHand({ envelope: 'A'.repeat(400_000) })).toEqual([400, 'request.invalid']);
      expect(await withHand({ drawing: { ...first.drawing, lines: [] } })).toEqual([400, 'request.invalid']);
      expect(await withHand({ drawing: { ...first.drawing, width: 9_999 } })).toEqual([400, 'request.invalid']);
      const endless = Array.from({ length: 9_000 }, () => [1, 1]);
      expect(await withHand({ drawing: { ...first.drawing, lines: [endless] } })).toEqual([400, 'request.invalid']);
      expect(await withHand({ strokes: [] })).toEqual([400, 'request.invalid']);
      expect(await refused({ hands: [] })).toEqual([400, 'signing.pointMissing']);
      expect(await refused({ hands: [first, first] })).toEqual([400, 'signing.pointMissing']);
      expect(await refused({ points: [] })).toEqual([400, 'signing.pointMissing']);
      expect(await refused({ consentSha256: 'a'.repeat(64) })).toEqual([409, 'signing.bioConsent']);
      const huge = { ...good, hands: Array.from({ length: 30 }, () => ({ ...first, envelope: 'A'.repeat(349_000) })) };
      expect((await browser.call('POST', hand, huge)).statusCode).toBe(413);
      expect(await rows(id)).toEqual([]);

      // The same envelope for another document of the same customer.
      expect((await browser.call('POST', hand, good)).statusCode).toBe(200);
      const next = await readOnTablet();
      const replayed = {
        ...(await handwritingFor(next.terms)),
        hands: [{ ...first, point: next.terms.points[0]?.id }],
      };
      expect(told(await next.browser.call('POST', next.hand, replayed))).toEqual([422, 'signing.handRefused']);
      expect(await rows(next.id)).toEqual([]);
    });

    it('requests for a closed or foreign session, without revealing anything', async () => {
      const { hand, terms, browser, path } = await readOnTablet();
      await browser.call('POST', `${path}/decline`, { reason: 'Ho cambiato idea' });
      expect(told(await browser.call('POST', hand, await handwritingFor(terms)))).toEqual([409, 'signing.closed']);
      expect(told(await browser.call('GET', hand))).toEqual([409, 'signing.closed']);
      expect(told(await browser.call('GET', `${hand.replace(/sign\/[^/]+/, `sign/${'A'.repeat(32)}`)}`))).toEqual([
        404,
        'signing.unknownLink',
      ]);
    });
  });

  it('an envelope for another session or field passes the server, which cannot read it, and is detected by the expert', async () => {
    const [{ id: one, ...first }, { id: two, ...second }] = [await readOnTablet(), await readOnTablet()];
    await first.browser.call('POST', first.hand, await handwritingFor(first.terms, { session: '999999' }));
    await second.browser.call('POST', second.hand, await handwritingFor(second.terms, { field: 'Altra_Firma' }));
    const faults = async (id: number) => {
      const { findings } = await examine(await signedFile(id), await custodianKey(), { anchors: await anchors() });
      return findings.flatMap((finding) => finding.faults);
    };
    expect(await faults(one)).toEqual(['session.other']);
    expect(await faults(two)).toEqual(['field.other']);
  });

  it('a mouse is accepted only if the legal entity allows it, recorded, and never for a signature under an adherence', async () => {
    const mouse = { sample: { pointer: 'mouse' } } as const;
    const { settings } = stage.test.world;
    const unsaid = await readOnTablet();
    expect(unsaid.terms).toMatchObject({ advanced: false, mouse: false });
    const refused = await unsaid.browser.call('POST', unsaid.hand, await handwritingFor(unsaid.terms, mouse));
    expect(told(refused)).toEqual([422, 'signing.handRefused']);
    Object.assign(settings, { mouseEntities: ['LE001'] });
    const simple = await readOnTablet();
    expect(simple.terms).toMatchObject({ mouse: true });
    expect((await simple.browser.call('POST', simple.hand, await handwritingFor(simple.terms, mouse))).statusCode).toBe(
      200,
    );
    const captured = (await events(simple.id)).find(({ type }) => type === 'bio.captured');
    expect(captured?.detail).toMatch(/^mouse, /);

    const { id, browser, hand, terms } = await readOnTablet();
    const { database } = stage.test.world;
    await insertAdherence(database, (await stage.newDocument()).id);
    const { id: adherence_id } = await database.read.selectFrom('fea_adherence').select('id').executeTakeFirstOrThrow();
    const session_id = Number(terms.session);
    await database.transaction((tx) =>
      tx.insertInto('fea_use').values({ session_id, document_id: id, adherence_id }).execute(),
    );
    expect((await browser.call('GET', hand)).json()).toMatchObject({ advanced: true, mouse: false });
    expect(told(await browser.call('POST', hand, await handwritingFor(terms, mouse)))).toEqual([
      422,
      'signing.handRefused',
    ]);
    expect(await rows(id)).toEqual([]);
    expect((await browser.call('POST', hand, await handwritingFor(terms))).statusCode).toBe(200);
    Object.assign(settings, { mouseEntities: [] });
  });

  it('the dealer’s staff sign afterwards, without handwriting', async () => {
    const { id, browser, hand, terms } = await readOnTablet({ type: 'SALE_NEW_PROPOSAL' });
    expect((await browser.call('POST', hand, await handwritingFor(terms))).json()).toMatchObject({ state: 'SIGNED' });
    await stage.test.world.jobs.drain();
    expect(await stage.document(id)).toMatchObject({ status: 'START_SIGN' });
    const { read: db } = stage.test.world.database;
    for (const login of ['dealer', 'manager', 'operator']) {
      const actor = await findUser(db, { login });
      const mine = (await db.selectFrom('staff_signature').selectAll().where('document_id', '=', id).execute()).filter(
        (one) => one.user_id === actor?.id && one.is_turn,
      );
      if (actor === undefined || mine.length === 0) continue;
      await signInPortal(stage.test.world, { actor, sessionId: 'test', by: staffActor(actor) }, id);
    }
    const { verification, findings } = await examine(await signedFile(id), await custodianKey(), {
      anchors: await anchors(),
    });
    expect(verification.intact).toBe(true);
    expect(verification.signatures.every(({ indication }) => indication === 'TOTAL-PASSED')).toBe(true);
    expect(findings.length).toBe(terms.points.length);
    expect(findings.flatMap(({ faults, signer }) => [...faults, signer])).toEqual(
      terms.points.map(() => 'Ginevra Provetti'),
    );
    expect(verification.signatures.length).toBeGreaterThan(findings.length + 1);
  });

  it('the session is completed once by two nodes, after one that crashed before erasing', async () => {
    const { id, browser, hand, terms } = await readOnTablet();
    const { world } = stage.test;
    let stop = true;
    // The signing node dies when it requests the seal.
    const dying: World = {
      ...world,
      sealer: {
        ...world.sealer,
        sealingKey: async () => {
          if (stop) throw new Error('killed');
          return world.sealer.sealingKey();
        },
      },
    };
    const dead = vi.spyOn(world.sealer, 'sealingKey').mockRejectedValue(new Error('killed'));
    expect((await browser.call('POST', hand, await handwritingFor(terms))).statusCode).toBe(200);
    const [row] = await rows(id);
    await expect(completeSession(dying, row?.session_id ?? 0)).rejects.toThrow('killed');
    expect((await rows(id))[0]?.envelope).toEqual(expect.any(String));
    dead.mockRestore();
    stop = false;
    await Promise.all([1, 2].map(() => completeSession(dying, row?.session_id ?? 0)));
    expect((await rows(id))[0]).toMatchObject({ envelope: null, drawing: null });
    const { findings } = await examine(await signedFile(id), await custodianKey(), { anchors: await anchors() });
    expect(findings).toMatchObject([{ faults: [] }]);
  });

  it('the session stops at once when the device is disabled', async () => {
    const { hand, terms, browser } = await readOnTablet();
    await stage.callAs('admin', 'PUT', `/api/activations/${activation}/device`, { disabled: true });
    expect(told(await browser.call('POST', hand, await handwritingFor(terms)))).toEqual([403, 'device.notActive']);
    await stage.callAs('admin', 'PUT', `/api/activations/${activation}/device`, { disabled: false });
    expect((await browser.call('POST', hand, await handwritingFor(terms))).statusCode).toBe(200);
  });
});
