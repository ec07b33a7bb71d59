/** `doctor` for OpenID Connect sign-in: reachability, issuer name, provider capabilities, keys, clock, certificate, our secret. */
import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { Message } from '#domain/errors.ts';
import type { Clock } from '#ports/clock.ts';
import { dayOf, type Finding, failure, ok, sentences, warning } from '#ports/finding.ts';
import { type ConnectionFault, connectionFault } from '../outside/connection-fault.ts';
import { InvalidSettingFile, readCertificates } from '../setting-file.ts';
import type { OpenIdFiles } from './openid-files.ts';
import { SIGNATURES } from './provider-keys.ts';
import { trustingFetch } from './trusting-fetch.ts';

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;
/** Milliseconds for all checks together. */
const TIME_LIMIT = 4_500;
/** Bytes; metadata and keys take some thousands. */
const LONGEST = 1 << 20;

type ProviderMetadata = Readonly<Record<string, unknown>>;
interface CheckContext {
  readonly files: OpenIdFiles;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly authorities: string | null;
  ask(url: string, init?: RequestInit): Promise<Response>;
}

const textsIn = (metadata: ProviderMetadata, name: string): string[] | null => {
  const value = metadata[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
};
const textIn = (metadata: ProviderMetadata, name: string): string | null => {
  const value = metadata[name];
  return typeof value === 'string' ? value : null;
};

/** The response is not usable; the text gives the reason. */
class AnswerWrong extends Error {
  override readonly name = 'UnexpectedResponse';
  readonly text: Message;
  constructor(text: Message) {
    super(text.en);
    this.text = text;
  }
}

const FAULTS: Readonly<Partial<Record<ConnectionFault, Message>>> = {
  name: {
    it: 'il suo nome è sconosciuto: controlla l’indirizzo e il server DNS',
    en: 'its name is not known: check the address and the name server',
  },
  refused: {
    it: 'la porta non risponde: controlla indirizzo e porta, e se il provider è in funzione',
    en: 'nothing listens there: check address and port, and whether the provider runs',
  },
  expired: {
    it: 'il suo certificato è scaduto: deve rinnovarlo chi gestisce il provider',
    en: 'its certificate has ended: the provider’s people have to renew it',
  },
  certificateName: {
    it: 'il suo certificato è per un altro nome: controlla l’indirizzo',
    en: 'its certificate is for another name: check the address',
  },
  authority: {
    it: 'il suo certificato viene da un’autorità che qui non è attendibile: indica il file PEM di quell’autorità in OIDC_CERTIFICATES',
    en: 'its certificate comes from an authority that is not trusted here: name that authority’s PEM file in OIDC_CERTIFICATES',
  },
};
const LATE: Message = {
  it: 'non risponde in tempo: controlla rete e proxy',
  en: 'it does not answer in time: check network and proxies',
};

/** The cause of a failed connection, and how to fix it. */
function causeOf(error: unknown): Message {
  if (error instanceof AnswerWrong) return error.text;
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return LATE;
  const fault = connectionFault(code);
  const explanation = fault === null ? undefined : FAULTS[fault];
  const technical = code === '' ? message : `${code}: ${message}`;
  return explanation ?? { it: technical, en: technical };
}

/** @throws UnexpectedResponse */
async function readJson(response: Response): Promise<ProviderMetadata> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new AnswerWrong({ it: `risponde ${response.status}`, en: `it answers ${response.status}` });
  }
  const text = await response.text();
  if (text.length > LONGEST) throw new AnswerWrong({ it: 'la risposta è troppo lunga', en: 'it answers far too much' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AnswerWrong({ it: 'la risposta non è JSON', en: 'it answers no JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AnswerWrong({ it: 'la risposta non è un oggetto JSON', en: 'it answers no JSON object' });
  }
  return value as ProviderMetadata;
}

/** @param what the part of the provider that cannot be read. */
const unreadable = (name: string, what: Message, error: unknown): Finding => {
  const cause = causeOf(error);
  return failure(name, { it: `${what.it}: ${cause.it}.`, en: `${what.en}: ${cause.en}.` });
};

function checkMetadata(metadata: ProviderMetadata, { files }: CheckContext): Finding[] {
  const findings: Finding[] = [];
  const issuer = textIn(metadata, 'issuer');
  if (issuer === null) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: 'La descrizione del provider non ha nessun issuer: nessuno può accedere.',
        en: 'The provider’s description has no issuer: nobody can sign in.',
      }),
    );
  } else if (!URL.canParse(issuer) || new URL(issuer).href !== new URL(files.issuer).href) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: `Il provider si identifica come ${issuer}: scrivilo in OIDC_ISSUER, lettera per lettera.`,
        en: `The provider calls itself ${issuer}: write that into OIDC_ISSUER, letter by letter.`,
      }),
    );
  }
  const missing = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter(
    (name) => textIn(metadata, name) === null,
  );
  if (missing.length > 0) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: `Nella descrizione del provider manca ${missing.join(' e ')}: nessuno può accedere.`,
        en: `The provider’s description has no ${missing.join(' and no ')}: nobody can sign in.`,
      }),
    );
  }
  const flows = textsIn(metadata, 'response_types_supported');
  if (flows !== null && !flows.includes('code')) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: 'Il provider non offre l’authorization code flow: fallo abilitare.',
        en: 'The provider does not offer the authorization code flow: have it allowed.',
      }),
    );
  }
  return [...findings, ...checkCapabilities(metadata, files)];
}

