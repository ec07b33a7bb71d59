/** The SMPP adapter against a third-party SMS centre: Perl's Net::SMPP. */
// Real time: a foreign process starts and stops in it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmsGateway } from '#adapters/messages/sms/sms-gateway.ts';
import { openSmsLedger, providerIdAt } from '#adapters/messages/sms/sms-ledger.ts';
import { openSmpp, type SmppSettings } from '#adapters/messages/sms/sms-smpp.ts';
import { ownPort } from '#test/hosts/server-process.ts';
import { MAX_PARTS, silentLog, smppSettings, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { makeWorld } from '#test/world.ts';
import { GSM7, GSM7_EXTENSION } from '../../../src/domain/signing/messages/sms-parts.ts';
import { smsSuite } from '../../../src/ports/sms.suite.ts';
import { launch, stop, waitForPort } from './process.ts';

interface Submit {
  readonly destination_addr: string;
  readonly data_coding: number;
  readonly octets: string;
  readonly esm_class: number;
  readonly [field: string]: unknown;
}

async function startCentre() {
  await promisify(execFile)('perl', ['-MNet::SMPP', '-e', '1']).catch(() => {
    throw new Error(
      'Net::SMPP is missing. Install it: sudo apt-get install -y --no-install-recommends libnet-smpp-perl',
    );
  });
  const port = await ownPort();
  const { process, lines, said } = launch('perl', [join(import.meta.dirname, 'smsc.pl'), String(port)]);
  await waitForPort(port, process, said);
  return {
    port,
    told: () => lines().map((line) => JSON.parse(line) as { submit?: Submit; bind?: string; receipt?: number }),
    submits: () => lines().flatMap((line) => (JSON.parse(line) as { submit?: Submit }).submit ?? []),
    close: () => stop(process),
  };
}

const extended = new Map([...GSM7_EXTENSION].map(([character, code]) => [code, character]));

/** Decodes with the tables of 3GPP TS 23.038, independently of the adapter's encoder. */
function textOf({ octets, data_coding, esm_class }: Submit): { text: string; reference: string; position: number } {
  const bytes = Buffer.from(octets, 'hex');
  const headed = (esm_class & 0x40) !== 0;
  const body = bytes.subarray(headed ? (bytes[0] ?? 0) + 1 : 0);
  let text = '';
  if (data_coding === 8) text = new TextDecoder('utf-16be').decode(body);
  else {
    for (let at = 0; at < body.length; at += 1) {
      const code = body[at] ?? 0;
      if (code === 0x1b) {
        at += 1;
        text += extended.get(body[at] ?? 0) ?? '?';
      } else text += GSM7[code < 0x1b ? code : code - 1];
    }
  }
  return { text, reference: headed ? `part ${bytes[3]}` : octets, position: headed ? (bytes[5] ?? 1) : 1 };
}

function arrivedAt(submits: readonly Submit[], to: string): string[] {
  const texts = new Map<string, string[]>();
  for (const submit of submits.filter((submit) => `+${submit.destination_addr}` === to)) {
    const { text, reference, position } = textOf(submit);
    const parts = texts.get(reference) ?? [];
    parts[position - 1] = text;
    texts.set(reference, parts);
  }
  return [...texts.values()].map((parts) => parts.join(''));
}

const settingsAt = (port: number): SmppSettings => {
  const settings = smppSettings(port);
  return { ...settings, limits: { ...settings.limits, bind: 10_000, answer: 10_000, throttled: 5_000 } };
};

smsSuite('SMPP to Net::SMPP', { unknownNumber: '+393330000001', maxParts: MAX_PARTS }, async () => {
  const [world, centre] = [await makeWorld(), await startCentre()];
  const ledger = openSmsLedger(world.world.database, world.world.clock);
  const gateway = openSmpp(settingsAt(centre.port), {
    log: silentLog,
    onReceipt: ({ providerId, state }) => ledger.storeReceipt({ providerId: providerIdAt('sms-1', providerId), state }),
  });
  return {
    sms: smsThroughBreakers([gateway], ledger),
    arrived: async (to) => arrivedAt(centre.submits(), to),
    async close() {
      await gateway.close();
      await centre.close();
      await world.close();
    },
  };
});

describe('Net::SMPP', () => {
  let centre: Awaited<ReturnType<typeof startCentre>> | undefined;
  let gateway: SmsGateway | undefined;
  afterEach(async () => {
    await gateway?.close();
    await centre?.close();
  });
  const message = { id: 'otp:1', to: '+393331234567', text: 'Codice 123456', validMinutes: 5 };

  it('reads every field correctly, all letters of GSM-7, and others in UCS-2', async () => {
    const started = await startCentre();
    centre = started;
    gateway = openSmpp(settingsAt(started.port), { log: silentLog, onReceipt: async () => undefined });
    const letters = [...GSM7, ...GSM7_EXTENSION.keys()].join('');
    await gateway.send({ ...message, text: letters });
    await gateway.send({ ...message, to: '+393331234568', text: 'Łódź “123456” 🚗' });
    await expect.poll(started.submits, { timeout: 20_000 }).toHaveLength(2);
    const [first, second] = started.submits();
    expect(first).toMatchObject({
      ...{ source_addr: 'Fascicolo', source_addr_ton: 5, source_addr_npi: 0 },
      ...{ destination_addr: '393331234567', dest_addr_ton: 1, dest_addr_npi: 1 },
      ...{ esm_class: 0, data_coding: 0, registered_delivery: 1, validity_period: '000000000500000R' },
    });
    expect(arrivedAt(started.submits(), message.to)).toEqual([letters]);
    expect(second).toMatchObject({ data_coding: 8 });
    expect(arrivedAt(started.submits(), '+393331234568')).toEqual(['Łódź “123456” 🚗']);
    await expect.poll(() => started.told().filter(({ receipt }) => receipt === 0), { timeout: 20_000 }).toHaveLength(2);
  });

  it('throttles once, and the message arrives once', async () => {
    const started = await startCentre();
    centre = started;
    gateway = openSmpp(settingsAt(started.port), { log: silentLog, onReceipt: async () => undefined });
    expect(await gateway.send({ ...message, to: '+393330000002' })).toEqual({ state: 'TAKEN', providerId: 'perl-1' });
    await expect.poll(started.submits, { timeout: 20_000 }).toHaveLength(1);
  });

  it('refuses a wrong password', async () => {
    const started = await startCentre();
    centre = started;
    const settings = { ...settingsAt(started.port), password: 'altra' };
    gateway = openSmpp(settings, { log: silentLog, onReceipt: async () => undefined });
    await expect(gateway.send(message)).rejects.toMatchObject({ mayHaveLeft: false, message: /0x0000000e/ });
  });
});
