/** An envelope sealed for the custodian opens with no other key, opens with openssl, and any change to it is detected. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handwritingOfVersion1 } from '#test/attacks/files/handwritten-paper.ts';
import { run } from '#test/validators/foreign-validators.ts';
import { sealEnvelope } from '../cms-envelope.ts';
import { sha256Algorithm } from '../cms-write.ts';
import { childrenOf, DerError, integer, octetString, readDer, sameBytes, sequence, toHex, utf8String } from '../der.ts';
import { makeKey, type TestKey } from '../test-keys.suite.ts';
import { EnvelopeRefused, openInk, sealInk } from './envelope.ts';
import { inkOf } from './iso-capture.ts';
import { sampleCapture } from './samples.suite.ts';

let custodian: TestKey;
let other: TestKey;
beforeAll(async () => {
  custodian = await makeKey('custodian', { rsaBits: 3072 });
  other = await makeKey('custodian', { rsaBits: 3072 });
});

const shownSha256 = new Uint8Array(32).fill(7);
const drawingSha256 = new Uint8Array(32).fill(9);
const bound = () => ({ ink: inkOf(sampleCapture()), shownSha256, session: '4711', field: 'Firma1', drawingSha256 });

async function openssl(envelope: Uint8Array, key: TestKey): Promise<{ code: number; plaintext: Uint8Array }> {
  const folder = await mkdtemp(join(tmpdir(), 'envelope-'));
  try {
    const at = (name: string) => join(folder, name);
    const pem = (kind: string, der: Uint8Array) =>
      `-----BEGIN ${kind}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;
    await writeFile(at('envelope.der'), envelope);
    await writeFile(at('key.pem'), pem('PRIVATE KEY', key.privateKey));
    await writeFile(at('certificate.pem'), pem('CERTIFICATE', key.certificate));
    const input = [
      '-inform',
      'DER',
      '-in',
      at('envelope.der'),
      '-inkey',
      at('key.pem'),
      '-recip',
      at('certificate.pem'),
    ];
    const { code } = await run('openssl', ['cms', '-decrypt', '-binary', ...input, '-out', at('plaintext')]);
    return { code, plaintext: code === 0 ? new Uint8Array(await readFile(at('plaintext'))) : new Uint8Array() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('handwriting in its envelope', () => {
  it('round-trips, with document, session and field', async () => {
    const opened = await openInk(await sealInk(bound(), custodian.certificate), custodian.privateKey);
    expect(opened).toMatchObject({ ...bound(), formatVersion: 'ISO/IEC 19794-7:2014' });
    expect(opened.nonce).toHaveLength(16);
  });

  it('opens version 1, which has no digest of the drawing', async () => {
    const envelope = await handwritingOfVersion1(new Uint8Array(8), custodian, 'Firma1');
    const opened = await openInk(envelope, custodian.privateKey);
    expect(opened).toMatchObject({ field: 'Firma1', ink: bound().ink, drawingSha256: null });
  });

  it('is opened by openssl, to the same bytes', async () => {
    const { code, plaintext } = await openssl(await sealInk(bound(), custodian.certificate), custodian);
    expect(code).toBe(0);
    const [, , ink, digest, , , drawn] = childrenOf(readDer(plaintext));
    expect(toHex(ink?.content ?? new Uint8Array())).toBe(toHex(bound().ink));
    expect(toHex(digest?.content.subarray(-32) ?? new Uint8Array())).toBe('07'.repeat(32));
    expect(toHex(drawn?.content.subarray(-32) ?? new Uint8Array())).toBe('09'.repeat(32));
  });

  it('cannot be opened with another key, by openssl or by the product', async () => {
    const envelope = await sealInk(bound(), custodian.certificate);
    expect((await openssl(envelope, other)).code).not.toBe(0);
    await expect(openInk(envelope, other.privateKey)).rejects.toMatchObject({ code: 'key' });
  });

  it('is rejected by openssl and by the product if a byte of the content is changed', async () => {
    const envelope = await sealInk(bound(), custodian.certificate);
    envelope[envelope.length - 300] = (envelope.at(-300) ?? 0) ^ 1;
    expect((await openssl(envelope, custodian)).code).not.toBe(0);
    await expect(openInk(envelope, custodian.privateKey)).rejects.toMatchObject({ code: 'content' });
  });

  it('is refused after any changed byte except in its recipient’s name', async () => {
    const envelope = await sealInk(bound(), custodian.certificate);
    const name = Buffer.from(envelope).indexOf(Buffer.from('Prova custodian'));
    const end = name + 'Prova custodian'.length + 2 + custodian.serial.length;
    const places = fc.integer({ min: 0, max: envelope.length - 1 }).filter((at) => at < name - 30 || at >= end);
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = envelope.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        await expect(openInk(changed, custodian.privateKey)).rejects.toBeInstanceOf(EnvelopeRefused);
      }),
      { numRuns: 200 },
    );
  });

  it('is different each time', async () => {
    const [one, two] = [await sealInk(bound(), custodian.certificate), await sealInk(bound(), custodian.certificate)];
    expect(sameBytes(one, two)).toBe(false);
  });

  it('overwrites the strokes with zeros, even when it fails', async () => {
    const [kept, failed] = [bound(), bound()];
    await sealInk(kept, custodian.certificate);
    expect(kept.ink.every((byte) => byte === 0)).toBe(true);
    const seal = await makeKey('seal', { rsaBits: 3072 });
    await expect(sealInk(failed, seal.certificate)).rejects.toMatchObject({ code: 'certificate' });
    expect(failed.ink.every((byte) => byte === 0)).toBe(true);
  });
});

describe('a recipient is refused', () => {
  it.each([
    ['with RSA of 2048 bits', () => makeKey('custodian', { rsaBits: 2048 })],
    ['with a key on a curve', () => makeKey('custodian')],
    ['whose certificate is for signing', () => makeKey('seal', { rsaBits: 3072 })],
  ])('%s', async (_, make) => {
    await expect(sealInk(bound(), (await make()).certificate)).rejects.toMatchObject({ code: 'certificate' });
  });
  it('that is not a certificate', async () => {
    await expect(sealInk(bound(), Uint8Array.of(1, 2, 3))).rejects.toMatchObject({ code: 'certificate' });
  });
});

describe('an envelope is not read', () => {
  it.each([
    ['that is empty', new Uint8Array()],
    ['that is another structure', sequence()],
  ])('%s', async (_, bytes) => {
    await expect(openInk(bytes, custodian.privateKey)).rejects.toMatchObject({ code: 'form' });
  });
  it.each([
    ['of version 3', { version: 3, beside: 1 }],
    ['of version 1 with a drawing', { version: 1, beside: 1 }],
    ['of version 2 without a drawing', { version: 2, beside: 0 }],
  ])('%s', async (_, { version, beside }) => {
    const digest = sequence(sha256Algorithm(), octetString(shownSha256));
    const fields = [utf8String('x'), octetString(shownSha256), digest, utf8String('1'), utf8String('F')];
    const drawn = Array.from({ length: beside }, () => digest);
    const plaintext = sequence(integer(version), ...fields, ...drawn, octetString(new Uint8Array(16)));
    const envelope = await sealEnvelope(plaintext, [custodian.certificate]);
    await expect(openInk(envelope, custodian.privateKey)).rejects.toThrow('unsupported version');
  });
  it('that contains something other than handwriting', async () => {
    const envelope = await sealEnvelope(sequence(), [custodian.certificate]);
    await expect(openInk(envelope, custodian.privateKey)).rejects.toBeInstanceOf(DerError);
  });
});