function checkCapabilities(metadata: ProviderMetadata, files: OpenIdFiles): Finding[] {
  const findings: Finding[] = [];
  const challenges = textsIn(metadata, 'code_challenge_methods_supported');
  if (challenges === null) {
    findings.push(
      warning('OIDC_ISSUER', {
        it: 'Il provider non dichiara se rispetta PKCE: chiedi a chi lo gestisce; si invia a ogni accesso.',
        en: 'The provider does not state whether it heeds PKCE: ask its people; it is sent with every sign-in.',
      }),
    );
  } else if (!challenges.includes('S256')) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: 'Il provider non accetta PKCE con S256: fallo abilitare.',
        en: 'The provider does not take PKCE with S256: have it allowed.',
      }),
    );
  }
  const algorithms = textsIn(metadata, 'id_token_signing_alg_values_supported') ?? ['RS256'];
  if (!algorithms.some((name) => SIGNATURES.includes(name))) {
    findings.push(
      failure('OIDC_ISSUER', {
        it: `Il provider firma solo con ${algorithms.join(', ')}: fallo firmare con RS256 o ES256.`,
        en: `The provider signs with ${algorithms.join(', ')} only: have it sign with RS256 or ES256.`,
      }),
    );
  }
  const methods = textsIn(metadata, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic'];
  if (!methods.some((name) => name === 'client_secret_basic' || name === 'client_secret_post')) {
    findings.push(
      failure('OIDC_CLIENT_SECRET', {
        it: `Il provider accetta ${methods.join(', ')} e nessun segreto: fai abilitare client_secret_basic.`,
        en: `The provider takes ${methods.join(', ')} and no secret: have client_secret_basic allowed.`,
      }),
    );
  }
  const scopes = textsIn(metadata, 'scopes_supported');
  const unknown = scopes === null ? [] : files.scope.split(' ').filter((name) => !scopes.includes(name));
  if (unknown.length > 0) {
    findings.push(
      warning('OIDC_SCOPE', {
        it: `Fra ciò che si può chiedere il provider non indica ${unknown.join(', ')}.`,
        en: `The provider does not name ${unknown.join(', ')} among what can be asked for.`,
      }),
    );
  }
  if (textIn(metadata, 'end_session_endpoint') === null) {
    findings.push(
      warning('OIDC_ISSUER', {
        it: 'Il provider non indica un indirizzo per uscire: le sessioni finiscono soltanto qui.',
        en: 'The provider names no address for signing out: sessions end here only.',
      }),
    );
  }
  if (metadata.backchannel_logout_supported !== true) {
    findings.push(
      warning('OIDC_ISSUER', {
        it: 'Il provider non comunica la fine delle sue sessioni (back-channel logout): le nostre durano fino alla loro fine.',
        en: 'The provider does not report the end of its sessions (back-channel logout): ours last until their own end.',
      }),
    );
  }
  return findings;
}

