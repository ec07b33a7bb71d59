/** Recipients of a backup for tests: a certificate and its key as files, created the way an operator does. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeKey } from '#formats/test-keys.suite.ts';
import { type Recipient, readRecipients } from '../src/cli/backup/recipients.ts';
import { testNow } from './clock.ts';

export interface TestRecipient {
  readonly recipient: Recipient;
  /** PEM file of the certificate. */
  readonly certificate: string;
  /** PEM file of the private key. */
  readonly key: string;
  /** The same key, encrypted with {@link password}. */
  readonly lockedKey: string;
  readonly password: string;
}

export async function makeRecipient(folder: string, name: string): Promise<TestRecipient> {
  const subject = [
    { type: 'C', value: 'IT' },
    { type: 'CN', value: name },
  ] as const;
  const made = await makeKey('custodian', { rsaBits: 3072, subject });
  const [certificate, key, lockedKey] = ['pem', 'key', 'locked.key'].map((end) => join(folder, `${name}.${end}`));
  const password = 'segreta di prova';
  const held = createPrivateKey({ key: Buffer.from(made.privateKey), format: 'der', type: 'pkcs8' });
  const [inClear, locked] = [{}, { cipher: 'aes-256-cbc', passphrase: password }].map((lock) =>
    held.export({ type: 'pkcs8', format: 'pem', ...lock }),
  );
  await writeFile(`${certificate}`, new X509Certificate(made.certificate).toString());
  await writeFile(`${key}`, `${inClear}`);
  await writeFile(`${lockedKey}`, `${locked}`);
  const [recipient] = await readRecipients([`${certificate}`], testNow());
  if (recipient === undefined) throw new Error('No recipient');
  return { recipient, certificate: `${certificate}`, key: `${key}`, lockedKey: `${lockedKey}`, password };
}
