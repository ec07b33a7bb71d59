/** What the authorities publish is public; other paths give 404. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isIssuedBy, readCrl } from '#formats/crl.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it.each(['issuing', 'root'])(
  'the authority %s publishes its certificate and its revocation list without a session',
  async (name) => {
    const certificate = await stage.app.inject(`/pki/${name}.crt`);
    expect(certificate.headers).toMatchObject({
      'content-type': 'application/pkix-cert',
      'cache-control': 'public, max-age=3600',
    });
    expect(new X509Certificate(certificate.rawPayload).subject).toContain('DEMO senza valore');
    const list = await stage.app.inject(`/pki/${name}.crl`);
    expect(list.headers['content-type']).toBe('application/pkix-crl');
    const read = readCrl(new Uint8Array(list.rawPayload));
    expect(await isIssuedBy(read, readCertificate(new Uint8Array(certificate.rawPayload)))).toBe(true);
  },
);

it('publishes a list valid for a week, and a newer one the next day', async () => {
  const numbers: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    const { rawPayload } = await stage.app.inject('/pki/issuing.crl');
    const { thisUpdate, nextUpdate } = readCrl(new Uint8Array(rawPayload));
    const now = stage.test.clock.now().getTime();
    expect(now - thisUpdate.getTime()).toBeLessThanOrEqual(86_400_000);
    expect((nextUpdate?.getTime() ?? 0) - now).toBeGreaterThan(5 * 86_400_000);
    numbers.push(thisUpdate.toISOString());
    stage.test.clock.advance(86_400 + 60);
  }
  expect(new Set(numbers).size).toBe(3);
});

it.each(['seal.crt', 'root.pem', 'root', 'issuing.key', '..%2Froot.pem'])('%s is not found', async (file) => {
  const answer = await stage.app.inject({ url: `/pki/${file}`, headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(404);
});
