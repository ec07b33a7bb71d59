/** A custodian's key that no person holds as a whole, and parts that combine or explain why not. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWithOutput } from '#test/run-command.ts';
import { joinKey, type KeyPart, PartsRefused, partText, readPart, splitKey } from './custodian/key-parts.ts';
import { joinShares, splitSecret } from './custodian/shamir.ts';
import { custodian } from './custodian.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'custodian-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runWithOutput(custodian, args);

describe('shares of a secret', () => {
  const scheme = fc
    .integer({ min: 2, max: 12 })
    .chain((parts) => fc.tuple(fc.constant(parts), fc.integer({ min: 2, max: parts })));

  it('restore it from any sufficient number, in any order', () => {
    fc.assert(
      fc.property(
        scheme,
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.infiniteStream(fc.nat()),
        (of, secret, order) => {
          const [parts, needed] = of;
          const shuffled = splitSecret(secret, parts, needed)
            .map((share) => ({ share, rank: order.next().value ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ share }) => share);
          expect(joinShares(shuffled.slice(0, needed))).toEqual(secret);
          expect(joinShares(shuffled)).toEqual(secret);
        },
      ),
    );
  });

  it('give something else from fewer', () => {
    const secret = new Uint8Array(32).fill(9);
    const shares = splitSecret(secret, 5, 3);
    expect(joinShares(shares.slice(0, 2))).not.toEqual(secret);
  });

  it('of one byte take every value for any secret, when one is missing', () => {
    // With two of two, each value of one share is equally likely under every secret: over many splits all must occur.
    for (const secret of [0, 255]) {
      const seen = new Set(Array.from({ length: 6000 }, () => splitSecret(Uint8Array.of(secret), 2, 2)[0]?.value[0]));
      expect(seen.size).toBe(256);
    }
  });

  it('can number 255, all of which are required', () => {
    const secret = Uint8Array.of(1, 2, 3);
    expect(joinShares(splitSecret(secret, 255, 255))).toEqual(secret);
  });

  it.each([
    [1, 1],
    [3, 1],
    [2, 3],
    [256, 2],
    [3, 2.5],
  ])('are refused for %d parts of which %d are required', (parts, needed) => {
    expect(() => splitSecret(Uint8Array.of(1), parts, needed)).toThrow(RangeError);
  });
});

describe('parts of a key', () => {
  const key = new Uint8Array(1800).map((_, n) => n);
  const certificate = 'ab'.repeat(32);
  const texts = splitKey(key, certificate, 3, 2).map((part) =>
    partText(part, 'Custode', new Date('2026-11-22T12:00:00Z')),
  );
  const read = (n: number, change = (text: string) => text): KeyPart =>
    readPart(change(texts[n] ?? ''), `parte-${n + 1}.txt`);

  it('are restored from any two of three', () => {
    for (const pair of [
      [0, 1],
      [0, 2],
      [2, 1],
    ] as const) {
      expect(new Uint8Array(joinKey(pair.map((n) => read(n))))).toEqual(key);
    }
  });

  it('are read in spite of other spaces, line endings and letter case', () => {
    const copied = (text: string) =>
      text.replaceAll('\n', '\r\n').replace(/([0-9a-f]{4}) /g, (pair) => `${pair.toUpperCase()}  `);
    expect(new Uint8Array(joinKey([read(0, copied), read(1)]))).toEqual(key);
  });

  it('contain neither the key nor one another’s shares', () => {
    for (const text of texts)
      expect(text.replace(/\s/g, '')).not.toContain(Buffer.from(key.subarray(0, 16)).toString('hex'));
    expect(new Set(texts.map((text) => /Quota:\n\s*(.*)/.exec(text)?.[1])).size).toBe(3);
  });

  it.each([
    ['none', [], 'alcuna parte'],
    ['one', [0], 'una sola'],
    ['the same twice', [1, 1], 'una sola'],
  ])('are too few: %s', (_, which, why) => {
    expect(() => joinKey(which.map((n) => read(n)))).toThrow(PartsRefused);
    expect(() => joinKey(which.map((n) => read(n)))).toThrow(why);
  });

  it('of different keys are distinguished', () => {
    const [other] = splitKey(key, 'cd'.repeat(32), 3, 2);
    if (!other) throw new Error('no part');
    expect(() => joinKey([read(0), other])).toThrow('stessa chiave');
  });

  it('with a wrong share but a valid checksum give no wrong key', () => {
    const [first, second] = [read(0), read(1)];
    const wrong = { ...second, share: second.share.with(3, (second.share[3] ?? 0) ^ 1) };
    expect(() => joinKey([first, wrong])).toThrow('non danno la chiave');
  });

  it('with any wrong digit are refused by name', () => {
    const text = texts[0] ?? '';
    const from = text.indexOf('Certificato:');
    const digits = [...text.matchAll(/[0-9a-f]/g)].map(({ index }) => index).filter((at) => at > from + 12);
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 1, max: 15 }), (at, by) => {
        const digit = ((Number.parseInt(text.charAt(at), 16) + by) % 16).toString(16);
        if (!/^[\s0-9a-f]*$/.test(text.slice(at - 1, at + 2))) return;
        const changed = `${text.slice(0, at)}${digit}${text.slice(at + 1)}`;
        expect(() => readPart(changed, 'parte-1.txt')).toThrow('parte-1.txt è danneggiata');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['another number', (text: string) => text.replace('Parte: 1 di', 'Parte: 2 di')],
    ['fewer needed', (text: string) => text.replace('ne servono 2', 'ne servono 1')],
    ['a line missing', (text: string) => text.replace(/Quota:\n.*\n/, '')],
    ['no end', (text: string) => text.replace(/=== FINE.*/, '')],
  ])('with %s are refused', (_, change) => expect(() => read(0, change)).toThrow('danneggiata'));

  it('are not read from other files', () => {
    expect(() => readPart('Gentile custode', 'lettera.txt')).toThrow('lettera.txt non contiene una parte di chiave');
  });
});

