/** Creates the custodian's key pair and writes the certificate, and the private half only in parts. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueCertificate } from '#formats/x509-issue.ts';
import { partText, splitKey } from './key-parts.ts';

/** Documents are kept for 20 years after the last signature (D-9): the certificate outlasts those of its first ten years. */
const lifetimeYears = 30;

/**
 * @param out an empty or new folder. @param createdAt start of the certificate's validity. @returns the
 * certificate's SHA-256, lower-case hexadecimal.
 */
export async function writeCustody(
  out: string,
  { parts, needed, name, createdAt = new Date() }: { parts: number; needed: number; name: string; createdAt?: Date },
): Promise<string> {
  await mkdir(out, { recursive: true, mode: 0o700 });
  const { certificate, privateKey } = await makeKey(name, createdAt);
  const fingerprint = createHash('sha256').update(certificate).digest('hex');
  const secret = splitKey(privateKey, fingerprint, parts, needed);
  privateKey.fill(0);
  const base64 = Buffer.from(certificate).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  await writeFile(
    join(out, 'certificato-custode.pem'),
    `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  );
  for (const part of secret) {
    const file = join(out, `parte-${part.number}-di-${parts}.txt`);
    await writeFile(file, partText(part, name, createdAt), { mode: 0o600, flag: 'wx' });
  }
  return fingerprint;
}

async function makeKey(name: string, now: Date): Promise<{ certificate: Uint8Array; privateKey: Uint8Array }> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + lifetimeYears);
  const certificate = await issueCertificate({
    profile: 'custodian',
    subject: [
      { type: 'C', value: 'IT' },
      { type: 'CN', value: name },
    ],
    publicKey: new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' })),
    serial: Uint8Array.of(0x5a, ...randomBytes(15)),
    notBefore: now,
    notAfter,
    algorithm: 'RSA-PKCS1-SHA256',
    sign: (tbs) => new Uint8Array(sign('sha256', tbs, pair.privateKey)),
  });
  return { certificate, privateKey: new Uint8Array(pair.privateKey.export({ type: 'pkcs8', format: 'der' })) };
}
