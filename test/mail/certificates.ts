/** Creates certificates for test servers with openssl: an authority, and a server certificate that it signed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ServerCertificates {
  /** Paths of PEM files. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** @param name prefix of the files. @param host as in a certificate: `IP:127.0.0.1` or `DNS:mail.example.it`. @param days validity. */
export async function makeCertificates(
  folder: string,
  name: string,
  host = 'IP:127.0.0.1',
  days = 2,
): Promise<ServerCertificates> {
  const at = (part: string): string => join(folder, `${name}-${part}.pem`);
  const [authority, certificate, key] = [at('authority'), at('certificate'), at('key')];
  const root = ['req', '-x509', ...EC_KEY, '-keyout', at('root'), '-out', authority, '-days', String(days + 1)];
  await run('openssl', [...root, '-subj', `/CN=Autorita ${name}`]);
  const signed = ['req', '-x509', ...EC_KEY, '-keyout', key, '-out', certificate, '-days', String(days)];
  await run('openssl', [
    ...[...signed, '-CA', authority, '-CAkey', at('root'), '-subj', `/CN=mail ${name}`],
    ...['-addext', `subjectAltName=${host}`, '-addext', 'basicConstraints=critical,CA:false'],
  ]);
  return { authority, certificate, key };
}
