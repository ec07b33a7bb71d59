/** LemonLDAP::NG on a free port of this machine: a third-party OpenID Connect and SAML provider, as in production. */
// Real time: it waits until a third-party process listens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownPort } from '../../hosts/server-process.ts';

const PORTAL = '/usr/share/lemonldap-ng/portal';
const PACKAGES = [
  'liblemonldap-ng-portal-perl liblasso-perl libxml-simple-perl libio-string-perl libunicode-string-perl',
  'libmime-tools-perl libipc-run-perl libstring-random-perl libglib-perl libgd-securityimage-perl libimage-magick-perl',
].join(' ');

interface PemPair {
  readonly key: string;
  readonly certificate: string;
}

/** This product's registration at the provider: by OpenID Connect, by SAML, or by both. */
export interface Registration {
  readonly openId?: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUri: string;
    readonly postLogoutUri: string;
    /** Default: RS256; LemonLDAP’s own choice would be HS512. */
    readonly algorithm?: string;
  };
  /** Our metadata. */
  readonly saml?: { readonly metadata: string; readonly encrypted: boolean };
}

export interface LemonLdap {
  /** Address of its portal, without a final slash. */
  readonly address: string;
  output(): string;
  stop(): Promise<void>;
}

const openIdSettings = ({
  clientId,
  clientSecret,
  redirectUri,
  postLogoutUri,
  algorithm,
}: NonNullable<Registration['openId']>) => ({
  issuerDBOpenIDConnectActivation: 1,
  oidcRPMetaDataExportedVars: { product: { email: 'mail', email_verified: 'verified;bool', name: 'cn' } },
  oidcRPMetaDataMacros: { product: { verified: '1' } },
  oidcRPMetaDataOptions: {
    product: {
      oidcRPMetaDataOptionsClientID: clientId,
      oidcRPMetaDataOptionsClientSecret: clientSecret,
      oidcRPMetaDataOptionsIDTokenSignAlg: algorithm ?? 'RS256',
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsUserIDAttr: 'uid',
      oidcRPMetaDataOptionsRedirectUris: redirectUri,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: postLogoutUri,
    },
  },
});

const samlSettings = ({ metadata, encrypted }: NonNullable<Registration['saml']>) => ({
  issuerDBSAMLActivation: 1,
  samlSPMetaDataXML: { product: { samlSPMetaDataXML: metadata } },
  samlSPMetaDataExportedAttributes: { product: { mail: '1;mail', uid: '1;uid' } },
  samlSPMetaDataOptions: {
    product: {
      samlSPMetaDataOptionsEncryptionMode: encrypted ? 'assertion' : 'none',
      samlSPMetaDataOptionsSignSSOMessage: 1,
      samlSPMetaDataOptionsSignSLOMessage: 1,
      samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
      samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
      samlSPMetaDataOptionsNameIDFormat: 'persistent',
    },
  },
});

function configuration(folder: string, address: string, { key, certificate }: PemPair, registration: Registration) {
  return {
    cfgNum: 1,
    cfgDate: 1,
    cfgAuthor: 'test',
    portal: `${address}/`,
    domain: new URL(address).hostname,
    securedCookie: 0,
    requireToken: 0,
    // Seconds after a sign-in in which the provider does not authenticate again, even if requested; default 5, below
    // our tolerance.
    portalForceAuthnInterval: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    whatToTrace: 'uid',
    macros: { verified: '1' },
    exportedVars: { mail: 'mail', uid: 'uid', cn: 'cn' },
    demoExportedVars: { mail: 'mail', uid: 'uid', cn: 'cn' },
    // Rules by host: without rules for its own host it refuses all users.
    locationRules: { [new URL(address).host]: { default: 'accept' } },
    exportedHeaders: {},
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: {
      Directory: `${folder}/sessions`,
      LockDirectory: `${folder}/locks`,
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    },
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: { Directory: `${folder}/persistent`, LockDirectory: `${folder}/locks` },
    oidcServicePrivateKeySig: key,
    oidcServicePublicKeySig: certificate,
    oidcServiceKeyIdSig: 'first',
    samlServicePrivateKeySig: key,
    samlServicePublicKeySig: certificate,
    samlServicePrivateKeyEnc: key,
    samlServicePublicKeyEnc: certificate,
    samlServiceUseCertificateInResponse: 1,
    samlServiceSignatureMethod: 'RSA_SHA256',
    ...(registration.openId === undefined ? {} : openIdSettings(registration.openId)),
    ...(registration.saml === undefined ? {} : samlSettings(registration.saml)),
  };
}

const INI = (folder: string): string => `[all]
logLevel = warn
checkTime = 0
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'conf', 'default_expires_in' => 1, 'cache_root' => '${folder}/cache', 'cache_depth' => 1 }
[portal]
staticPrefix = /static
templateDir = ${PORTAL}/templates
languages = en
[handler]
`;

/**
 * Its users are those of its demonstration: `dwho`, `rtyler`, `msmith`, each with the login as password.
 * @throws Error naming the command that installs it when it is missing: a check is never skipped.
 */
export async function startLemonLdap(
  pair: PemPair,
  registration: (address: string) => Registration | Promise<Registration>,
  /** Its previous port, to restart it with another key. */
  at?: number,
  /** The TLS proxy in front of it, which is then its address. */
  front?: string,
): Promise<LemonLdap> {
  if (!existsSync(PORTAL)) throw new Error(`LemonLDAP::NG is missing. Install it: sudo apt-get install -y ${PACKAGES}`);
  const folder = await mkdtemp(join(tmpdir(), 'lemonldap-'));
  const port = at ?? (await ownPort());
  const address = front ?? `http://127.0.0.1:${port}`;
  await Promise.all(['conf', 'cache', 'sessions', 'locks', 'persistent'].map((name) => mkdir(join(folder, name))));
  await Promise.all([
    writeFile(join(folder, 'lemonldap-ng.ini'), INI(folder)),
    writeFile(join(folder, 'app.psgi'), 'use Lemonldap::NG::Portal::Main;\nLemonldap::NG::Portal::Main->run({});\n'),
    writeFile(
      join(folder, 'conf/lmConf-1.json'),
      JSON.stringify(configuration(folder, address, pair, await registration(address))),
    ),
  ]);
  const child = spawn(
    'plackup',
    ['-s', 'HTTP::Server::PSGI', '--host', '127.0.0.1', '--port', String(port), 'app.psgi'],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  for (let time = 0; !output.includes('Accepting connections'); time += 1) {
    if (child.exitCode !== null || time > 400) throw new Error(`LemonLDAP::NG does not start: ${output}`);
    await pause(50);
  }
  return {
    address,
    output: () => output,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
