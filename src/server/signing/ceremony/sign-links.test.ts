/** Sign links: who may use them, what they show, and that every invalid one looks like an unknown one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { Browser, openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { expireSessions } from '../tasks.ts';
import { enterCeremony, noteCookieLost } from './ceremony.ts';
import { linkToken } from './tokens.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

/** The answer without the parts that differ between calls. */
async function answerOf(path: string): Promise<unknown> {
  const answer = await stage.browser().get(path);
  const { correlationId: _, ...body } = answer.json<Record<string, unknown>>();
  const { date: __, 'content-length': ___, 'x-correlation-id': ____, ...headers } = answer.headers;
  return { status: answer.statusCode, body, headers };
}

const tokenOf = (path: string): string => path.split('/').at(-1) ?? '';

describe('an invalid link', () => {
  it('gets the same 404 whether forged, unknown, truncated, swapped, cancelled or expired', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const other = await stage.startSigning((await stage.newDocument()).id);
    const token = tokenOf(path);
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const forged = [
      flipped,
      `${tokenOf(other).slice(0, 8)}${token.slice(8)}`,
      `${'_'.repeat(8)}${token.slice(8)}`,
      'A'.repeat(32),
      token.slice(0, 31),
      `${token}A`,
      `${token.slice(0, 31)}=`,
      'nessuno',
      linkToken(stage.test.world.secrets, { signerId: 999_999, sessionId: 1, epoch: 1 }),
    ];
    const known = await answerOf(`/api/sign/${flipped}`);
    expect(known).toMatchObject({ status: 404, body: { code: 'signing.unknownLink' } });
    for (const one of forged) expect(await answerOf(`/api/sign/${one}`), one).toEqual(known);

    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`)).statusCode).toBe(200);
    expect(await answerOf(path)).toEqual(known);
    for (const call of ['document', 'signed']) {
      expect(await answerOf(`${path}/${call}`)).toEqual(await answerOf(`/api/sign/${flipped}/${call}`));
    }
    for (const [call, body] of [
      ['otp', {}],
      ['decline', { reason: 'No' }],
      ['sign', { code: '123456', points: ['p1'] }],
    ] as const) {
      const answer = await stage.browser().post(`${path}/${call}`, body);
      expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([404, 'signing.unknownLink', []]);
    }
  });

  it('is one older than 72 hours; the sweep then expires the document, and renewing creates another link', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    stage.test.clock.advance(72 * 3600 + 5);
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect((await stage.browser().post(`${path}/otp`)).statusCode).toBe(404);
    await expireSessions(stage.test.world);
    expect(await stage.document(id)).toMatchObject({ status: 'EXPIRED', signUrl: null });
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {})).json().code).toBe('life.notReady');
    const renewed = await stage.callAs('dealer', 'POST', `/api/documents/${id}/renew`);
    expect(renewed.json()).toMatchObject({ id, status: 'READY_TO_SIGN' });
    const again = await stage.startSigning(id);
    expect(again).not.toBe(path);
    expect((await stage.browser().get(again)).statusCode).toBe(200);
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect(await stage.trail(id)).toEqual(
      expect.arrayContaining(['expired', 'renewed', 'sign.started', 'sign.prepared', 'link.sent']),
    );
  });

  it('stays unknown after the signature was cancelled or declined by a wrong recipient, and restarted', async () => {
    for (const end of ['cancelled', 'notMe'] as const) {
      const { id } = await stage.newDocument();
      const path = await stage.startSigning(id);
      const browser = stage.browser();
      if (end === 'cancelled') await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`);
      else await browser.post(`${path}/decline`, { reason: 'signing.notMe' });
      const again = await stage.startSigning(id);
      const known = await answerOf(`/api/sign/${'A'.repeat(32)}`);
      expect(await answerOf(path), end).toEqual(known);
      // The cookie of the browser that declined does not open the new link either.
      expect((await browser.post(`${path}/otp`)).statusCode, end).not.toBe(200);
      expect((await stage.browser().get(again)).statusCode, end).toBe(200);
    }
  });

  it('cannot be made valid by raising the epoch or by another session of the document', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { world } = stage.test;
    await world.database.read
      .updateTable('signer')
      .set({ link_epoch: 2 })
      .where('state', '=', 'WAITING')
      .where('session_id', 'in', (query) =>
        query.selectFrom('session_document').select('session_id').where('document_id', '=', id),
      )
      .execute();
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    const fresh = pathOf((await stage.document(id)).signUrl ?? '');
    expect((await stage.browser().get(fresh)).statusCode).toBe(200);
  });
});

