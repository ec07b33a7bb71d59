/** Rows of the authorisation matrix on the devices of activations. */
import { newPairingCode, pairedTablet, type Reach, waitingTablet } from '../stages/devices.ts';
import { hasEntity } from './callers.ts';
import type { Fixture } from './matrix-fixture.ts';
import type { Request, Row } from './matrix-row.ts';
import {
  ACTIVATION_NAMES,
  actingOnActivation,
  activation,
  createRecord,
  dealerOf,
  entityOf,
  namedRow,
  seeStatus,
} from './office-rows.ts';

let lastNetwork = 0;
function nextAddress(): string {
  lastNetwork += 1;
  return `198.51.${lastNetwork >> 8}.${lastNetwork & 255}`;
}

/** From a different network each time, because codes are counted by network. */
const reachOf =
  ({ app }: Fixture): Reach =>
  (url, payload) =>
    app.inject({ method: 'POST', url, payload, remoteAddress: nextAddress() });

const freshActivation = (fixture: Fixture, name: string): Promise<number> =>
  createRecord(fixture, '/api/activations', { licenseId: fixture.licenses[name], hst: dealerOf(name) });

/** A tablet that waits for the staff. */
async function waitingDevice(fixture: Fixture, name: string) {
  return waitingTablet(fixture.stage, reachOf(fixture), await freshActivation(fixture, name));
}
async function pairedDevice(fixture: Fixture, name: string): Promise<number> {
  return (await pairedTablet(fixture.stage, reachOf(fixture), await freshActivation(fixture, name))).id;
}

/** On an activation: callers who may edit it succeed with what `fresh` made; a deleted one is refused. */
const deviceRow = (
  route: string,
  success: number,
  body: object | undefined,
  fresh: (fixture: Fixture, name: string) => Promise<Request>,
): Row =>
  namedRow(route, ACTIVATION_NAMES, {
    of: activation,
    ...(body === undefined ? {} : { body: () => body }),
    expected: actingOnActivation((name) => (name === 'deleted' ? 409 : success)),
    fresh,
    success: 'change',
  });

export const DEVICE_ROWS: readonly Row[] = [
  namedRow('GET /api/activations/:id/device', ACTIVATION_NAMES, {
    of: activation,
    expected: seeStatus('see licences', (caller, name) => name !== 'absent' && hasEntity(caller, entityOf(name))),
    success: 'none',
  }),
  deviceRow('POST /api/activations/:id/device-code', 200, undefined, async (fixture, name) => {
    const { id } = await newPairingCode(fixture.stage, 'admin', await freshActivation(fixture, name));
    return { url: `/api/activations/${id}/device-code` };
  }),
  deviceRow(
    'POST /api/activations/:id/device/confirm',
    200,
    { pairingId: 987_654_321, number: '10' },
    async (fixture, name) => {
      const { id, pairingId, number } = await waitingDevice(fixture, name);
      return { url: `/api/activations/${id}/device/confirm`, body: { pairingId, number } };
    },
  ),
  deviceRow('POST /api/activations/:id/device/refuse', 204, { pairingId: 987_654_321 }, async (fixture, name) => {
    const { id, pairingId } = await waitingDevice(fixture, name);
    return { url: `/api/activations/${id}/device/refuse`, body: { pairingId } };
  }),
  deviceRow('PUT /api/activations/:id/device', 200, { disabled: true }, async (fixture, name) => ({
    url: `/api/activations/${await pairedDevice(fixture, name)}/device`,
    body: { disabled: true },
  })),
  deviceRow('POST /api/activations/:id/device/replace', 200, undefined, async (fixture, name) => ({
    url: `/api/activations/${await pairedDevice(fixture, name)}/device/replace`,
  })),
];
