/** `doctor` for OpenID Connect sign-in: reachability, issuer name, provider capabilities, keys, clock, certificate, our secret. */
import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { Clock } from '#ports/clock.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { type ConnectionFault, connectionFault } from '../outside/connection-fault.ts';
import { readCertificates, SettingFileWrong } from '../setting-file.ts';
import type { OpenIdFiles } from './openid-files.ts';
import { SIGNATURES } from './provider-keys.ts';
import { fetchTrusting } from './trusting-fetch.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds for all checks together. */
const TIME_LIMIT = 4_500;
/** Bytes; metadata and keys take some thousands. */
const LONGEST = 1 << 20;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

type Described = Readonly<Record<string, unknown>>;
interface Asking {
  readonly files: OpenIdFiles;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly authorities: string | null;
  ask(url: string, init?: RequestInit): Promise<Response>;
}

const list = (described: Described, name: string): string[] | null => {
  const value = described[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null;
};
const word = (described: Described, name: string): string | null => {
  const value = described[name];
  return typeof value === 'string' ? value : null;
};

const FAULTS: Readonly<Partial<Record<ConnectionFault, string>>> = {
  name: 'its name is not known: check the address and the name server',
  refused: 'nothing listens there: check address and port, and whether the provider runs',
  expired: 'its certificate has ended: the provider’s people have to renew it',
  certificateName: 'its certificate is for another name: check the address',
  authority:
    'its certificate comes from an authority that is not trusted here: name that authority’s PEM file in OIDC_CERTIFICATES',
};

/** The cause of a failed connection, and how to fix it. */
function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return 'it does not answer in time: check network and proxies';
  const fault = connectionFault(code);
  const known = fault === null ? undefined : FAULTS[fault];
  return known ?? (code === '' ? message : `${code}: ${message}`);
}

/** @throws Error with a message for the reader of `doctor`. */
async function readJson(answer: Response): Promise<Described> {
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`it answers ${answer.status}`);
  }
  const text = await answer.text();
  if (text.length > LONGEST) throw new Error('it answers far too much');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it answers no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it answers no JSON object');
  return value as Described;
}

function checkDescription(described: Described, { files }: Asking): Finding[] {
  const findings: Finding[] = [];
  const issuer = word(described, 'issuer') ?? 'by no name';
  const isSame = URL.canParse(issuer) && new URL(issuer).href === new URL(files.issuer).href;
  if (!isSame) {
    findings.push(
      failure('OIDC_ISSUER', `The provider calls itself ${issuer}: write that into OIDC_ISSUER, letter by letter.`),
    );
  }
  const missing = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter(
    (name) => word(described, name) === null,
  );
  if (missing.length > 0) {
    findings.push(
      failure('OIDC_ISSUER', `The provider’s description has no ${missing.join(' and no ')}: nobody can sign in.`),
    );
  }
  const flows = list(described, 'response_types_supported');
  if (flows !== null && !flows.includes('code')) {
    findings.push(failure('OIDC_ISSUER', 'The provider does not offer the authorization code flow: have it allowed.'));
  }
  return [...findings, ...checkAbilities(described, files)];
}

function checkAbilities(described: Described, files: OpenIdFiles): Finding[] {
  const findings: Finding[] = [];
  const challenges = list(described, 'code_challenge_methods_supported');
  if (challenges === null) {
    findings.push(
      warning(
        'OIDC_ISSUER',
        'The provider does not say whether it heeds PKCE: ask its people; it is sent with every sign-in.',
      ),
    );
  } else if (!challenges.includes('S256')) {
    findings.push(failure('OIDC_ISSUER', 'The provider does not take PKCE with S256: have it allowed.'));
  }
  const algorithms = list(described, 'id_token_signing_alg_values_supported') ?? ['RS256'];
  if (!algorithms.some((name) => SIGNATURES.includes(name))) {
    findings.push(
      failure(
        'OIDC_ISSUER',
        `The provider signs with ${algorithms.join(', ')} alone: have it sign with RS256 or ES256.`,
      ),
    );
  }
  const methods = list(described, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic'];
  if (!methods.some((name) => name === 'client_secret_basic' || name === 'client_secret_post')) {
    findings.push(
      failure(
        'OIDC_CLIENT_SECRET',
        `The provider takes ${methods.join(', ')} and no secret: have client_secret_basic allowed.`,
      ),
    );
  }
  const scopes = list(described, 'scopes_supported');
  const unknown = scopes === null ? [] : files.scope.split(' ').filter((one) => !scopes.includes(one));
  if (unknown.length > 0) {
    findings.push(
      warning('OIDC_SCOPE', `The provider does not name ${unknown.join(', ')} among what can be asked for.`),
    );
  }
  if (word(described, 'end_session_endpoint') === null) {
    findings.push(warning('OIDC_ISSUER', 'The provider tells no address for signing out: sessions end here alone.'));
  }
  if (described.backchannel_logout_supported !== true) {
    findings.push(
      warning(
        'OIDC_ISSUER',
        'The provider does not tell the end of its sessions (back-channel logout): ours last until their own end.',
      ),
    );
  }
  return findings;
}

async function checkKeys(described: Described, { ask, signal }: Asking): Promise<Finding[]> {
  const uri = word(described, 'jwks_uri');
  if (uri === null) return [];
  try {
    const { keys } = await readJson(await ask(uri, { signal }));
    const signing = (Array.isArray(keys) ? keys : []).filter(
      ({ kty, use }: { kty?: unknown; use?: unknown }) => kty !== 'oct' && (use === undefined || use === 'sig'),
    ) as { kid?: unknown }[];
    if (signing.length === 0)
      return [failure('OIDC_ISSUER', `The provider tells no key that it signs with at ${uri}.`)];
    if (signing.length > 1 && signing.some(({ kid }) => kid === undefined)) {
      return [
        warning('OIDC_ISSUER', 'The provider tells several keys without names (kid): a sign-in by these is refused.'),
      ];
    }
    return [
      ok(
        'OIDC_ISSUER',
        `The provider tells ${signing.length === 1 ? 'one key' : `${signing.length} keys`} that it signs with.`,
      ),
    ];
  } catch (error) {
    return [failure('OIDC_ISSUER', `The provider’s keys cannot be read at ${uri}: ${causeOf(error)}.`)];
  }
}

function checkClock(answer: Response, { clock, files }: Asking): Finding {
  const name = 'OIDC_CLOCK_TOLERANCE';
  const told = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(told))
    return warning(name, 'The provider does not say what time it is: its clock cannot be compared.');
  // The Date header has a resolution of one second.
  const apart = Math.round((clock.now().getTime() - told) / 1000);
  if (Math.abs(apart) <= 2) return ok(name, 'The provider’s clock agrees with ours.');
  const how = `The provider’s clock is ${Math.abs(apart)} seconds ${apart > 0 ? 'behind' : 'before'} ours`;
  return Math.abs(apart) > files.clockTolerance
    ? failure(name, `${how}, and ${files.clockTolerance} are allowed: set both clocks by NTP.`)
    : warning(name, `${how}: set both clocks by NTP.`);
}

