/** Tablets for tests: activations with a device, as after pairing. */
import type { LightMyRequestResponse } from 'fastify';
import type { Database } from '#ports/database/database.ts';

export interface Office {
  readonly test: { readonly world: { readonly database: Database } };
  as(
    login: string,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'json'>>;
}

let licenses = 0;

async function created(office: Office, path: string, body: object): Promise<number> {
  const answer = await office.as('admin', 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** Creates an activation of the dealer that waits for its device; @returns its id. */
export async function newActivation(
  office: Office,
  deviceLabel: string | null,
  { hst = '10001', legalEntity = 'LE001', expiresAt = null as string | null } = {},
): Promise<number> {
  licenses += 1;
  const licenseId = await created(office, '/api/licenses', {
    licenseCode: `TAB-${process.pid}-${licenses}`,
    licenseAmount: 1,
    legalEntity,
    expiresAt,
  });
  return created(office, '/api/activations', { licenseId, hst, deviceLabel });
}

/** Creates an activation of the dealer as it is with a device; @returns its id. */
export async function newTablet(
  office: Office,
  deviceLabel: string | null,
  facts: Parameters<typeof newActivation>[2] = {},
): Promise<number> {
  const id = await newActivation(office, deviceLabel, facts);
  await office.test.world.database.transaction((tx) =>
    tx
      .updateTable('activation')
      .set({ status: 'ACTIVATED', device_name: 'Tablet di prova' })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}
