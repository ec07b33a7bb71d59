/** `doctor` on webhooks before any is sent. */
import { expect, it } from 'vitest';
import { inEnglish } from '#test/finding-lines.ts';
import { checkWebhooks } from './check-webhooks.ts';

it('reports hosts that do not resolve, and invalid certificates', async () => {
  const rules = { allowLoopback: false, certificates: null };
  expect(await checkWebhooks({ ...rules, allowedHosts: [] })).toMatchObject([{ level: 'ok' }]);
  const inside = await checkWebhooks({ ...rules, allowedHosts: ['localhost', '127.0.0.1:8443', '::1'] });
  expect(inEnglish(inside)).toMatchObject([{ level: 'ok', text: expect.stringContaining('127.0.0.1:8443') }]);
  const wrong = { ...rules, allowedHosts: ['-.invalid:8443'], certificates: '/nowhere/authorities.pem' };
  expect(inEnglish(await checkWebhooks(wrong))).toMatchObject([
    { name: 'WEBHOOK_CERTIFICATES', level: 'failure', text: expect.stringContaining('there is no such file') },
    { name: 'WEBHOOK_ALLOWED_HOSTS', level: 'warning', text: expect.stringContaining('-.invalid:8443') },
  ]);
});
