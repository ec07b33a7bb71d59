/** Routes of tablets: requesting a pairing and reading its outcome. */
import * as contract from '#contract/devices.ts';
import { findDealer } from '../dealers/index.ts';
import { browserOf, networkOf } from '../http/request/caller.ts';
import { type DeviceCaller, type Serving, serveDevice, serveOpen } from '../http/route.ts';
import { callerOfRequest } from './call-proofs.ts';
import { claimCode } from './pairing.ts';

/** Codes that one network may try: many more than a showroom needs, negligible against 80 bits. */
const CODE_LIMIT = { limit: 30, windowSeconds: 15 * 60 };

export function deviceRoutes(serving: Serving): void {
  const { database, clock } = serving.world;

  const present = async (caller: DeviceCaller): Promise<contract.DeviceFacts> => ({
    state: caller.state,
    number: caller.number,
    deviceName: caller.name,
    deviceLabel: caller.label,
    dealerName: (await findDealer(database.read, caller.hst))?.name ?? caller.hst,
    waitsUntil: caller.waitsUntil?.toISOString() ?? null,
  });

  serveOpen(serving, contract.claimDeviceCode, async ({ body, request }) => {
    await serving.countCall(`device-code:${networkOf(request.ip)}`, CODE_LIMIT);
    const at = clock.now();
    const client = { ip: request.ip, userAgent: browserOf(request) };
    const pairing = await database.transaction((tx) => claimCode(tx, body, client, at));
    return present(callerOfRequest(pairing, at));
  });

  serveDevice(serving, contract.getDevice, 'anyState', async ({ device }) => present(device));
}