async function checkKeys(metadata: ProviderMetadata, { ask, signal }: CheckContext): Promise<Finding[]> {
  const uri = textIn(metadata, 'jwks_uri');
  if (uri === null) return [];
  try {
    const { keys } = await readJson(await ask(uri, { signal }));
    const signing = (Array.isArray(keys) ? keys : []).filter(
      ({ kty, use }: { kty?: unknown; use?: unknown }) => kty !== 'oct' && (use === undefined || use === 'sig'),
    ) as { kid?: unknown }[];
    if (signing.length === 0) {
      return [
        failure('OIDC_ISSUER', {
          it: `Il provider non pubblica a ${uri} nessuna chiave con cui firma.`,
          en: `The provider publishes no key that it signs with at ${uri}.`,
        }),
      ];
    }
    if (signing.length > 1 && signing.some(({ kid }) => kid === undefined)) {
      return [
        warning('OIDC_ISSUER', {
          it: 'Il provider pubblica più chiavi senza nome (kid): un accesso con queste è rifiutato.',
          en: 'The provider publishes several keys without names (kid): a sign-in by these is refused.',
        }),
      ];
    }
    const count = signing.length;
    const keysText = count === 1 ? { it: 'una chiave', en: 'one key' } : { it: `${count} chiavi`, en: `${count} keys` };
    return [
      ok('OIDC_ISSUER', {
        it: `Il provider pubblica ${keysText.it} con cui firma.`,
        en: `The provider publishes ${keysText.en} that it signs with.`,
      }),
    ];
  } catch (error) {
    const what = {
      it: `Le chiavi del provider non si leggono a ${uri}`,
      en: `The provider’s keys cannot be read at ${uri}`,
    };
    return [unreadable('OIDC_ISSUER', what, error)];
  }
}

function checkClock(response: Response, { clock, files }: CheckContext): Finding {
  const name = 'OIDC_CLOCK_TOLERANCE';
  const providerTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(providerTime))
    return warning(name, {
      it: 'Il provider non indica l’ora: il suo orologio non si può confrontare.',
      en: 'The provider does not give the time: its clock cannot be compared.',
    });
  // The Date header has a resolution of one second.
  const offset = Math.round((clock.now().getTime() - providerTime) / 1000);
  const seconds = Math.abs(offset);
  if (seconds <= 2) {
    return ok(name, {
      it: 'L’orologio del provider concorda con il nostro.',
      en: 'The provider’s clock agrees with ours.',
    });
  }
  const direction = offset > 0 ? { it: 'indietro', en: 'behind' } : { it: 'avanti', en: 'before' };
  const it = `L’orologio del provider è ${direction.it} di ${seconds} secondi rispetto al nostro`;
  const en = `The provider’s clock is ${seconds} seconds ${direction.en} ours`;
  const byNtp = { it: 'regolali tutti e due con NTP', en: 'set both clocks by NTP' };
  return seconds > files.clockTolerance
    ? failure(name, {
        it: `${it}, e ne sono ammessi ${files.clockTolerance}: ${byNtp.it}.`,
        en: `${en}, and ${files.clockTolerance} are allowed: ${byNtp.en}.`,
      })
    : warning(name, { it: `${it}: ${byNtp.it}.`, en: `${en}: ${byNtp.en}.` });
}

/** Expiry of the provider's TLS certificate; nothing for plain http. */
async function checkCertificate({ files, clock, signal, authorities }: CheckContext): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(files.issuer);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const certificate = await new Promise<X509Certificate | undefined>((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false },
      ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
      ...(authorities === null ? {} : { ca: authorities }),
    });
    const finish = (peerCertificate?: X509Certificate) => {
      socket.destroy();
      resolve(peerCertificate);
    };
    socket.once('secureConnect', () => finish(socket.getPeerX509Certificate()));
    socket.once('error', () => finish());
    signal.addEventListener('abort', () => finish(), { once: true });
  });
  if (certificate === undefined) return [];
  const { validToDate: validUntil } = certificate;
  const remaining = validUntil.getTime() - clock.now().getTime();
  const day = dayOf(validUntil);
  return [
    remaining < SOON_DAYS * DAY
      ? warning('OIDC_ISSUER', {
          it: `Il certificato del provider scade il ${day}: deve rinnovarlo chi lo gestisce.`,
          en: `The provider’s certificate ends on ${day}: its people have to renew it.`,
        })
      : ok('OIDC_ISSUER', {
          it: `Il certificato del provider vale fino al ${day}.`,
          en: `The provider’s certificate is good until ${day}.`,
        }),
  ];
}

