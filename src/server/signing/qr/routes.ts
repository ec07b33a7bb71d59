/** Routes of the QR code at the desk: for staff, and for the phone that scanned it. */
import {
  confirmQrRequest,
  exchangeQrCode,
  getQrRequest,
  type QrExchange,
  refuseQrRequest,
} from '#contract/signing/qr.ts';
import { createQrCode } from '#contract/signing/signing.ts';
import { Refusal } from '#domain/errors.ts';
import { findVisible } from '../../documents/index.ts';
import { networkOf, staffActor } from '../../http/request/caller.ts';
import { type Serving, serveOpen, serveStaff } from '../../http/route.ts';
import { clientOf, enterWithCookie, type SignerCall } from '../ceremony/signer-browser.ts';
import { scannedPhoneCookie } from '../ceremony/tokens.ts';
import {
  claimCode,
  confirmPhone,
  type ExchangeStatus,
  findOwnExchange,
  loadExchangeStatus,
  refusePhone,
} from './exchange.ts';
import { findWaitingPhone } from './qr.queries.ts';
import { makeQrCode, readQrCode } from './qr.ts';

/** Invalid tokens that one network may try: negligible against 256 bits. */
const TRY_LIMIT = { limit: 60, windowSeconds: 15 * 60 };

export function qrRoutes(serving: Serving): void {
  const { world } = serving;
  const { read } = world.database;

  serveStaff(serving, createQrCode, ({ params, actor }) => makeQrCode(world, actor, params.id));

  serveStaff(serving, getQrRequest, async ({ params, actor }) => {
    await findVisible(read, actor, params.id, 'document.sign');
    const row = await findWaitingPhone(read, params.id, world.clock.now());
    if (row === undefined) return { request: null };
    return {
      request: {
        id: row.id,
        number: row.match_number,
        userAgent: row.user_agent,
        askedDate: row.claimed_date.toISOString(),
        expiresAt: row.expires_date.toISOString(),
        contended: row.contended_date !== null,
      },
    };
  });

  serveStaff(serving, confirmQrRequest, ({ params, actor, body, request }) =>
    confirmPhone(
      world,
      { actor, by: staffActor(actor, request), documentId: params.id },
      {
        ...{ requestId: body.requestId, number: body.number, signerId: body.signerId ?? null },
        chosen: body.signers ?? {},
      },
    ),
  );

  serveStaff(serving, refuseQrRequest, ({ params, actor, body, request }) =>
    refusePhone(world, { actor, by: staffActor(actor, request), documentId: params.id }, body.requestId),
  );

  /** Returns the link, and its cookie unless another browser already holds the signature, which the link's page then shows. */
  const openPhoneLink = async (
    { token, epoch }: ExchangeStatus & { state: 'OPEN' },
    phone: { exchangeId: number; key: string },
    call: Omit<SignerCall, 'params'>,
  ) => {
    try {
      const cookie = scannedPhoneCookie(world.secrets, { ...phone, epoch });
      await enterWithCookie(world, { ...call, params: { token } }, { cookie });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'signing.unknownLink') throw new Refusal('qr.unknown');
      if (error.code !== 'signing.notYours') throw error;
    }
    return `${world.settings.publicUrl}/sign/${token}`;
  };

  serveOpen(serving, exchangeQrCode, async ({ params, body, request, reply }): Promise<QrExchange> => {
    const { key } = body;
    const code = await readQrCode(world, params.token);
    const own = code === null ? undefined : await findOwnExchange(world, code, key);
    // Valid codes are not counted: a whole showroom or a mobile carrier shares one address.
    if (code === null) await serving.countCall(`qr-code:${networkOf(request.ip)}`, TRY_LIMIT);
    const row = own ?? (code === null ? undefined : await claimCode(world, code, { key, client: clientOf(request) }));
    const status = row === undefined ? null : await loadExchangeStatus(world, row);
    if (row === undefined || status === null) throw new Refusal('qr.unknown');
    const { state } = status;
    return {
      state,
      number: state === 'WAITING' ? status.number : null,
      waitsUntil: state === 'WAITING' ? status.until.toISOString() : null,
      dealer: state === 'WAITING' ? status.dealer : null,
      signUrl: state === 'OPEN' ? await openPhoneLink(status, { exchangeId: row.id, key }, { request, reply }) : null,
    };
  });
}
