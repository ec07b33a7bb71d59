/** SQL of the browser that a signature is bound to. */
import type { Tx } from '#ports/database/database.ts';

/** The caller holds the signer's lock and has decided that the place is free. */
export async function bindCeremony(
  tx: Tx,
  signerId: number,
  values: { binding: string; ip: string | null; userAgent: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('signer')
    .set({
      ceremony_binding: values.binding,
      cookie_sent_date: values.at,
      ip: values.ip,
      user_agent: values.userAgent,
    })
    .where('id', '=', signerId)
    .execute();
}

/** The cookie of a binding is not on its way any more, and has not arrived. */
export async function forgetSending(tx: Tx, signerId: number, binding: string): Promise<void> {
  await tx
    .updateTable('signer')
    .set({ cookie_sent_date: null })
    .where('id', '=', signerId)
    .where('ceremony_binding', '=', binding)
    .where('opened_date', 'is', null)
    .execute();
}

export async function markOpened(tx: Tx, signerId: number, binding: string, at: Date): Promise<void> {
  await tx
    .updateTable('signer')
    .set({ opened_date: at })
    .where('id', '=', signerId)
    .where('ceremony_binding', '=', binding)
    .where('opened_date', 'is', null)
    .execute();
}
