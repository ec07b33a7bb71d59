/** The HTTP adapter against Kannel, with a simulated SMS centre behind it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpGatewaySettings, openHttpSms } from '#adapters/messages/sms-http.ts';
import { SmsCentre } from '#test/sms-centre.ts';
import { type Kannel, startKannel } from './kannel.ts';

let centre: SmsCentre;
let kannel: Kannel;
beforeAll(async () => {
  centre = await new SmsCentre().listen();
  kannel = await startKannel(centre.port);
});
afterAll(async () => {
  await kannel?.close();
  await centre?.close();
});

const settings = (): HttpGatewaySettings => ({
  system: 'sms-1',
  url: kannel.url,
  method: 'POST',
  headers: {
    'X-Kannel-Username': '{user}',
    'X-Kannel-Password': '{password}',
    'X-Kannel-From': '{from}',
    'X-Kannel-To': '{to}',
    'X-Kannel-Coding': '{coding}',
    'X-Kannel-Validity': '{validity}',
  },
  format: 'text',
  body: '{text}',
  from: 'Fascicolo',
  authentication: { kind: 'placed', user: kannel.user, password: kannel.password },
  answer: {
    acceptedStatus: [202],
    acceptedText: null,
    acceptedPath: null,
    refusedText: null,
    idPath: null,
    idText: null,
  },
  ca: null,
  connectLimit: 5_000,
  answerLimit: 10_000,
});

describe('Kannel', () => {
  it('takes a message, and the SMS centre gets it as it was written', async () => {
    const text = 'Concessionaria Rossi & Figli: codice 483920 + più 10% è à ò € [x]';
    const answer = await openHttpSms(settings()).send({ id: 'otp:1', to: '+393331234567', text, validMinutes: 5 });
    expect(answer).toEqual({ state: 'TAKEN', providerId: 'otp:1' });
    await expect.poll(() => centre.taken, { timeout: 20_000 }).toHaveLength(1);
    expect(centre.taken[0]).toMatchObject({ text, dataCoding: 0, from: 'Fascicolo' });
  });
});
