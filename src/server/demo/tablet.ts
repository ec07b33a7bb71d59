/** A tablet of the demo, paired as a real one is, so that a document can wait for a signature by hand (P-2, P-13). */
import { generateKeyPairSync, sign } from 'node:crypto';
import { readPairingCode } from '#domain/devices/code.ts';
import { statementOfPairing } from '#domain/devices/proof.ts';
import { type Call, callsAs, callsOf, type Reached } from './calls.ts';

/** Dealer whose first seat it takes: that of the paper which is signed by hand (cases.ts). */
const HST = '10003';

async function firstSeat(staff: Call): Promise<number> {
  const seats = (await staff('GET', `/api/activations?hst.equals=${HST}&page=0&size=1&sort=id,asc`)) as {
    id: number;
  }[];
  const [seat] = seats;
  if (seat === undefined) throw new Error(`The demo has no seat for a tablet of ${HST}`);
  return seat.id;
}

/** Code, request and the staff's word. Its key is kept nowhere: nobody ever acts with it. */
export async function pairTablet(reached: Reached): Promise<void> {
  const staff = await callsAs(reached, 'admin');
  const id = await firstSeat(staff);
  const { code } = (await staff('POST', `/api/activations/${id}/device-code`)) as { code: string };
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  const statement = Buffer.from(statementOfPairing(readPairingCode(code) ?? '', publicKey));
  const proof = sign('sha256', statement, { key: keys.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  await callsOf(reached)('POST', '/api/device/pairing', { code, publicKey, name: 'Tablet dimostrativo', proof });
  const { request } = (await staff('GET', `/api/activations/${id}/device`)) as {
    request: { pairingId: number; number: string };
  };
  const { pairingId, number } = request;
  await staff('POST', `/api/activations/${id}/device/confirm`, { pairingId, number });
}
