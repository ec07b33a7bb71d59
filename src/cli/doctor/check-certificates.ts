/** Certificates used for encryption to recipients: those who open backups, and those who open handwriting. */
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { type CustodianFault, CustodianRefused, readCustodian } from '../../custodian.ts';
import { type RecipientFault, RecipientsRefused, readRecipients } from '../backup/recipients.ts';
import { expiryFinding } from './certificate-expiry.ts';
import { unreadableFinding } from './file-permissions.ts';

const ENDS_SOON_DAYS = 60;

const UNFIT: Message = {
  it: 'contiene un certificato che non si può usare: serve una chiave RSA di almeno 3072 bit, per cifrare.',
  en: 'holds a certificate that cannot be used: it takes an RSA key of at least 3072 bits, for encryption.',
};

const RECIPIENT_FAULTS: Readonly<Record<Exclude<RecipientFault, 'unreadable' | 'many'>, Message>> = {
  key: {
    it: 'contiene una chiave privata: chi fa le copie non deve averla. Lascia nel file soltanto il certificato.',
    en: 'holds a private key: the machine that makes backups must not have it. Leave only the certificate in the file.',
  },
  form: {
    it: 'non è un certificato in PEM. Indica il certificato del destinatario.',
    en: 'is not a certificate in PEM. Name the recipient’s certificate.',
  },
  unfit: UNFIT,
  time: {
    it: 'contiene un certificato non valido in questo momento. Chiedi al destinatario il prossimo.',
    en: 'holds a certificate that is not valid now. Ask the recipient for the next one.',
  },
};

export async function checkRecipients(paths: readonly string[], isNeeded: boolean, now: Date): Promise<Finding[]> {
  const name = 'BACKUP_RECIPIENTS';
  if (paths.length === 0) {
    const text = {
      it: 'Non impostato: le copie restano in chiaro, chiavi comprese. Indica il certificato di chi le apre.',
      en: 'Not set: backups are not encrypted, nor are the keys in them. Name the certificate of the person who may open them.',
    };
    return [isNeeded ? failure(name, text) : warning(name, text)];
  }
  try {
    const recipients = await readRecipients(paths, now);
    return recipients.map((recipient) =>
      expiryFinding(
        recipient.certificate,
        {
          ...{ setting: name, soon: ENDS_SOON_DAYS },
          what: { it: `Il certificato di ${recipient.name}`, en: `The certificate of ${recipient.name}` },
          todo: {
            it: 'Chiedi il prossimo: senza, non si fanno copie.',
            en: 'Ask for the next one; without it no backup is made.',
          },
        },
        now,
      ),
    );
  } catch (error) {
    if (!(error instanceof RecipientsRefused)) throw error;
    const { fault, path } = error;
    if (fault === 'unreadable') return [await unreadableFinding(name, path, error.cause)];
    if (fault === 'many') {
      const text = {
        it: 'Più di sedici destinatari. Togline qualcuno.',
        en: 'More than sixteen recipients. Leave some out.',
      };
      return [failure(name, text)];
    }
    return [failure(name, aboutFile(path, RECIPIENT_FAULTS[fault]))];
  }
}

const aboutFile = (path: string, { it, en }: Message): Message => ({ it: `${path} ${it}`, en: `${path} ${en}` });

const CUSTODIAN_FAULTS: Readonly<Record<Exclude<CustodianFault, 'unreadable'>, Message>> = {
  form: {
    it: 'non è un certificato in PEM. Indica il certificato del custode.',
    en: 'is not a certificate in PEM. Name the custodian’s certificate.',
  },
  key: {
    it: 'contiene la chiave privata del custode: chi gestisce il servizio non deve averla. Toglila da questa macchina e fai creare una nuova coppia (custodian create).',
    en: 'holds the custodian’s private key: the operator of the service must not have it. Remove it from this machine and have a new pair made (custodian create).',
  },
  part: {
    it: 'contiene una parte della chiave del custode: chi gestisce il servizio non deve averla. Consegnala a chi la conserva.',
    en: 'holds a part of the custodian’s key: the operator of the service must not have it. Hand it to its keeper.',
  },
  locked: {
    it: 'è una chiave privata accanto al certificato del custode. Metti il certificato in una cartella senza chiavi.',
    en: 'is a private key beside the custodian’s certificate. Put the certificate into a folder without keys.',
  },
  unfit: UNFIT,
  time: {
    it: 'contiene un certificato non valido in questo momento. Fai creare una nuova coppia (custodian create).',
    en: 'holds a certificate that is not valid now. Have a new pair made (custodian create).',
  },
};

/** @param folders that must not contain the custodian's private key. */
export async function checkCustodian(path: string | null, folders: readonly string[], now: Date): Promise<Finding[]> {
  const name = 'HANDWRITING_CUSTODIAN';
  if (path === null) {
    return [
      ok(name, {
        it: 'Non impostato: nessuno firma a mano, oppure legge il custode della dimostrazione.',
        en: 'Not set: no one signs by hand, or the demo’s own custodian reads it.',
      }),
    ];
  }
  try {
    const { certificate } = await readCustodian(path, folders, now);
    const ending = {
      ...{ setting: name, soon: ENDS_SOON_DAYS },
      what: { it: 'Il certificato del custode', en: 'The certificate of the custodian' },
      todo: {
        it: 'Fai creare la prossima coppia (custodian create): senza, nessuno firma a mano.',
        en: 'Have the next pair made (custodian create); without it no one signs by hand.',
      },
    };
    return [expiryFinding(certificate, ending, now)];
  } catch (error) {
    if (!(error instanceof CustodianRefused)) throw error;
    if (error.fault === 'unreadable') return [await unreadableFinding(name, error.path, error.cause)];
    return [failure(name, aboutFile(error.path, CUSTODIAN_FAULTS[error.fault]))];
  }
}
