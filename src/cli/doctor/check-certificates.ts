/** Certificates used for encryption to recipients: those who open backups, and those who open handwriting. */
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { type CustodianFault, CustodianRefused, readCustodian } from '../../custodian.ts';
import { type RecipientFault, RecipientsRefused, readRecipients } from '../backup/recipients.ts';
import { endOf } from './ends.ts';
import { unreadable } from './file-facts.ts';

const ENDS_SOON_DAYS = 60;

const RECIPIENT_FAULTS: Readonly<Record<Exclude<RecipientFault, 'unreadable'>, string>> = {
  many: 'More than sixteen recipients. Leave some out.',
  key: 'holds a private key: who makes backups must not have it. Leave the certificate alone in the file.',
  form: 'is no certificate in PEM. Name the recipient’s certificate.',
  unfit: 'holds a certificate that cannot be used: it takes an RSA key of at least 3072 bits, for encryption.',
  time: 'holds a certificate that is not valid now. Ask the recipient for the next one.',
};

export async function checkRecipients(paths: readonly string[], isNeeded: boolean, now: Date): Promise<Finding[]> {
  const name = 'BACKUP_RECIPIENTS';
  if (paths.length === 0) {
    const text = 'Not set: backups lie in clear, with the keys in them. Name the certificate of who opens them.';
    return [isNeeded ? failure(name, text) : warning(name, text)];
  }
  try {
    const recipients = await readRecipients(paths, now);
    return recipients.map((one) =>
      endOf(
        one.certificate,
        {
          ...{ setting: name, what: `The certificate of ${one.name}`, soon: ENDS_SOON_DAYS },
          todo: 'Ask for the next one; without it no backup is made',
        },
        now,
      ),
    );
  } catch (error) {
    if (!(error instanceof RecipientsRefused)) throw error;
    const { fault, path } = error;
    if (fault === 'unreadable') return [await unreadable(name, path, error.cause)];
    return [failure(name, fault === 'many' ? RECIPIENT_FAULTS.many : `${path} ${RECIPIENT_FAULTS[fault]}`)];
  }
}

const CUSTODIAN_FAULTS: Readonly<Record<Exclude<CustodianFault, 'unreadable'>, string>> = {
  form: 'is no certificate in PEM. Name the custodian’s certificate.',
  key: 'holds the custodian’s private key: who runs the service must not have it. Remove it from this machine and have a new pair made (custodian create).',
  part: 'holds a part of the custodian’s key: who runs the service must not have it. Hand it to who keeps it.',
  locked: 'is a private key beside the custodian’s certificate. Put the certificate into a folder without keys.',
  unfit: 'holds a certificate that cannot be used: it takes an RSA key of at least 3072 bits, for encryption.',
  time: 'holds a certificate that is not valid now. Have a new pair made (custodian create).',
};

/** @param folders that must not contain the custodian's private key. */
export async function checkCustodian(path: string | null, folders: readonly string[], now: Date): Promise<Finding[]> {
  const name = 'HANDWRITING_CUSTODIAN';
  if (path === null) return [ok(name, 'Not set: nobody writes by hand, or the demo’s own custodian reads it.')];
  try {
    const { certificate } = await readCustodian(path, folders, now);
    const ending = {
      ...{ setting: name, what: 'The certificate of the custodian', soon: ENDS_SOON_DAYS },
      todo: 'Have the next pair made (custodian create); without it nobody signs by hand',
    };
    return [endOf(certificate, ending, now)];
  } catch (error) {
    if (!(error instanceof CustodianRefused)) throw error;
    if (error.fault === 'unreadable') return [await unreadable(name, error.path, error.cause)];
    return [failure(name, `${error.path} ${CUSTODIAN_FAULTS[error.fault]}`)];
  }
}
