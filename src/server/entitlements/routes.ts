/** Routes of services, licences and activations. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import * as devices from '#contract/devices.ts';
import * as licenses from '#contract/licenses.ts';
import * as contract from '#contract/services.ts';
import { type Action, type Actor, may, visibleDealers } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { safeFileName } from '#domain/file-name.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db } from '#ports/database/database.ts';
import { type Condition, conditionsOf } from '../database/criteria.ts';
import { listing } from '../database/listing.ts';
import { listDealers } from '../dealers/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { sendAttachment } from '../http/response/attachment.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import * as pairing from './activation-devices.ts';
import { type StoredAfgclic, takeAfgclic } from './afgclic.ts';
import { addActivation, addLicense, editActivation, editLicense, removeActivation, removeLicense } from './licenses.ts';
import { presentActivation, presentLicense, presentService, presentServices } from './present.ts';
import * as queries from './queries.ts';
import { addService, editService, removeService } from './services.ts';

/** Limits rows to the legal entities of the dealers that the action covers; no condition for those who see all. */
async function ownEntities(db: Db, actor: Actor, action: Action, column: string): Promise<Condition[]> {
  const hsts = visibleDealers(actor, action);
  if (hsts === null) return [];
  const dealers = await listDealers(db, hsts);
  return [queries.ofLegalEntities(column, [...new Set(dealers.map((dealer) => dealer.legal_entity))])];
}

/** Administrators see every service; other users only the kinds that forms need, while in force. */
async function visibleServices(db: Db, actor: Actor, day: string): Promise<Condition[]> {
  if (may(actor, 'service.read').ok) return [];
  return [
    queries.signatureTypes,
    queries.inForce(day),
    ...(await ownEntities(db, actor, 'signatureService.read', queries.SERVICE_COLUMNS.legalEntity)),
  ];
}

export function entitlementRoutes(serving: Serving): void {
  serviceRoutes(serving);
  licenseRoutes(serving);
  activationRoutes(serving);
  activationDeviceRoutes(serving);
}

function serviceRoutes(serving: Serving): void {
  const { database, clock } = serving.world;
  const { read } = database;
  const today = () => romeDay(clock.now());

  serveStaff(serving, contract.listServices, async ({ actor, query, reply }) => {
    const day = today();
    const { rows, total } = await queries.listServices(
      read,
      listing(query, {
        conditions: [
          ...(await visibleServices(read, actor, day)),
          ...conditionsOf(query.criteria, queries.SERVICE_CRITERION_COLUMNS),
        ],
        sorts: contract.SERVICE_SORTS,
        columns: queries.SERVICE_SORT_COLUMNS,
        objectName: 'service',
      }),
    );
    void reply.header('x-total-count', String(total));
    return presentServices(read, rows, day);
  });

  serveStaff(serving, contract.getService, async ({ actor, params }) => {
    const day = today();
    const row = await queries.findService(read, params.id, await visibleServices(read, actor, day));
    if (row === undefined) throw new Refusal('service.notFound');
    return presentService(read, row, day);
  });

  serveStaff(serving, contract.createService, async ({ actor, body, once }) =>
    once(async (tx) => {
      const row = await addService(tx, { actor, input: body, at: clock.now() });
      return presentService(tx, row, today());
    }),
  );

  serveStaff(serving, contract.updateService, async ({ actor, body }) =>
    database.transaction(async (tx) => {
      const row = await editService(tx, { actor, input: body, at: clock.now() });
      return presentService(tx, row, today());
    }),
  );

  serveStaff(serving, contract.deleteService, async ({ actor, params }) =>
    database.transaction((tx) => removeService(tx, { actor, id: params.id, at: clock.now() })),
  );
}

function licenseRoutes(serving: Serving): void {
  const { world } = serving;
  const { database, clock } = world;
  const { read } = database;
  const own = (actor: Actor) => ownEntities(read, actor, 'license.read', queries.LICENSE_COLUMNS.legalEntity);

  const visible = async (actor: Actor, id: number): Promise<queries.LicenseRow> => {
    const row = await queries.findLicense(read, id, await own(actor));
    if (row === undefined) throw new Refusal('license.notFound');
    return row;
  };
  /** File work runs before the transaction. */
  const fileOf = async (body: Pick<z.output<typeof licenses.createLicense.body & {}>, 'afgclic'>) =>
    body.afgclic ? takeAfgclic(world, body.afgclic) : undefined;

  serveStaff(serving, licenses.listLicenses, async ({ actor, query, reply }) => {
    const { rows, total } = await queries.listLicenses(
      read,
      listing(query, {
        conditions: [...(await own(actor)), ...conditionsOf(query.criteria, queries.LICENSE_CRITERION_COLUMNS)],
        sorts: licenses.LICENSE_SORTS,
        columns: queries.LICENSE_SORT_COLUMNS,
        objectName: 'license',
      }),
    );
    void reply.header('x-total-count', String(total));
    return rows.map(presentLicense);
  });

  serveStaff(serving, licenses.getLicense, async ({ actor, params }) =>
    presentLicense(await visible(actor, params.id)),
  );

  serveStaff(serving, licenses.downloadAfgclic, async ({ actor, params, reply }) => {
    const { afgclic_name: fileName, afgclic_sha256: sha256 } = await visible(actor, params.id);
    if (fileName === null || sha256 === null) throw new Refusal('license.noFile');
    const bytes = await world.storage.get(sha256);
    await sendAttachment(reply, { bytes, mimeType: 'application/octet-stream', fileName: safeFileName(fileName) });
    return reply;
  });

  serveStaff(serving, licenses.createLicense, async ({ actor, body, once }) => {
    const file: StoredAfgclic | undefined = await fileOf(body);
    return once(async (tx) => presentLicense(await addLicense(tx, { actor, input: body, file, at: clock.now() })));
  });

  serveStaff(serving, licenses.updateLicense, async ({ actor, body }) => {
    const file = await fileOf(body);
    return database.transaction(async (tx) =>
      presentLicense(await editLicense(tx, { actor, input: body, file, at: clock.now() })),
    );
  });

  serveStaff(serving, licenses.deleteLicense, async ({ actor, params }) =>
    database.transaction((tx) => removeLicense(tx, { actor, id: params.id, at: clock.now() })),
  );
}

