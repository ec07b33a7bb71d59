/** Issued certificates contain what RFC 5280 requires for their purpose. */
import { Buffer } from 'node:buffer';
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { childrenOf, DerError, readDer, readIdentifier, toHex } from './der.ts';
import { oid } from './oids.ts';
import { readCertificate } from './signed-data.ts';
import { makeKey } from './test-keys.suite.ts';
import { encodeName, keyIdentifierOf } from './x509-issue.ts';

const x509 = (der: Uint8Array) => new X509Certificate(Buffer.from(der));

describe('issued certificates', () => {
  it('chain from a signer to the root by signature and key identifier', async () => {
    const root = await makeKey('root');
    const issuing = await makeKey('issuing', { issuer: root });
    const signer = await makeKey('signer', { issuer: issuing });
    expect(x509(root.certificate).verify(x509(root.certificate).publicKey)).toBe(true);
    expect(x509(issuing.certificate).checkIssued(x509(root.certificate))).toBe(true);
    expect(x509(signer.certificate).checkIssued(x509(issuing.certificate))).toBe(true);
    expect(x509(signer.certificate).verify(x509(issuing.certificate).publicKey)).toBe(true);
    expect(x509(signer.certificate).verify(x509(root.certificate).publicKey)).toBe(false);
    const authority = readCertificate(signer.certificate).extensions.get(oid.authorityKeyIdentifier);
    expect(toHex(authority?.value ?? new Uint8Array())).toContain(toHex(await keyIdentifierOf(issuing.publicKey)));
  });

  it('allow only authorities to issue, and the issuing one no further authorities', async () => {
    const root = await makeKey('root');
    const constraints = async (profile: 'root' | 'issuing' | 'signer' | 'seal' | 'timestamping') => {
      const { certificate } = await makeKey(profile, { issuer: root });
      return toHex(readCertificate(certificate).extensions.get(oid.basicConstraints)?.value ?? new Uint8Array());
    };
    expect(x509(root.certificate).ca).toBe(true);
    expect(await constraints('root')).toBe('30030101ff');
    expect(await constraints('issuing')).toBe('30060101ff020100');
    for (const profile of ['signer', 'seal', 'timestamping'] as const) expect(await constraints(profile)).toBe('3000');
  });

  it('mark basicConstraints, keyUsage and the purpose of timestamps as critical', async () => {
    const { certificate } = await makeKey('timestamping');
    const { extensions } = readCertificate(certificate);
    for (const critical of [oid.basicConstraints, oid.keyUsage, oid.extendedKeyUsage]) {
      expect(extensions.get(critical)?.critical).toBe(true);
    }
    const purposes = childrenOf(readDer(extensions.get(oid.extendedKeyUsage)?.value ?? new Uint8Array()));
    expect(purposes.map(readIdentifier)).toEqual([oid.timeStamping]);
    expect(extensions.get(oid.subjectKeyIdentifier)?.critical).toBe(false);
  });

  it('mark only a signer as short-lived and never revoked', async () => {
    const has = async (profile: 'signer' | 'seal') =>
      readCertificate((await makeKey(profile)).certificate).extensions.has(oid.noRevocationAvailable);
    expect(await has('signer')).toBe(true);
    expect(await has('seal')).toBe(false);
  });

  it('support names with every Latin letter, truncated to what validators accept', async () => {
    const long = `Žofia ${'Čertovà'.repeat(20)}`;
    const { certificate } = await makeKey('signer', { subject: [{ type: 'CN', value: long }] });
    expect(x509(certificate).subject).toBe(`CN=${[...long].slice(0, 64).join('')}`);
  });

  it('use times in whole seconds, in the form for their century', async () => {
    const { certificate } = await makeKey('root', { notAfter: new Date('2051-06-01T00:00:00.900Z') });
    expect(readCertificate(certificate).notAfter.toISOString()).toBe('2051-06-01T00:00:00.000Z');
    expect(x509(certificate).validTo).toContain('2051');
  });

  it('refuse a country or serial number that is not a PrintableString', () => {
    expect(() => encodeName([{ type: 'serialNumber', value: 'atto_1' }])).toThrow(DerError);
    expect(() => encodeName([{ type: 'C', value: 'È' }])).toThrow(DerError);
  });

  it('are issued by RSA authorities too', async () => {
    const root = await makeKey('root', { rsaBits: 2048 });
    const signer = await makeKey('signer', { issuer: root });
    expect(x509(signer.certificate).verify(x509(root.certificate).publicKey)).toBe(true);
  });
});
