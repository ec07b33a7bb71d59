/** The QR code for the customer's phone: its contents, its lifetime, and that creating it changes nothing. */
import { decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const generateCode = (login: string, id: number) => stage.callAs(login, 'GET', `/mobile/fdd/qrcode/generate/${id}`);

describe('a QR code', () => {
  it('contains a token that names the document and expires after five minutes', async () => {
    const { id } = await stage.newDocument();
    const before = (await stage.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
    const { token, url } = (await generateCode('dealer', id)).json<{ token: string; url: string }>();
    const { sub, aud, iat = 0, exp = 0 } = decodeJwt(token);
    expect({ sub, aud, seconds: exp - iat }).toEqual({ sub: String(id), aud: 'qr', seconds: 300 });
    expect(url).toBe(`${stage.test.world.settings.publicUrl}/qr/${token}`);
    expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}`)).json()).toEqual(before);
  });

  it('is signed with a separate key that is valid for nothing else', async () => {
    const { id } = await stage.newDocument();
    const { token } = (await generateCode('dealer', id)).json<{ token: string }>();
    const { secrets } = stage.test.world;
    await expect(
      jwtVerify(token, secrets.derive('qr-code'), { currentDate: stage.test.clock.now() }),
    ).resolves.toBeDefined();
    await expect(jwtVerify(token, secrets.derive('session-token'))).rejects.toThrow(/signature/);
    const asStaff = await stage.app.inject({
      method: 'GET',
      url: `/api/documents/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asStaff.statusCode).toBe(401);
    expect((await stage.browser().get(`/api/sign/${token.slice(0, 32)}`)).statusCode).toBe(404);
  });
});
