/** A tablet as the product sees it: its own key, calls that it proves, pairing by code. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { readPairingCode } from '#domain/devices/pairing-code.ts';
import { EMPTY_SHA256, PROOF_HEADER, statementOfCall, statementOfPairing, writeProof } from '#domain/devices/proof.ts';
import { newActivation, type Office } from './tablets.ts';

export interface TabletCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Milliseconds, by the tablet's clock. */
  readonly time: number;
}

export class TestTablet {
  readonly publicKey: string;
  readonly keyId: string;
  private readonly privateKey: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const bytes = publicKey.export({ format: 'der', type: 'spki' });
    this.privateKey = privateKey;
    this.publicKey = bytes.toString('base64url');
    this.keyId = createHash('sha256').update(bytes).digest('hex');
  }

  private signStatement(statement: string): string {
    const bytes = sign('sha256', Buffer.from(statement), { key: this.privateKey, dsaEncoding: 'ieee-p1363' });
    return bytes.toString('base64url');
  }

  pairingRequest(code: string, name = 'Tablet di prova') {
    const proof = this.signStatement(statementOfPairing(readPairingCode(code) ?? '', this.publicKey));
    return { code, publicKey: this.publicKey, name, proof };
  }

  /** The header that proves one call. */
  proof({ method, path, body, time }: TabletCall): Record<string, string> {
    const bodySha256 = body === undefined ? EMPTY_SHA256 : createHash('sha256').update(body).digest('hex');
    const part = { keyId: this.keyId, time, nonce: randomBytes(16).toString('base64url') };
    const signature = this.signStatement(statementOfCall({ method, path, bodySha256 }, part));
    return { [PROOF_HEADER]: writeProof({ ...part, signature }) };
  }
}

const activationPath = (id: number, rest: string): string => `/api/activations/${id}/${rest}`;

/** A device activation that waits for its device, with a pairing code. */
export async function newPairingCode(
  office: Office,
  by = 'admin',
  activation?: number,
): Promise<{ id: number; code: string }> {
  const id = activation ?? (await newActivation(office, 'Banco di prova'));
  const answer = await office.callAs(by, 'POST', activationPath(id, 'device-code'), {});
  if (answer.statusCode !== 200) throw new Error(`No code: ${answer.body}`);
  return { id, code: answer.json<{ code: string }>().code };
}

/** How a tablet without a device session reaches the server. */
export type Reach = (path: string, body: object) => Promise<{ statusCode: number; body: string }>;

/** A tablet that has used its pairing code and waits for the staff. */
export async function waitingTablet(
  office: Office,
  reach: Reach,
  activation?: number,
): Promise<{ id: number; pairingId: number; number: string; tablet: TestTablet; code: string }> {
  const { id, code } = await newPairingCode(office, 'admin', activation);
  const tablet = new TestTablet();
  const answer = await reach('/api/device/pairing', tablet.pairingRequest(code));
  if (answer.statusCode !== 200) throw new Error(`Not paired: ${answer.body}`);
  const { request } = (await office.callAs('admin', 'GET', activationPath(id, 'device'))).json<{
    request: { pairingId: number; number: string };
  }>();
  return { id, ...request, tablet, code };
}

/** A tablet confirmed by the staff. */
export async function pairedTablet(
  office: Office,
  reach: Reach,
  activation?: number,
): Promise<{ id: number; tablet: TestTablet }> {
  const { id, pairingId, number, tablet } = await waitingTablet(office, reach, activation);
  const answer = await office.callAs('admin', 'POST', activationPath(id, 'device/confirm'), { pairingId, number });
  if (answer.statusCode !== 200) throw new Error(`Not confirmed: ${answer.body}`);
  return { id, tablet };
}
