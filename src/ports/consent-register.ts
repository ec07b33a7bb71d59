/** A controller's own consent register, which receives every answer and withdrawal. */
import type { Selectable } from 'kysely';
import type { ConsentChannel, ConsentChoice, ConsentPurpose, WithdrawalWay } from '#domain/consents/consent.ts';
import type { Language } from '#domain/errors.ts';
import type { DemoRegisterEntryTable } from '#ports/database/tables.ts';

export interface ConsentEntry {
  purpose: ConsentPurpose;
  channel: ConsentChannel;
  choice: ConsentChoice;
  textVersion: string | null;
  textSha256: string | null;
  language: Language;
  /** When the person chose: an older entry that arrives later changes nothing there. */
  givenAt: Date;
  withdrawnVia: WithdrawalWay | null;
}

/** Maps an answer from any of the tables that store one. */
export const consentEntryOf = (row: Omit<Selectable<DemoRegisterEntryTable>, 'id' | 'customer'>): ConsentEntry => ({
  purpose: row.purpose,
  channel: row.channel,
  choice: row.choice,
  textVersion: row.text_version,
  textSha256: row.text_sha256,
  language: row.language,
  givenAt: row.given_date,
  withdrawnVia: row.withdrawn_via,
});

export interface ConsentDelivery {
  /** The same for every attempt at one delivery: an entry received before counts only once. */
  reference: string;
  controller: string;
  customer: {
    /** The key in the controller's own customer directory, if known. */
    businessId: string | null;
    fiscalCode: string | null;
    /** The dealer where it was signed or recorded. */
    hst: string;
  };
  entries: readonly ConsentEntry[];
}

export interface ConsentRegister {
  /**
   * @returns the register's reference for the delivery.
   * @throws OutsideFailure; `refused` when a retry of the same delivery would be refused too.
   */
  deliver(delivery: ConsentDelivery, signal?: AbortSignal): Promise<{ receipt: string }>;
}