/** Expiry of the provider's TLS certificate; nothing for plain http. */
async function checkCertificate({ files, clock, signal, authorities }: Asking): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(files.issuer);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const certificate = await new Promise<X509Certificate | undefined>((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false },
      ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
      ...(authorities === null ? {} : { ca: authorities }),
    });
    const end = (found?: X509Certificate) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()));
    socket.once('error', () => end());
    signal.addEventListener('abort', () => end(), { once: true });
  });
  if (certificate === undefined) return [];
  const { validToDate: until } = certificate;
  const left = until.getTime() - clock.now().getTime();
  return left < SOON_DAYS * DAY
    ? [warning('OIDC_ISSUER', `The provider’s certificate ends on ${dayOf(until)}: its people have to renew it.`)]
    : [ok('OIDC_ISSUER', `The provider’s certificate is good until ${dayOf(until)}.`)];
}

/** Requests a token with an invented code: the server checks the client's credentials first (RFC 6749, section 5.2). */
async function checkSecret(described: Described, { files, ask, signal }: Asking): Promise<Finding[]> {
  const endpoint = word(described, 'token_endpoint');
  const methods = list(described, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic'];
  if (endpoint === null) return [];
  const name = 'OIDC_CLIENT_SECRET';
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'fascicolo-doctor' });
  const headers: Record<string, string> = { accept: 'application/json' };
  if (methods.includes('client_secret_post')) {
    body.set('client_id', files.clientId);
    body.set('client_secret', files.clientSecret);
  } else {
    const credentials = `${encodeURIComponent(files.clientId)}:${encodeURIComponent(files.clientSecret)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  try {
    const answer = await ask(endpoint, { method: 'POST', body, headers, signal });
    const text = await answer.text();
    const error = /"error"\s*:\s*"([\w.-]{1,64})"/.exec(text)?.[1];
    if (answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client') {
      return [
        failure(
          name,
          'The provider does not know us by OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: compare both with its people.',
        ),
      ];
    }
    if (error === 'invalid_grant') return [ok(name, 'The provider knows us by our secret.')];
    return [
      warning(
        name,
        `Whether the provider knows us by our secret cannot be told: it answers ${answer.status} ${error ?? ''}`
          .trim()
          .concat('.'),
      ),
    ];
  } catch (error) {
    return [failure(name, `The provider does not answer at ${endpoint}: ${causeOf(error)}.`)];
  }
}

async function checkProvider(asking: Asking): Promise<Finding[]> {
  const { files, ask, signal } = asking;
  const url = `${files.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  let answer: Response;
  let described: Described;
  try {
    answer = await ask(url, { signal });
    described = await readJson(answer);
  } catch (error) {
    return [failure('OIDC_ISSUER', `The provider’s description cannot be read at ${url}: ${causeOf(error)}.`)];
  }
  const found = checkDescription(described, asking);
  const more = await Promise.all([
    checkKeys(described, asking),
    checkCertificate(asking),
    checkSecret(described, asking),
  ]);
  const reached = ok('OIDC_ISSUER', `The provider answers at ${url}.`);
  return [reached, ...found, ...more.flat(), checkClock(answer, asking)];
}

/** Fetches the provider's metadata and keys within five seconds; changes nothing and signs no user in. */
export async function checkOidc(files: OpenIdFiles, clock: Clock): Promise<Finding[]> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const plain = (url: string, init: RequestInit = {}) => fetch(url, { ...init, redirect: 'manual' });
  if (files.certificates === null) return checkProvider({ files, clock, signal, authorities: null, ask: plain });
  try {
    const known = await readCertificates('OIDC_CERTIFICATES', files.certificates);
    const authorities = known.map(String).join('\n');
    const trusting = fetchTrusting(authorities);
    const findings = await checkProvider({
      files,
      clock,
      signal,
      authorities,
      ask: (url, init = {}) => trusting(url, init),
    });
    const late = known.filter(({ validToDate }) => validToDate <= clock.now());
    return [
      ...late.map(({ subject }) => warning('OIDC_CERTIFICATES', `The certificate ${subject} has ended: take it out.`)),
      ...findings,
    ];
  } catch (error) {
    if (!(error instanceof SettingFileWrong)) throw error;
    return [failure('OIDC_CERTIFICATES', `${error.reason}.`)];
  }
}
