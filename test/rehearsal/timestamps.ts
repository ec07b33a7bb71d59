/** A timestamp authority run with OpenSSL, over HTTP on loopback, with the revocation list of its issuer. */
// Real time: OpenSSL writes it into its tokens, and lists are valid in it.
import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeCrl, makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { realNow } from '#test/clock.ts';
import { ownPort } from '#test/hosts/server-process.ts';

const run = promisify(execFile);

export interface TimestampAuthorityProcess {
  readonly url: string;
  readonly crlUrl: string;
  /** PEM file with the root. */
  readonly certificates: string;
  close(): Promise<void>;
}

const pem = (key: TestKey): string => new X509Certificate(key.certificate).toString();

const configuration = (folder: string): string => `
[tsa]
default_tsa = own
[own]
serial = ${folder}/serial
signer_cert = ${folder}/tsa.pem
signer_key = ${folder}/tsa.key
certs = ${folder}/root.pem
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @param folder created here, for this process only. */
export async function startTimestamps(folder: string, name: string): Promise<TimestampAuthorityProcess> {
  await mkdir(folder);
  const port = await ownPort();
  const crlUrl = `http://127.0.0.1:${port}/root.crl`;
  const root = await makeKey('root', { subject: [{ type: 'CN', value: `${name} radice` }] });
  const tsa = await makeKey('timestamping', { issuer: root, crlUrl, subject: [{ type: 'CN', value: name }] });
  const key = createPrivateKey({ key: Buffer.from(tsa.privateKey), format: 'der', type: 'pkcs8' });
  await Promise.all([
    writeFile(join(folder, 'root.pem'), pem(root)),
    writeFile(join(folder, 'tsa.pem'), pem(tsa)),
    writeFile(join(folder, 'tsa.key'), key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 }),
    writeFile(join(folder, 'serial'), '01\n'),
    writeFile(join(folder, 'tsa.conf'), configuration(folder)),
  ]);
  // OpenSSL's file of serial numbers has no lock: answer one request at a time.
  let turn: Promise<unknown> = Promise.resolve();
  async function reply(query: Buffer): Promise<Buffer> {
    const [asked, replyPath] = [join(folder, 'query.tsq'), join(folder, 'reply.tsr')];
    await writeFile(asked, query);
    await run('openssl', ['ts', '-reply', '-config', join(folder, 'tsa.conf'), '-queryfile', asked, '-out', replyPath]);
    return readFile(replyPath);
  }
  const server: Server = createServer((request, response) => {
    void (async () => {
      try {
        if (request.method === 'GET') {
          const list = await makeCrl(root, [], { thisUpdate: realNow() });
          response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(list);
          return;
        }
        const query = await bodyOf(request);
        const answer = turn.then(() => reply(query));
        turn = answer.catch(() => undefined);
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await answer);
      } catch {
        response.writeHead(500).end();
      }
    })();
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    crlUrl,
    certificates: join(folder, 'root.pem'),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
