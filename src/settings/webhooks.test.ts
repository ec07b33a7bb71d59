/** Webhook settings: internal hosts, their authorities, and what production refuses. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openWebhooks } from '#adapters/webhooks/open-webhooks.ts';
import { webhookFields, webhookProblems, webhookSettings } from './webhooks.ts';

const schema = z.object(webhookFields);

it('reads hosts in any notation of a list', () => {
  const given = schema.parse({ WEBHOOK_ALLOWED_HOSTS: 'DMS.lan, 10.0.0.5:8443 [fd12::5] [fd12::6]:8443' });
  expect(webhookSettings(given)).toEqual({
    allowedHosts: ['dms.lan', '10.0.0.5:8443', 'fd12::5', 'fd12::6:8443'],
    ...{ allowLoopback: false, certificates: null },
  });
  expect(webhookSettings(schema.parse({})).allowedHosts).toEqual([]);
});

it.each(['https://dms.lan', 'dms.lan/', '*.lan', 'dms lan:x', 'u@dms.lan'])('refuses %s as a host', (text) => {
  const parsed = schema.safeParse({ WEBHOOK_ALLOWED_HOSTS: text });
  expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual(['WEBHOOK_ALLOWED_HOSTS']);
});

it('allows loopback only in the demo', () => {
  expect(webhookProblems({ WEBHOOK_LOOPBACK: 'on' }, true).map(({ name }) => name)).toEqual(['WEBHOOK_LOOPBACK']);
  expect(webhookProblems({ WEBHOOK_LOOPBACK: 'on' }, false)).toEqual([]);
  expect(webhookProblems({ WEBHOOK_LOOPBACK: 'off' }, true)).toEqual([]);
});

it('names the setting when the certificates cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  const certificates = join(folder, 'authorities.pem');
  const open = () => openWebhooks({ allowedHosts: [], allowLoopback: false, certificates });
  await expect(open()).rejects.toThrow(`WEBHOOK_CERTIFICATES: ${certificates}: there is no such file`);
  await writeFile(certificates, 'nothing');
  await expect(open()).rejects.toThrow('holds no certificate');
  await rm(folder, { recursive: true });
});
