/** Tablets for tests: activations with a device, as after pairing. */
import type { LightMyRequestResponse } from 'fastify';
import type { Database } from '#ports/database/database.ts';

export interface Office {
  readonly test: { readonly world: { readonly database: Database } };
  callAs(
    login: string,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'json'>>;
}

let licenseCount = 0;

async function create(office: Office, path: string, body: object): Promise<number> {
  const answer = await office.callAs('admin', 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** Creates an activation of the dealer that waits for its device; @returns its id. */
export async function newActivation(
  office: Office,
  deviceLabel: string | null,
  { hst = '10001', legalEntity = 'LE001', expiresAt = null as string | null } = {},
): Promise<number> {
  licenseCount += 1;
  const licenseId = await create(office, '/api/licenses', {
    licenseCode: `TAB-${process.pid}-${licenseCount}`,
    licenseAmount: 1,
    legalEntity,
    expiresAt,
  });
  return create(office, '/api/activations', { licenseId, hst, deviceLabel });
}

/** Creates an activation of the dealer as it is with a device; @returns its id. */
export async function newTablet(
  office: Office,
  deviceLabel: string | null,
  options: Parameters<typeof newActivation>[2] = {},
): Promise<number> {
  const id = await newActivation(office, deviceLabel, options);
  await office.test.world.database.transaction((tx) =>
    tx
      .updateTable('activation')
      .set({ status: 'ACTIVATED', device_name: 'Tablet di prova' })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}