function activationRoutes(serving: Serving): void {
  const { database, clock } = serving.world;
  const { read } = database;
  const own = (actor: Actor) => ownEntities(read, actor, 'activation.read', queries.ACTIVATION_COLUMNS.legalEntity);

  serveStaff(serving, licenses.listActivations, async ({ actor, query, reply }) => {
    const { rows, total } = await queries.listActivations(
      read,
      listing(query, {
        conditions: [...(await own(actor)), ...conditionsOf(query.criteria, queries.ACTIVATION_CRITERION_COLUMNS)],
        sorts: licenses.ACTIVATION_SORTS,
        columns: queries.ACTIVATION_SORT_COLUMNS,
        objectName: 'activation',
      }),
      romeDay(clock.now()),
    );
    void reply.header('x-total-count', String(total));
    return rows.map(presentActivation);
  });

  serveStaff(serving, licenses.getActivation, async ({ actor, params }) => {
    const row = await queries.findActivation(read, params.id, romeDay(clock.now()), await own(actor));
    if (row === undefined) throw new Refusal('activation.notFound');
    return presentActivation(row);
  });

  serveStaff(serving, licenses.createActivation, async ({ actor, body, once }) =>
    once(async (tx) => presentActivation(await addActivation(tx, { actor, input: body, at: clock.now() }))),
  );

  serveStaff(serving, licenses.updateActivation, async ({ actor, body }) =>
    database.transaction(async (tx) =>
      presentActivation(await editActivation(tx, { actor, input: body, at: clock.now() })),
    ),
  );

  serveStaff(serving, licenses.deleteActivation, async ({ actor, params, request }) =>
    database.transaction((tx) =>
      removeActivation(tx, { actor, by: staffActor(actor, request), id: params.id, at: clock.now() }),
    ),
  );
}

function activationDeviceRoutes(serving: Serving): void {
  const { database, clock, settings } = serving.world;
  const { read } = database;
  const commandOf = (actor: Actor, request: FastifyRequest, { id }: { id: number }): pairing.DeviceCommand => ({
    ...{ actor, id, by: staffActor(actor, request), at: clock.now() },
  });

  serveStaff(serving, devices.issueDeviceCode, async ({ actor, params, request }) => {
    const command = commandOf(actor, request, params);
    const { code, expiresAt } = await database.transaction((tx) => pairing.issueCode(tx, command));
    // The fragment after # is sent in no request and appears in no log.
    return { code, url: `${settings.publicUrl}/device/activate#${code}`, expiresAt: expiresAt.toISOString() };
  });

  serveStaff(serving, devices.getActivationDevice, async ({ actor, params }) => {
    const at = clock.now();
    const ownConditions = await ownEntities(read, actor, 'activation.read', queries.ACTIVATION_COLUMNS.legalEntity);
    if ((await queries.findActivation(read, params.id, romeDay(at), ownConditions)) === undefined) {
      throw new Refusal('activation.notFound');
    }
    return pairing.presentDevice(read, params.id, at);
  });

  serveStaff(serving, devices.confirmDevice, async ({ actor, params, body, request }) => {
    const command = { ...commandOf(actor, request, params), asked: body };
    return presentActivation(await database.transaction((tx) => pairing.confirmDevice(tx, command)));
  });

  serveStaff(serving, devices.refuseDevice, async ({ actor, params, body, request }) => {
    const command = { ...commandOf(actor, request, params), pairingId: body.pairingId };
    return database.transaction((tx) => pairing.refuseDevice(tx, command));
  });

  serveStaff(serving, devices.updateActivationDevice, async ({ actor, params, body, request }) => {
    const command = { ...commandOf(actor, request, params), disabled: body.disabled };
    return database.transaction(async (tx) => {
      await pairing.disableActivationDevice(tx, command);
      return pairing.presentDevice(tx, command.id, command.at);
    });
  });

  serveStaff(serving, devices.replaceDevice, async ({ actor, params, request }) => {
    const command = commandOf(actor, request, params);
    return presentActivation(await database.transaction((tx) => pairing.replaceDevice(tx, command)));
  });
}
