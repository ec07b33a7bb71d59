/** A demo tablet, paired like a real one, so that a document can be signed in handwriting. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { readPairingCode } from '#domain/devices/pairing-code.ts';
import { EMPTY_SHA256, PROOF_HEADER, statementOfCall, statementOfPairing, writeProof } from '#domain/devices/proof.ts';
import { type Call, callsAs, callsOf, type DemoTarget } from './http-calls.ts';

/** The dealer whose first seat it takes: the one with the papers signed in handwriting (document-history.ts). */
const HST = '10003';

export interface ProvedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Headers that prove that the tablet made a call. @param at the server's time. */
export type SignCall = (call: ProvedCall, at: Date) => Record<string, string>;

async function firstActivation(staff: Call): Promise<number> {
  const activations = (await staff('GET', `/api/activations?hst.equals=${HST}&page=0&size=1&sort=id,asc`)) as {
    id: number;
  }[];
  const [activation] = activations;
  if (activation === undefined) throw new Error(`The demo has no seat for a tablet of ${HST}`);
  return activation.id;
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const signed = (key: KeyObject, statement: string): string =>
  sign('sha256', Buffer.from(statement), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

/** Code, request and confirmation by staff. @returns the prover of the tablet's calls; its key is not stored after the demo is set up. */
export async function pairTablet(target: DemoTarget): Promise<SignCall> {
  const staff = await callsAs(target, 'admin');
  const id = await firstActivation(staff);
  const { code } = (await staff('POST', `/api/activations/${id}/device-code`)) as { code: string };
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bytes = keys.publicKey.export({ format: 'der', type: 'spki' });
  const publicKey = bytes.toString('base64url');
  const proof = signed(keys.privateKey, statementOfPairing(readPairingCode(code) ?? '', publicKey));
  await callsOf(target)('POST', '/api/device/pairing', { code, publicKey, name: 'Tablet dimostrativo', proof });
  const { request } = (await staff('GET', `/api/activations/${id}/device`)) as {
    request: { pairingId: number; number: string };
  };
  const { pairingId, number } = request;
  await staff('POST', `/api/activations/${id}/device/confirm`, { pairingId, number });
  return ({ method, path, body }, at) => {
    const claims = { keyId: sha256(bytes), time: at.getTime(), nonce: randomBytes(16).toString('base64url') };
    const bodySha256 = body === undefined ? EMPTY_SHA256 : sha256(body);
    const signature = signed(keys.privateKey, statementOfCall({ method, path, bodySha256 }, claims));
    return { [PROOF_HEADER]: writeProof({ ...claims, signature }) };
  };
}
