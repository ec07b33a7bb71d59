/** RFC 5280, section 6: which paths lead to an anchor, and what makes a path invalid. */

import { describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import {
  certificatesFromPem,
  checkPath,
  findPath,
  hasRevocationSource,
  isConsistentCertificateSet,
  serialOf,
  subjectFacts,
} from './certificate-path.ts';
import { readCertificate } from './signed-data.ts';
import { makeKey, type TestKey } from './test-keys.suite.ts';
import { issueCertificate } from './x509-issue.ts';

const now = testNow();
const root = await makeKey('root', { subject: [{ type: 'CN', value: 'Radice' }] });
const issuing = await makeKey('issuing', { issuer: root, subject: [{ type: 'CN', value: 'Emittente' }] });
const signer = await makeKey('signer', { issuer: issuing });
const timestamping = await makeKey('timestamping', { issuer: root });
const unrelated = await makeKey('root', { subject: [{ type: 'CN', value: 'Radice' }] });

const pathOf = (key: TestKey, candidates: TestKey[] = [issuing], anchors: TestKey[] = [root]) =>
  findPath(
    key.certificate,
    candidates.map(({ certificate }) => certificate),
    anchors.map(({ certificate }) => certificate),
  );

const flipped = (der: Uint8Array, at: number): Uint8Array => {
  const copy = der.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('a path', () => {
  it('leads from the signer through the issuing authority to the anchor', async () => {
    const path = await pathOf(signer);
    expect(path?.certificates.map(({ der }) => der)).toEqual([
      signer.certificate,
      issuing.certificate,
      root.certificate,
    ]);
    expect(path && checkPath(path, now, 'signing')).toBeNull();
    expect(path?.isStrong).toBe(true);
  });

  it('is found among unrelated certificates, even with an anchor of the same name', async () => {
    expect(await pathOf(signer, [unrelated, issuing, signer], [unrelated, root])).not.toBeNull();
  });

  it.each<[string, () => ReturnType<typeof pathOf>]>([
    ['without the issuing certificate', () => pathOf(signer, [])],
    ['without an anchor', () => pathOf(signer, [issuing, root], [])],
    ['to an anchor of the same name with another key', () => pathOf(signer, [issuing], [unrelated])],
  ])('is not found %s', async (_, find) => expect(await find()).toBeNull());

  it('is not found with any changed byte of the signer’s signed part or signature', async () => {
    const { certificate } = signer;
    for (let at = 8; at < certificate.length; at += 13) {
      expect(await findPath(flipped(certificate, at), [issuing.certificate], [root.certificate])).toBeNull();
    }
  });

  it('is searched with a limit among certificates made to branch', async () => {
    // Certificates with the same key and name, each issued by all the others.
    const selfIssuer = await makeKey('root', { subject: [{ type: 'CN', value: 'Labirinto' }] });
    const maze: TestKey[] = [];
    for (let n = 1; n <= 25; n++) {
      const certificate = await issueCertificate({
        profile: 'issuing',
        subject: [{ type: 'CN', value: 'Labirinto' }],
        publicKey: selfIssuer.publicKey,
        issuer: selfIssuer.certificate,
        issuerPublicKey: selfIssuer.publicKey,
        serial: Uint8Array.of(n),
        notBefore: new Date('2026-01-01T00:00:00Z'),
        notAfter: new Date('2046-01-01T00:00:00Z'),
        algorithm: selfIssuer.algorithm,
        sign: selfIssuer.sign,
      });
      maze.push({ ...selfIssuer, certificate });
    }
    // Trying every path through them would not finish in reasonable time.
    expect(await pathOf(await makeKey('signer', { issuer: selfIssuer }), [selfIssuer, ...maze])).toBeNull();
  });

  it('is weak when one of its keys is', async () => {
    const weak = await makeKey('signer', { issuer: issuing, rsaBits: 2048 });
    expect((await pathOf(weak))?.isStrong).toBe(false);
    const strong = await makeKey('signer', { issuer: issuing, rsaBits: 3072 });
    expect((await pathOf(strong))?.isStrong).toBe(true);
  });
});

describe('a path is not valid', () => {
  const faultOf = async (key: TestKey, at: Date, purpose: 'signing' | 'timestamping', candidates = [issuing]) => {
    const path = await pathOf(key, candidates);
    return path && checkPath(path, at, purpose);
  };

  it('before and after the time of a certificate, to the second', async () => {
    const notBefore = new Date('2026-05-01T00:00:00Z');
    const notAfter = new Date('2026-06-01T00:00:00Z');
    const key = await makeKey('signer', { issuer: issuing, notBefore, notAfter });
    const at = (time: string) => faultOf(key, new Date(time), 'signing');
    expect(await at('2026-04-30T23:59:59.999Z')).toBe('notYetValid');
    expect(await at('2026-05-01T00:00:00.000Z')).toBeNull();
    expect(await at('2026-06-01T00:00:00.999Z')).toBeNull();
    expect(await at('2026-06-01T00:00:01.000Z')).toBe('expired');
  });

  it('when one of its authorities had expired', async () => {
    const old = await makeKey('issuing', {
      issuer: root,
      subject: [{ type: 'CN', value: 'Vecchia' }],
      notAfter: new Date('2026-02-01T00:00:00Z'),
    });
    expect(await faultOf(await makeKey('signer', { issuer: old }), now, 'signing', [old])).toBe('expired');
  });

  it('for another purpose than the certificate’s', async () => {
    expect(await faultOf(timestamping, now, 'timestamping')).toBeNull();
    expect(await faultOf(timestamping, now, 'signing')).toBe('constraints');
    expect(await faultOf(signer, now, 'timestamping')).toBe('constraints');
  });

  it('through a certificate that is not an authority', async () => {
    expect(await faultOf(await makeKey('signer', { issuer: signer }), now, 'signing', [signer, issuing])).toBe(
      'constraints',
    );
  });

  it('below an authority that allows none below it', async () => {
    const below = await makeKey('issuing', { issuer: issuing, subject: [{ type: 'CN', value: 'Sotto' }] });
    expect(await faultOf(await makeKey('signer', { issuer: below }), now, 'signing', [below, issuing])).toBe(
      'constraints',
    );
  });
});

describe('the certificates of a signature', () => {
  const anchors = [root.certificate];
  it('are valid when each is proven', async () => {
    expect(await isConsistentCertificateSet([signer.certificate, issuing.certificate, root.certificate], anchors)).toBe(
      true,
    );
    expect(await isConsistentCertificateSet([signer.certificate], anchors)).toBe(true);
  });

  it('are invalid with an altered copy of the anchor, at any byte', async () => {
    for (let at = 4; at < root.certificate.length; at += 11) {
      expect(await isConsistentCertificateSet([signer.certificate, flipped(root.certificate, at)], anchors)).toBe(
        false,
      );
    }
  });
});

describe('facts of a certificate', () => {
  it('are the name, the organisation and whether it is a person', async () => {
    const person = await makeKey('signer', {
      issuer: issuing,
      subject: [
        { type: 'O', value: 'Autoesempio S.p.A.' },
        { type: 'SN', value: 'Provetti' },
        { type: 'CN', value: 'Ginevra Provetti Čertová' },
      ],
    });
    expect(subjectFacts(readCertificate(person.certificate))).toEqual({
      name: 'Ginevra Provetti Čertová',
      organization: 'Autoesempio S.p.A.',
      isPerson: true,
    });
    expect(subjectFacts(readCertificate(issuing.certificate)).isPerson).toBe(false);
    expect(serialOf(person.certificate)).toBe(Buffer.from(person.serial).toString('hex'));
  });

  it('exclude a revocation list for short-lived and demo certificates', () => {
    for (const { certificate } of [signer, issuing, timestamping]) {
      expect(hasRevocationSource(readCertificate(certificate))).toBe(false);
    }
  });

  it('include a revocation list if the certificate names one', () => {
    const fields = readCertificate(issuing.certificate);
    const extensions = new Map([['2.5.29.31', { critical: false, value: Uint8Array.of(0x30, 0) }]]);
    expect(hasRevocationSource({ ...fields, extensions })).toBe(true);
  });
});

it('PEM gives its certificates and nothing for other content', () => {
  const base64 = Buffer.from(root.certificate).toString('base64').replace(/.{64}/g, '$&\n');
  const pem = `x\n-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  expect(certificatesFromPem(pem + pem)).toEqual(
    [root.certificate, root.certificate].map((der) => Uint8Array.from(der)),
  );
  expect(certificatesFromPem('-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----')).toEqual([]);
});
