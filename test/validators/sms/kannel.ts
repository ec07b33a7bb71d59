/** Kannel on loopback, over HTTP towards us and over SMPP towards a simulated SMS centre (Debian: kannel). */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpGatewaySettings } from '#adapters/messages/sms/sms-http.ts';
import { ownPort } from '#test/hosts/server-process.ts';
import { launch, requireProgram, stop, waitForPort } from './process.ts';

export interface Kannel {
  /** The URL of `sendsms`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  close(): Promise<void>;
}

/** @param centre port of the SMS centre, whose password is `segreta`. */
export async function startKannel(centre: number): Promise<Kannel> {
  await requireProgram('/usr/sbin/bearerbox', 'kannel');
  const folder = await mkdtemp(join(tmpdir(), 'kannel-'));
  const [admin, boxes, http] = [await ownPort(), await ownPort(), await ownPort()];
  const [user, password] = ['fascicolo', 'parola & chiave+1'];
  const file = join(folder, 'kannel.conf');
  await writeFile(
    file,
    [
      `group = core\nadmin-port = ${admin}\nadmin-interface = "127.0.0.1"\nadmin-password = x\nsmsbox-port = ${boxes}`,
      `smsbox-interface = "127.0.0.1"\nbox-allow-ip = "127.0.0.1"\nstore-location = ${join(folder, 'store')}\nsms-resend-freq = 1\nlog-level = 1\n`,
      `group = smsc\nsmsc = smpp\nsmsc-id = centro\nhost = 127.0.0.1\nport = ${centre}\ntransceiver-mode = true`,
      'smsc-username = kannel\nsmsc-password = segreta\nsystem-type = ""\nreconnect-delay = 1\n',
      `group = smsbox\nbearerbox-host = 127.0.0.1\nsendsms-port = ${http}\nsendsms-interface = "127.0.0.1"\nlog-level = 1\n`,
      `group = sendsms-user\nusername = ${user}\npassword = "${password}"\nmax-messages = 3\nconcatenation = true\n`,
      'group = sms-service\nkeyword = default\nmax-messages = 0\ntext = ""\n',
    ].join('\n'),
  );
  const bearer = launch('/usr/sbin/bearerbox', [file]);
  try {
    await waitForPort(boxes, bearer.process, bearer.said);
    const box = launch('/usr/sbin/smsbox', [file]);
    try {
      await waitForPort(http, box.process, box.said);
    } catch (error) {
      await stop(box.process);
      throw error;
    }
    return {
      url: `http://127.0.0.1:${http}/cgi-bin/sendsms`,
      ...{ user, password },
      async close() {
        await stop(box.process);
        await stop(bearer.process);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop(bearer.process);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** As in docs/operations/sms.md: credentials in headers, not in an address that proxies log. */
export const settingsFor = ({ url, user, password }: Kannel): HttpGatewaySettings => ({
  system: 'sms-1',
  url,
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
  authentication: { kind: 'placed', user, password },
  answer: {
    acceptedStatus: [202],
    acceptedText: null,
    acceptedPath: null,
    refusedText: null,
    idPath: null,
    idText: null,
  },
  ca: null,
  connectLimit: 10_000,
  answerLimit: 10_000,
});
