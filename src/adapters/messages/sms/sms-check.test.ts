/** `doctor` on SMS: each fault in plain words, no message sent, no secret shown. */
import { afterEach, describe, expect, it } from 'vitest';
import { inEnglish } from '#test/finding-lines.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { SmsProvider } from '#test/hosts/sms-provider.ts';
import { providerSettings, smppSettings } from '#test/stages/sms-stage.ts';
import type { GatewaySettings, HttpSettings, SmppGatewaySettings } from './open-gateways.ts';
import { checkSms } from './sms-check.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const provider = async (): Promise<SmsProvider> => {
  const one = await new SmsProvider().listen();
  open.push(one);
  return one;
};
const centre = async (): Promise<SmsCentre> => {
  const one = await new SmsCentre().listen();
  open.push(one);
  return one;
};
const http = (url: string, changes: Partial<HttpSettings> = {}): GatewaySettings => ({
  ...{ kind: 'http', certificates: null, receipts: null, ...providerSettings(url) },
  ...changes,
});
const smpp = (port: number, changes: Partial<SmppGatewaySettings> = {}): GatewaySettings => ({
  ...{ kind: 'smpp', certificates: null, answerLimit: 1_000, ...smppSettings(port) },
  ...changes,
});
const level = async (gateway: GatewaySettings, limit?: number) =>
  inEnglish(await checkSms([gateway], limit)).filter(({ name }) => name !== 'SMS_2_URL');

describe('the check of SMS', () => {
  it('reports that no gateway is configured', async () => {
    expect(await checkSms([])).toEqual([expect.objectContaining({ name: 'SMS_1_URL', level: 'failure' })]);
  });

  it('connects to an HTTP gateway and sends nothing', async () => {
    const one = await provider();
    const findings = await level(http(one.url));
    expect(findings.map((finding) => [finding.name, finding.level])).toEqual([
      ['SMS_1_URL', 'ok'],
      ['SMS_1_RECEIPT_STATE', 'warning'],
    ]);
    expect(one.requests).toEqual([]);
  });

  it('binds and unbinds', async () => {
    const one = await centre();
    expect(await level(smpp(one.port))).toEqual([{ name: 'SMS_1_URL', level: 'ok', text: 'Bound as fascicolo.' }]);
    expect(one.submitCount).toBe(0);
  });

  it('reports a wrong password, without showing it', async () => {
    const one = await centre();
    const [finding] = await level(smpp(one.port, { password: 'geheim' }));
    expect(finding).toMatchObject({ name: 'SMS_1_PASSWORD', level: 'failure' });
    expect(finding?.text).not.toContain('geheim');
  });

  it('reports a closed port, and a missing certificate file', async () => {
    const gone = await centre();
    const { port } = gone;
    await gone.close();
    open.length = 0;
    for (const gateway of [smpp(port), http(`http://127.0.0.1:${port}/`)]) {
      const text = expect.stringContaining('refuses the connection');
      expect(await level(gateway)).toEqual([{ name: 'SMS_1_URL', level: 'failure', text }]);
    }
    const certificates = '/nowhere/ca.pem';
    expect(await level(http('https://127.0.0.1/', { certificates }))).toEqual([
      { name: 'SMS_1_CERTIFICATES', level: 'failure', text: expect.stringContaining('ENOENT') },
    ]);
  });

  it('waits no longer than its limit for a server that does not speak SMPP', async () => {
    const one = await provider();
    const port = Number(new URL(one.url).port);
    expect(await level(smpp(port), 300)).toEqual([
      { name: 'SMS_1_URL', level: 'failure', text: expect.stringContaining('did not answer a bind') },
    ]);
  });

  it('reports a server without TLS where TLS is expected', async () => {
    const one = await provider();
    const [finding] = await level(http(one.url.replace('http:', 'https:')), 2_000);
    expect(finding).toMatchObject({
      name: 'SMS_1_URL',
      level: 'failure',
      text: expect.stringContaining('No connection'),
    });
  });
});
