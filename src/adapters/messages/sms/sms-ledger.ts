/** Ledger of messages handed to SMS gateways, shared by all nodes: a message is sent once despite retries and restarts. */
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';
import type { SmsReceipt } from '#ports/messages.ts';
import type { SmsSystem } from './sms-gateway.ts';

/** `NEW`: send it now. `SENDING`: it may already have been sent. */
export type DispatchState =
  | { readonly state: 'NEW' | 'SENDING' }
  | { readonly state: 'TAKEN'; readonly providerId: string; readonly parts: number };

/** A gateway's report that identifies the message by our id; `TAKEN` is not final. */
export interface CallbackReceipt {
  readonly system: SmsSystem;
  readonly messageId: string;
  readonly state: 'TAKEN' | SmsReceipt['state'];
}

export interface SmsLedger {
  /** Records that the message is being handed to a gateway. Only one caller gets `NEW`, until {@link markRefused}. */
  begin(messageId: string, dispatch: { system: SmsSystem; parts: number }): Promise<DispatchState>;
  /** The first gateway has certainly not accepted the message; another one is tried. */
  switchGateway(messageId: string, system: SmsSystem): Promise<void>;
  markAccepted(messageId: string, providerId: string): Promise<void>;
  markRefused(messageId: string): Promise<void>;
  /** The receipt's `providerId` is the one passed to {@link markAccepted}. */
  storeReceipt(receipt: SmsReceipt): Promise<void>;
  /** Also settles a message whose response was lost. */
  storeCallback(receipt: CallbackReceipt): Promise<void>;
  receipts(providerIds: readonly string[]): Promise<readonly SmsReceipt[]>;
  /** Deletes entries older than {@link KEPT_DAYS}. */
  sweep(): Promise<void>;
}

/** Messages are retried for hours, links for three days, and networks report within two; same period as for sent mail. */
const KEPT_DAYS = 14;

/** Unique across both gateways. */
export const providerIdAt = (system: SmsSystem, id: string): string => `${system}/${id}`;

const byOurId = (messageId: string): string => `id:${messageId}`;

type Db = Database['read'];

async function begin(
  db: Db,
  messageId: string,
  { system, parts, at }: { system: SmsSystem; parts: number; at: Date },
): Promise<DispatchState> {
  const row = { message_id: messageId, gateway: system, state: 'SENDING', parts, provider_id: null } as const;
  const inserted = await db
    .insertInto('sms_dispatch')
    .values({ ...row, created_date: at })
    .onConflict((conflict) =>
      conflict
        .column('message_id')
        .doUpdateSet({ gateway: system, state: 'SENDING', parts })
        .where('sms_dispatch.state', '=', 'REFUSED'),
    )
    .returning('message_id')
    .execute();
  if (inserted.length > 0) return { state: 'NEW' };
  const existing = await db
    .selectFrom('sms_dispatch')
    .select(['provider_id', 'parts'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (existing === undefined || existing.provider_id === null) return { state: 'SENDING' };
  return { state: 'TAKEN', providerId: existing.provider_id, parts: existing.parts };
}

async function receiptsOf(db: Db, providerIds: readonly string[]): Promise<SmsReceipt[]> {
  if (providerIds.length === 0) return [];
  const sent = await db
    .selectFrom('sms_dispatch')
    .select(['message_id', 'provider_id'])
    .where('provider_id', 'in', providerIds)
    .execute();
  const providerIdByKey = new Map<string, string>();
  for (const { message_id, provider_id } of sent) {
    if (provider_id === null) continue;
    providerIdByKey.set(provider_id, provider_id);
    providerIdByKey.set(byOurId(message_id), provider_id);
  }
  if (providerIdByKey.size === 0) return [];
  const rows = await db
    .selectFrom('sms_gateway_receipt')
    .select(['about', 'state'])
    .where('about', 'in', [...providerIdByKey.keys()])
    .execute();
  return rows.flatMap((row) => {
    const providerId = providerIdByKey.get(row.about);
    return providerId === undefined ? [] : [{ providerId, state: row.state }];
  });
}

export function openSmsLedger({ read: db }: Pick<Database, 'read'>, clock: Clock): SmsLedger {
  const insertReceipt = async (about: string, state: SmsReceipt['state']): Promise<void> => {
    await db
      .insertInto('sms_gateway_receipt')
      .values({ about, state, told_date: clock.now() })
      .onConflict((conflict) => conflict.column('about').doNothing())
      .execute();
  };
  const taken = async (messageId: string, providerId: string): Promise<void> => {
    await db
      .updateTable('sms_dispatch')
      .set({ state: 'TAKEN', provider_id: providerId })
      .where('message_id', '=', messageId)
      .where('state', '=', 'SENDING')
      .execute();
  };
  return {
    begin: (messageId, dispatch) => begin(db, messageId, { ...dispatch, at: clock.now() }),
    async switchGateway(messageId, system) {
      await db.updateTable('sms_dispatch').set({ gateway: system }).where('message_id', '=', messageId).execute();
    },
    markAccepted: taken,
    async markRefused(messageId) {
      await db
        .updateTable('sms_dispatch')
        .set({ state: 'REFUSED' })
        .where('message_id', '=', messageId)
        .where('state', '=', 'SENDING')
        .execute();
    },
    storeReceipt: ({ providerId, state }) => insertReceipt(providerId, state),
    async storeCallback({ system, messageId, state }) {
      await taken(messageId, providerIdAt(system, messageId));
      if (state !== 'TAKEN') await insertReceipt(byOurId(messageId), state);
    },
    receipts: (providerIds) => receiptsOf(db, providerIds),
    async sweep() {
      const oldest = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
      await db.deleteFrom('sms_dispatch').where('created_date', '<', oldest).execute();
      await db.deleteFrom('sms_gateway_receipt').where('told_date', '<', oldest).execute();
    },
  };
}
