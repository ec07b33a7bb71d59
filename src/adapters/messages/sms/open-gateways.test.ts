/** An installation's SMS gateways: two protocols, TLS with a private authority, incoming receipts. */
// Real time: certificates are validated against it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realNow } from '#test/clock.ts';
import { inEnglish } from '#test/finding-lines.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { SmsProvider } from '#test/hosts/sms-provider.ts';
import { providerSettings, silentLog, smppSettings } from '#test/stages/sms-stage.ts';
import { makeWorld, type TestWorld } from '#test/world.ts';
import { openLanCertificate, type ServerCertificate } from '../../../local-network.ts';
import { type GatewaySettings, type OpenSms, openSmsGateways } from './open-gateways.ts';
import { checkSms } from './sms-check.ts';

let world: TestWorld;
let folder: string;
let certificate: ServerCertificate;
let certificates: string;
let provider: SmsProvider;
let centre: SmsCentre;
beforeAll(async () => {
  world = await makeWorld();
  folder = await mkdtemp(join(tmpdir(), 'sms-'));
  certificate = await openLanCertificate(folder, '127.0.0.1', realNow());
  certificates = join(folder, 'authority.pem');
  await writeFile(certificates, certificate.cert);
  provider = await new SmsProvider(certificate).listen();
  centre = await new SmsCentre(certificate).listen();
});
afterAll(async () => {
  await provider.close();
  await centre.close();
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

const http = (trusted: string | null): GatewaySettings => ({
  ...{ kind: 'http', ...providerSettings(provider.url), certificates: trusted },
  receipts: { place: { kind: 'json', name: 'report.state' }, delivered: ['DELIVERED'], failed: ['UNDELIVERED'] },
});
const smpp = (trusted: string | null): GatewaySettings => ({
  ...{ kind: 'smpp', ...smppSettings(centre.port), system: 'sms-2', tls: true, certificates: trusted },
  answerLimit: 2_000,
});
const open = (gateways: readonly GatewaySettings[], sends = true): Promise<OpenSms> =>
  openSmsGateways({
    ...{ gateways, sends, maxParts: 3, validMinutes: 60, publicUrl: 'https://firme.example.it' },
    ...{ receiptKey: Buffer.alloc(32, 3), database: world.world.database, clock: world.clock, log: silentLog },
  });
const message = (id: string) => ({ id, to: '+393331234567', text: 'Codice 123456' });

describe('the gateways of an installation', () => {
  it('support TLS with a configured authority, and incoming receipts', async () => {
    const { sms, takeReceipt, close } = await open([http(certificates), smpp(certificates)]);
    const { providerId } = await sms.send(message('otp:1'));
    const address = new URL(provider.accepted[0]?.receipt ?? '');
    expect(address.origin).toBe('https://firme.example.it');
    const body = '{"report":{"state":"DELIVERED"}}';
    expect(await takeReceipt({ url: `${address.pathname}x`, body })).toBe(false);
    expect(await sms.receipts?.([providerId])).toEqual([]);
    expect(await takeReceipt({ url: address.pathname, body })).toBe(true);
    expect(await sms.receipts?.([providerId])).toEqual([{ providerId, state: 'DELIVERED' }]);
    await close();
  });

  it('reveal nothing to a server with an untrusted certificate: the second takes the message', async () => {
    const before = provider.requests.length;
    const { sms, close } = await open([http(null), smpp(certificates)]);
    expect((await sms.send(message('otp:2'))).providerId).toBe('sms-2/c1');
    expect(provider.requests).toHaveLength(before);
    await close();
    const { sms: neither, close: closeNeither } = await open([http(null), smpp(null)]);
    await expect(neither.send(message('otp:3'))).rejects.toMatchObject({ name: 'SmsNotTaken' });
    expect(centre.textsFor(message('').to)).toHaveLength(1);
    await closeNeither();
  });

  it('open no session in a process that sends nothing', async () => {
    const before = centre.bindCount;
    const { sms, receipts, close } = await open([smpp(certificates)], false);
    expect(receipts).toBeNull();
    expect(await sms.receipts?.(['sms-2/c1'])).toEqual([{ providerId: 'sms-2/c1', state: 'DELIVERED' }]);
    expect(centre.bindCount).toBe(before);
    await sms.send(message('otp:4'));
    expect(centre.bindCount).toBe(before + 1);
    await close();
  });

  it('are refused with a missing certificates file', async () => {
    await expect(open([http(join(folder, 'none.pem'))])).rejects.toThrow(
      /^SMS_1_CERTIFICATES: .*none\.pem: there is no such file$/,
    );
  });

  it('are checked by doctor: an untrusted authority is reported, a trusted one is fine', async () => {
    const untrusted = inEnglish(await checkSms([http(null), smpp(null)]));
    expect(untrusted.map(({ name, level }) => [name, level])).toEqual([
      ['SMS_1_URL', 'failure'],
      ['SMS_2_URL', 'failure'],
    ]);
    for (const { text } of untrusted) expect(text).toContain('is of an authority that is not trusted here');
    expect((await checkSms([http(certificates), smpp(certificates)])).map(({ level }) => level)).toEqual(['ok', 'ok']);
  });
});