describe('custodian create', () => {
  it('writes an encryption-only certificate and the requested number of parts, and no key', async () => {
    const out = join(folder, 'custode');
    const wanted = ['--parts=4', '--needed=3', '--name=Notaio di prova'];
    const { code, out: said } = await run('create', '--out', out, ...wanted);
    expect(code).toBe(0);
    const names = (await readdir(out)).sort();
    expect(names).toEqual(['certificato-custode.pem', ...[1, 2, 3, 4].map((n) => `parte-${n}-di-4.txt`)]);
    const pem = await readFile(join(out, 'certificato-custode.pem'), 'utf8');
    const certificate = new X509Certificate(pem);
    expect(certificate.subject).toBe('C=IT\nCN=Notaio di prova');
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new Date(certificate.validTo).getFullYear() - new Date(certificate.validFrom).getFullYear()).toBe(30);
    expect(said).toContain(certificate.fingerprint256.replaceAll(':', '').toLowerCase());
    for (const name of names.slice(1)) {
      expect((await stat(join(out, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(out, name), 'utf8')).not.toContain('PRIVATE KEY');
    }
    const parts = await Promise.all(
      names.slice(2).map(async (name) => readPart(await readFile(join(out, name), 'utf8'), name)),
    );
    const key = createPrivateKey({ key: Buffer.from(joinKey(parts)), format: 'der', type: 'pkcs8' });
    expect(certificate.checkPrivateKey(key)).toBe(true);
  });

  it('refuses a folder that is not empty', async () => {
    const out = await mkdtemp(join(folder, 'piena-'));
    await writeFile(join(out, 'altro.txt'), 'x');
    expect(await run('create', '--out', out)).toMatchObject({ code: 1, err: expect.stringContaining('non è vuota') });
    expect(await readdir(out)).toEqual(['altro.txt']);
  });

  it.each([
    ['nothing', []],
    ['no folder', ['create']],
    ['another verb', ['delete', '--out', 'x']],
    ['one part needed', ['create', '--out', 'x', '--needed', '1']],
    ['more needed than there are', ['create', '--out', 'x', '--parts', '2', '--needed', '3']],
    ['no number', ['create', '--out', 'x', '--parts', 'tre']],
    ['an unknown option', ['create', '--out', 'x', '--key', 'y']],
  ])('shows its usage for %s', async (_, args) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('Uso:') });
  });
});
