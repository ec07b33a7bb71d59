/** Revocation lists as RFC 5280, section 5, requires: a written list is read back, and only the authority's own list is accepted. */
import { describe, expect, it } from 'vitest';
import { isIssuedBy, readCrl } from './crl.ts';
import { childrenOf, DerError, readDer, sequence, toHex } from './der.ts';
import { oid } from './oids.ts';
import { readCertificate } from './signed-data.ts';
import { makeCrl, makeKey } from './test-keys.suite.ts';
import { subjectOf } from './x509-issue.ts';

const thisUpdate = new Date('2026-11-20T08:00:00Z');
const nextUpdate = new Date('2026-11-27T08:00:00Z');

describe('a revocation list', () => {
  it('names issuer, times, and every revoked certificate with its reason', async () => {
    const issuer = await makeKey('root');
    const [lost, plain] = [await makeKey('seal', { issuer }), await makeKey('seal', { issuer })];
    const date = new Date('2026-11-19T10:00:00Z');
    const der = await makeCrl(
      issuer,
      [
        { certificate: lost, date, reason: 'keyCompromise' },
        { certificate: plain, date },
      ],
      { thisUpdate, nextUpdate },
    );
    const list = readCrl(der);
    expect(list).toMatchObject({
      thisUpdate,
      nextUpdate,
      hasCriticalExtension: false,
      signatureAlgorithm: oid.ecdsaWithSha256,
    });
    expect(toHex(list.issuer)).toBe(toHex(subjectOf(issuer.certificate)));
    expect([...list.revoked]).toEqual([
      [toHex(lost.serial), { date, reason: 1 }],
      [toHex(plain.serial), { date, reason: null }],
    ]);
  });

  it('without entries has no empty list, and is of version 2', async () => {
    const der = await makeCrl(await makeKey('root'), [], { thisUpdate, nextUpdate });
    const [body] = childrenOf(readDer(der));
    const tags = body ? childrenOf(body).map(({ tag }) => tag) : [];
    expect(tags).toEqual([0x02, 0x30, 0x30, 0x17, 0x17, 0xa0]);
    expect(readCrl(der).revoked.size).toBe(0);
  });

  it('is accepted from the authority with its key and name, and from no other', async () => {
    const root = await makeKey('root');
    const namesake = await makeKey('root');
    const seal = await makeKey('seal', { issuer: root });
    const own = readCrl(await makeCrl(root));
    expect(await isIssuedBy(own, readCertificate(root.certificate))).toBe(true);
    expect(await isIssuedBy(own, readCertificate(namesake.certificate))).toBe(false);
    const forged = readCrl(await makeCrl(root, [], { signedBy: namesake }));
    expect(await isIssuedBy(forged, readCertificate(root.certificate))).toBe(false);
    // The key matches, but its certificate does not permit signing lists.
    expect(await isIssuedBy(readCrl(await makeCrl(seal)), readCertificate(seal.certificate))).toBe(false);
  });

  it('with one changed bit is refused', async () => {
    const root = await makeKey('root');
    const fields = readCertificate(root.certificate);
    const der = await makeCrl(root, [{ certificate: await makeKey('seal', { issuer: root }) }]);
    for (let at = 4; at < der.length; at += 7) {
      const changed = der.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const isAccepted = await Promise.resolve()
        .then(() => isIssuedBy(readCrl(changed), fields))
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(DerError);
          return false;
        });
      expect(isAccepted, `byte ${at}`).toBe(false);
    }
  });

  it('is not any other structure', async () => {
    expect(() => readCrl(sequence())).toThrow(DerError);
    expect(() => readCrl(Uint8Array.of(1, 2, 3))).toThrow(DerError);
    const { certificate } = await makeKey('root');
    expect(() => readCrl(certificate)).toThrow(DerError);
  });
});
