/** Recipients of a backup: each can open it independently, others cannot, and unsuitable recipients are refused beforehand. */
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvelopeRefused, openEnvelope, readEnvelopeHeader, sealEnvelope } from '#formats/cms-envelope.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { makeRecipient, type TestRecipient } from '../../../test/backup-recipient.ts';
import { testNow } from '../../../test/clock.ts';
import { openContentKey, RecipientsRefused, readRecipients, sealContentKey } from './recipients.ts';
import { CONTENT_KEY } from './sealed-file.ts';

let folder: string;
let people: TestRecipient[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recipients-'));
  people = [];
  for (const name of ['Direzione', 'Notaio', 'Estraneo']) people.push(await makeRecipient(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

const keyOf = async ({ key }: TestRecipient): Promise<Uint8Array> => {
  const held = createPrivateKey(await readFile(key));
  return new Uint8Array(held.export({ type: 'pkcs8', format: 'der' }));
};

describe('the content key of a backup', () => {
  it('can be opened by each recipient independently, and by no one else', async () => {
    const [first, second, stranger] = people;
    if (!first || !second || !stranger) throw new Error('people are missing');
    const contentKey = randomBytes(CONTENT_KEY);
    const envelope = await sealContentKey(contentKey, [first.recipient, second.recipient]);
    for (const person of [first, second]) {
      const opened = await openContentKey(envelope, await keyOf(person));
      expect(Buffer.from(opened ?? []).equals(contentKey)).toBe(true);
    }
    expect(await openContentKey(envelope, await keyOf(stranger))).toBeNull();
    expect(contentKey.some((byte) => byte !== 0)).toBe(true);
    expect(Buffer.from(envelope).includes(contentKey)).toBe(false);
  });

  it('is not read from an envelope with other content', async () => {
    const [first] = people;
    if (!first) throw new Error('people are missing');
    const envelope = await sealEnvelope(new Uint8Array(31), [first.recipient.certificate]);
    await expect(openContentKey(envelope, await keyOf(first))).rejects.toMatchObject({ code: 'form' });
  });
});

it('an envelope for a single recipient is refused if it has another one', async () => {
  const [first, second] = people;
  if (!first || !second) throw new Error('people are missing');
  const both = await sealEnvelope(new Uint8Array(1), [first.recipient.certificate, second.recipient.certificate]);
  expect(() => readEnvelopeHeader(both)).toThrow(EnvelopeRefused);
  await expect(openEnvelope(both, await keyOf(first))).rejects.toMatchObject({ code: 'form' });
});

describe('recipients', () => {
  const write = async (name: string, pem: string): Promise<string> => {
    await writeFile(join(folder, name), pem);
    return join(folder, name);
  };
  const refused = (path: string, words: RegExp) =>
    expect(readRecipients([path], testNow())).rejects.toThrow(
      expect.objectContaining({ name: RecipientsRefused.name, message: expect.stringMatching(words) }),
    );
  const pemOf = async (...made: Parameters<typeof makeKey>): Promise<string> =>
    new X509Certificate((await makeKey(...made)).certificate).toString();

  it('are read from several files, including several in one, each once', async () => {
    const pems = await Promise.all(people.map(({ certificate }) => readFile(certificate, 'utf8')));
    const path = await write('all.pem', pems.join('\n'));
    const found = await readRecipients([path, people[0]?.certificate ?? ''], testNow());
    expect(found.map(({ name }) => name)).toEqual(['Direzione', 'Notaio', 'Estraneo']);
    expect(found[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['with RSA of 2048 bits', 'custodian', { rsaBits: 2048 }, /3072 bit/],
    ['with a key on a curve', 'custodian', {}, /3072 bit/],
    ['for signing', 'seal', { rsaBits: 3072 }, /per cifrare/],
    ['that has ended', 'custodian', { rsaBits: 3072, notAfter: new Date('2026-02-01T00:00:00Z') }, /non è valido/],
  ] as const)('are refused %s', async (_, profile, options, words) => {
    await refused(await write('wrong.pem', await pemOf(profile, options)), words);
  });

  it('are refused together with the private key, and when the file is not a certificate', async () => {
    const [person] = people;
    if (!person) throw new Error('people are missing');
    for (const key of [person.key, person.lockedKey]) {
      const both = `${await readFile(person.certificate, 'utf8')}${await readFile(key, 'utf8')}`;
      await refused(await write('both.pem', both), /contiene una chiave privata/);
    }
    await refused(await write('none.pem', 'nulla'), /formato PEM/);
    await refused(await write('broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'), /3072/);
    await refused(join(folder, 'absent.pem'), /non si legge/);
  });
});
