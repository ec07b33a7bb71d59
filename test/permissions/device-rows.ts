/** Rows of the authorisation matrix on the devices of activations. */
import { newCode, pairedTablet, type Reach, waitingTablet } from '../stages/devices.ts';
import { hasEntity } from './callers.ts';
import type { Fixture } from './ground.ts';
import {
  ACTIVATION_NAMES,
  actingOnActivation,
  activation,
  dealerOf,
  entityOf,
  made,
  onNamed,
  seeing,
} from './office-rows.ts';
import type { Request, Row } from './row.ts';

let networks = 0;
function nextAddress(): string {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
}

/** From a different network each time, because codes are counted by network. */
const reachOf =
  ({ app }: Fixture): Reach =>
  (url, payload) =>
    app.inject({ method: 'POST', url, payload, remoteAddress: nextAddress() });

const freshActivation = (ground: Fixture, name: string): Promise<number> =>
  made(ground, '/api/activations', { licenseId: ground.licenses[name], hst: dealerOf(name) });

/** A tablet that waits for the staff. */
async function waiting(ground: Fixture, name: string) {
  return waitingTablet(ground.stage, reachOf(ground), await freshActivation(ground, name));
}
async function paired(ground: Fixture, name: string): Promise<number> {
  return (await pairedTablet(ground.stage, reachOf(ground), await freshActivation(ground, name))).id;
}

/** On an activation: callers who may edit it succeed with what `fresh` made; a deleted one is refused. */
const onDevice = (
  route: string,
  success: number,
  body: object | undefined,
  fresh: (ground: Fixture, name: string) => Promise<Request>,
): Row =>
  onNamed(route, ACTIVATION_NAMES, {
    of: activation,
    ...(body === undefined ? {} : { body: () => body }),
    expected: actingOnActivation((name) => (name === 'deleted' ? 409 : success)),
    fresh,
    success: 'change',
  });

export const DEVICE_ROWS: readonly Row[] = [
  onNamed('GET /api/activations/:id/device', ACTIVATION_NAMES, {
    of: activation,
    expected: seeing('see licences', (who, name) => name !== 'absent' && hasEntity(who, entityOf(name))),
    success: 'none',
  }),
  onDevice('POST /api/activations/:id/device-code', 200, undefined, async (ground, name) => {
    const { id } = await newCode(ground.stage, 'admin', await freshActivation(ground, name));
    return { url: `/api/activations/${id}/device-code` };
  }),
  onDevice(
    'POST /api/activations/:id/device/confirm',
    200,
    { pairingId: 987_654_321, number: '10' },
    async (ground, name) => {
      const { id, pairingId, number } = await waiting(ground, name);
      return { url: `/api/activations/${id}/device/confirm`, body: { pairingId, number } };
    },
  ),
  onDevice('POST /api/activations/:id/device/refuse', 204, { pairingId: 987_654_321 }, async (ground, name) => {
    const { id, pairingId } = await waiting(ground, name);
    return { url: `/api/activations/${id}/device/refuse`, body: { pairingId } };
  }),
  onDevice('PUT /api/activations/:id/device', 200, { disabled: true }, async (ground, name) => ({
    url: `/api/activations/${await paired(ground, name)}/device`,
    body: { disabled: true },
  })),
  onDevice('POST /api/activations/:id/device/replace', 200, undefined, async (ground, name) => ({
    url: `/api/activations/${await paired(ground, name)}/device/replace`,
  })),
];