/** Requests a token with an invented code: the server checks the client's credentials first (RFC 6749, section 5.2). */
async function checkSecret(metadata: ProviderMetadata, { files, ask, signal }: CheckContext): Promise<Finding[]> {
  const endpoint = textIn(metadata, 'token_endpoint');
  const methods = textsIn(metadata, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic'];
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
    const response = await ask(endpoint, { method: 'POST', body, headers, signal });
    const text = await response.text();
    const error = /"error"\s*:\s*"([\w.-]{1,64})"/.exec(text)?.[1];
    if (response.status === 401 || error === 'invalid_client' || error === 'unauthorized_client') {
      return [
        failure(name, {
          it: 'Il provider non ci riconosce con OIDC_CLIENT_ID e OIDC_CLIENT_SECRET: confrontali con chi lo gestisce.',
          en: 'The provider does not know us by OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: compare both with its people.',
        }),
      ];
    }
    if (error === 'invalid_grant') {
      return [
        ok(name, {
          it: 'Il provider ci riconosce con il nostro segreto.',
          en: 'The provider knows us by our secret.',
        }),
      ];
    }
    const outcome = `${response.status} ${error ?? ''}`.trim();
    return [
      warning(name, {
        it: `Non si può stabilire se il provider ci riconosce con il nostro segreto: risponde ${outcome}.`,
        en: `Whether the provider knows us by our secret cannot be told: it answers ${outcome}.`,
      }),
    ];
  } catch (error) {
    const what = {
      it: `Il provider non risponde a ${endpoint}`,
      en: `The provider does not answer at ${endpoint}`,
    };
    return [unreadable(name, what, error)];
  }
}

async function checkProvider(context: CheckContext): Promise<Finding[]> {
  const { files, ask, signal } = context;
  const url = `${files.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  let response: Response;
  let metadata: ProviderMetadata;
  try {
    response = await ask(url, { signal });
    metadata = await readJson(response);
  } catch (error) {
    const what = {
      it: `La descrizione del provider non si legge a ${url}`,
      en: `The provider’s description cannot be read at ${url}`,
    };
    return [unreadable('OIDC_ISSUER', what, error)];
  }
  const metadataFindings = checkMetadata(metadata, context);
  const otherFindings = await Promise.all([
    checkKeys(metadata, context),
    checkCertificate(context),
    checkSecret(metadata, context),
  ]);
  const reachable = ok('OIDC_ISSUER', { it: `Il provider risponde a ${url}.`, en: `The provider answers at ${url}.` });
  return [reachable, ...metadataFindings, ...otherFindings.flat(), checkClock(response, context)];
}

/** Fetches the provider's metadata and keys within five seconds; changes nothing and signs no user in. */
export async function checkOidc(files: OpenIdFiles, clock: Clock): Promise<Finding[]> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const plainFetch = (url: string, init: RequestInit = {}) => fetch(url, { ...init, redirect: 'manual' });
  if (files.certificates === null) return checkProvider({ files, clock, signal, authorities: null, ask: plainFetch });
  try {
    const certificates = await readCertificates('OIDC_CERTIFICATES', files.certificates);
    const authorities = certificates.map(String).join('\n');
    const customFetch = trustingFetch(authorities);
    const findings = await checkProvider({
      files,
      clock,
      signal,
      authorities,
      ask: (url, init = {}) => customFetch(url, init),
    });
    const expired = certificates.filter(({ validToDate }) => validToDate <= clock.now());
    return [
      ...expired.map(({ subject }) =>
        warning('OIDC_CERTIFICATES', {
          it: `Il certificato ${subject} è scaduto: toglilo.`,
          en: `The certificate ${subject} has ended: take it out.`,
        }),
      ),
      ...findings,
    ];
  } catch (error) {
    if (!(error instanceof InvalidSettingFile)) throw error;
    return [failure(error.setting, sentences(error.reason))];
  }
}