describe('a valid link', () => {
  it('has no effect when it is only viewed: no cookie, no event, no change for the dealer', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const before = await stage.trail(id);
    const answer = await stage.browser().get(path);
    expect(answer.cookies).toEqual([]);
    expect(await stage.trail(id)).toEqual(before);
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(signers[0].state).toBe('WAITING');
  });

  it('reveals neither signer nor file name before the first factor', async () => {
    const { id, customer } = await stage.newDocument();
    const { body } = await stage.browser().get(await stage.startSigning(id));
    for (const secret of [
      'Ginevra',
      'Provetti',
      'preventivo ',
      customer.email,
      customer.phone.slice(4, -3),
      'RSSMRA',
    ]) {
      expect(body).not.toContain(secret);
    }
  });

  it('is not shown for a brand that is read-only for the caller, who may sign in another one', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    const brands = JSON.stringify([
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'mini', permissions: ['SALE_NEW'] },
    ]);
    await stage.read.updateTable('app_user').set({ brands }).where('login', '=', 'manager').execute();
    expect((await stage.callAs('manager', 'GET', `/api/documents/${id}`)).json()).toMatchObject({ id, signUrl: null });
    const start = await stage.callAs('manager', 'POST', `/api/documents/${id}/sign`, {});
    expect([start.statusCode, start.json().code]).toEqual([403, 'access.readonly']);
  });

  it('is never logged, nor is a code', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    await browser.post(`${path}/sign`, { code: '000000', points });
    await browser.post(`${path}/sign`, { code, points });
    await stage.test.world.jobs.drain();
    const log = stage.test.logLines.join('');
    expect(log).toContain('/api/sign/:token');
    expect(log).not.toContain(tokenOf(path));
    expect(log).not.toContain(code);
  });

  it('shows only its own documents', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const foreign = await stage.newDocument();
    await stage.startSigning(foreign.id);
    const browser = stage.browser();
    expect((await browser.read(path, id)).statusCode).toBe(200);
    expect((await browser.get(`${path}/document?id=${foreign.id}`)).json().code).toBe('signing.unknownLink');
    expect((await browser.get(`${path}/document?id=abc`)).statusCode).toBe(400);
  });
});

