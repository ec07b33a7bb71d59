/** Message to the administrators when an administrator is proposed or appointed, or gets another way to sign in (record 0066). */

import { mailText } from '../signing/messages/mail-text.ts';
import { oneLine, withoutCodes } from '../signing/messages/messages.ts';
import { romeDayAndTime } from '../signing/trail/printed-time.ts';
import type { AdministratorEffect, ProposalKind, ProposalState } from './administrators.ts';

export interface AdministratorMessage {
  kind: ProposalKind;
  state: ProposalState;
  effects: readonly AdministratorEffect[];
  /** People's names; null if no user of the portal acted. */
  user: string;
  proposedBy: string | null;
  decidedBy: string | null;
  expires: Date;
  reason: string | null;
  url: string;
  demo: boolean;
}

const EFFECTS = {
  role: 'ruolo di amministratore',
  access: 'accesso come amministratore',
  address: 'nuovo indirizzo e-mail',
} as const satisfies Record<AdministratorEffect, string>;

const describeEffects = (effects: readonly AdministratorEffect[]): string =>
  effects.length === 0 ? 'accesso come amministratore' : effects.map((effect) => EFFECTS[effect]).join(', ');

function composeMessage(message: AdministratorMessage): { subject: string; text: string } {
  const { user, proposedBy, decidedBy, reason } = message;
  if (message.kind === 'OPERATOR') {
    return {
      subject: `Nuovo amministratore: ${user}`,
      text: `chi gestisce l’installazione ha reso amministratore ${user} con un comando, senza la conferma di un secondo amministratore.`,
    };
  }
  if (message.kind === 'FREED') {
    return {
      subject: `Accesso di un amministratore sciolto: ${user}`,
      text: `chi gestisce l’installazione ha sciolto con un comando il legame tra ${user} e il sistema di accesso: lo lega il prossimo accesso con il suo indirizzo e-mail.`,
    };
  }
  const proposal = `la proposta di ${proposedBy} per ${user} (${describeEffects(message.effects)})`;
  const defaultSubject = `Proposta su un amministratore: ${user}`;
  switch (message.state) {
    case 'WAITING':
      return {
        subject: `Da confermare: amministratore ${user}`,
        text: `${proposedBy} propone per ${user}: ${describeEffects(message.effects)}. Vale solo dopo la conferma di un secondo amministratore, entro ${romeDayAndTime(message.expires)}.`,
      };
    case 'CONFIRMED':
      return {
        subject: `Confermato: amministratore ${user}`,
        text: `${proposal} è stata confermata da ${decidedBy ?? 'chi gestisce l’installazione'} ed è in vigore.`,
      };
    case 'REJECTED':
      return {
        subject: `Rifiutato: amministratore ${user}`,
        text: `${proposal} è stata rifiutata da ${decidedBy}.${reason === null ? '' : ` Motivo: ${reason}`}`,
      };
    case 'WITHDRAWN':
      return { subject: defaultSubject, text: `${proposal} è stata ritirata da chi l’ha fatta.` };
    case 'OVERTAKEN':
      return { subject: defaultSubject, text: `${proposal} non vale più: l’utente è stato modificato.` };
    case 'LAPSED':
      return { subject: defaultSubject, text: `${proposal} non vale più: chi l’ha fatta non è più amministratore.` };
    case 'EXPIRED':
      return { subject: defaultSubject, text: `${proposal} è scaduta senza conferma.` };
  }
}

export function administratorMail(message: AdministratorMessage): { subject: string; text: string } {
  const plain = (text: string | null) => (text === null ? null : withoutCodes(oneLine(text)));
  const { subject, text } = composeMessage({
    ...message,
    user: plain(message.user) ?? '',
    proposedBy: plain(message.proposedBy),
    decidedBy: plain(message.decidedBy),
    reason: plain(message.reason),
  });
  return {
    subject,
    text: mailText(
      [
        'Buongiorno,',
        '',
        text,
        '',
        'Se non te lo aspettavi, controlla nel portale, tra gli utenti, e parlane con gli altri amministratori.',
        message.url,
      ],
      message.demo,
    ),
  };
}