describe('the ceremony', () => {
  it('is bound to the first browser that acts; others are refused', async () => {
    const { path, browser, code, points, id } = await stage.readyToConfirm();
    const other = stage.browser('Un altro telefono');
    for (const [call, body] of [
      ['otp', {}],
      ['sign', { code, points }],
      ['decline', { reason: 'Non voglio' }],
    ] as const) {
      const answer = await other.post(`${path}/${call}`, body);
      expect([answer.statusCode, answer.json().code], call).toEqual([409, 'signing.notYours']);
      expect(answer.cookies).toEqual([]);
    }
    other.cookie = `${browser.cookie?.slice(0, -1)}${browser.cookie?.endsWith('A') ? 'B' : 'A'}`;
    expect((await other.post(`${path}/sign`, { code, points })).json().code).toBe('signing.notYours');
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  });

  it('starts only by POST: fetching the link and its document gives nothing', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const before = await stage.trail(id);
    const scanner = stage.browser('Filtro della posta');
    expect((await scanner.get(path)).json().place).toBe('FREE');
    expect((await scanner.get(`${path}/document`)).json().code).toBe('signing.notOpened');
    expect([await stage.trail(id), scanner.cookie]).toEqual([before, undefined]);
    const browser = stage.browser();
    expect((await browser.post(`${path}/open`)).json().place).toBe('HERE');
    expect((await browser.get(`${path}/document`)).statusCode).toBe(200);
    expect((await scanner.get(path)).json().place).toBe('ELSEWHERE');
    expect(await stage.trail(id)).toEqual([...before, 'link.opened', 'document.shown']);
  });

  it('can be moved to another browser on request, and starts over there', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const other = stage.browser('Un altro telefono');
    expect((await other.takeOver(path)).json().place).toBe('HERE');
    expect((await browser.post(`${path}/sign`, { code, points })).json().code).toBe('signing.notYours');
    expect((await other.post(`${path}/sign`, { code, points })).json().code).toBe('signing.notRead');
    await other.read(path);
    expect((await other.post(`${path}/sign`, { code, points })).json().code).toBe('otp.none');
    expect((await stage.trail(id)).filter((type) => type === 'link.opened')).toHaveLength(2);
  });

  it('does not accept another signer’s cookie', async () => {
    const first = await stage.readyToConfirm();
    const second = await stage.readyToConfirm();
    const thief = stage.browser();
    thief.cookie = first.browser.cookie;
    const answer = await thief.post(`${second.path}/sign`, { code: second.code, points: second.points });
    expect(answer.json().code).toBe('signing.notYours');
  });

  it('may restart when the first response was lost, and is then bound to the second browser', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { database } = stage.test.world;
    const lost = stage.browser();
    await lost.post(`${path}/otp`);
    // The state after a crash between commit and answer: the binding is stored, its arrival is not.
    await stage.test.world.jobs.drain();
    await database.read.updateTable('signer').set({ opened_date: null }).execute();
    stage.test.clock.advance(30);
    const again = stage.browser();
    const answer = await again.post(`${path}/otp`);
    expect(answer.json().code).toBe('otp.tooSoon');
    expect(answer.cookies).toHaveLength(1);
    expect((await lost.post(`${path}/otp`)).json().code).toBe('signing.notYours');
    expect((await again.post(`${path}/otp`)).json().code).toBe('otp.tooSoon');
  });

  /** A link bound to its first browser, with the cookie not delivered yet. */
  async function onItsWay() {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { world } = stage.test;
    const nobody = { ip: null, userAgent: null };
    const { link } = await enterCeremony(world, path.split('/').at(-1) ?? '', () => undefined, nobody);
    return { path, world, signerId: link.signer.id, binding: link.signer.ceremony_binding };
  }

  it('is bound to one browser while its cookie is in transit, whichever node another browser calls', async () => {
    const { path, world, signerId } = await onItsWay();
    const elsewhere = await buildApp({ ...world });
    const other = new Browser(elsewhere);
    const readings = async () =>
      world.database.read.selectFrom('signer_reading').selectAll().where('signer_id', '=', signerId).execute();
    expect((await other.post(`${path}/otp`)).json().code).toBe('signing.notYours');
    expect((await other.get(`${path}/document`)).json().code).toBe('signing.notYours');
    expect(await readings()).toEqual([]);
    stage.test.clock.advance(30);
    const answer = await other.post(`${path}/otp`);
    expect([answer.statusCode, answer.cookies.length]).toEqual([200, 1]);
    await elsewhere.close();
  });

  it('may restart at once when the connection broke before the cookie was sent', async () => {
    const { path, world, signerId, binding } = await onItsWay();
    await noteCookieLost(world, signerId, binding);
    expect((await stage.browser().post(`${path}/otp`)).statusCode).toBe(200);
  });

  it('keeps the copy available to its browser for thirty days, with a 404 for all others', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    await browser.post(`${path}/sign`, { code, points });
    await stage.test.world.jobs.drain();
    expect((await browser.get(`${path}/signed`)).statusCode).toBe(200);
    for (const call of ['', '/signed', '/document']) {
      expect((await stage.browser().get(`${path}${call}`)).json().code, call).toBe('signing.unknownLink');
    }
    stage.test.clock.advance(29 * 86_400);
    expect((await browser.get(`${path}/signed`)).statusCode).toBe(200);
    stage.test.clock.advance(2 * 86_400);
    expect((await browser.get(`${path}/signed`)).json().code).toBe('signing.unknownLink');
    expect((await browser.get(path)).statusCode).toBe(404);
  });

  it('offers no signed copy before there is one', async () => {
    const { path, browser } = await stage.readyToConfirm();
    expect((await browser.get(`${path}/signed`)).json().code).toBe('document.notSigned');
    expect((await stage.browser().get(`${path}/signed`)).json().code).toBe('signing.unknownLink');
  });
});
