/** Checks the public address: name, certificate, and how requests arrive at this installation through its proxies. */
import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import { ARRIVAL_HEADER, ARRIVAL_PATH, type Arrival, arrivalProof } from '#server/http/request/report-arrival.ts';
import { isRunning } from '../backup/control-socket.ts';
import { expiryFinding } from './certificate-expiry.ts';

const NAME = 'PUBLIC_URL';
const LIMIT_MS = 1_500;
const ENDS_SOON_DAYS = 21;
const RESPONSE_LIMIT = 65_536;
/** An address reserved for documentation (RFC 5737), which a test request claims to come from. */
const FORGED = '192.0.2.123';

export interface PublicAddress {
  readonly url: string;
  readonly version: string;
  readonly dataDir: string;
  readonly trustedProxies: number;
  /** Derived for `doctor`; null if the installation has no secret yet. */
  readonly key: Uint8Array | null;
  readonly now: () => Date;
  /** PEM of authorities to trust in addition to the system's. */
  readonly ca?: string;
}

const TLS_FAULTS: readonly (readonly [pattern: RegExp, text: Message])[] = [
  [
    /WRONG_VERSION_NUMBER|EPROTO|packet length/,
    {
      it: 'PUBLIC_URL indica https, ma chi risponde non parla TLS. Correggi lo schema o la porta, oppure attiva TLS nel proxy',
      en: 'PUBLIC_URL says https, and what answers speaks no TLS. Correct the scheme or the port, or let the proxy speak TLS',
    },
  ],
  [/HAS_EXPIRED/, { it: 'il suo certificato è scaduto. Rinnovalo', en: 'its certificate has ended. Renew it' }],
  [
    /ALTNAME/,
    {
      it: 'il suo certificato è per un altro nome. Indica il server con il nome del certificato, oppure procurati un altro certificato',
      en: 'its certificate is for another name. Name the server as its certificate does, or get another one',
    },
  ],
  [
    /SELF_SIGNED|UNABLE_TO_/,
    {
      it: 'il suo certificato non porta a un’autorità attendibile: i browser avvertono. Fai inviare al proxy l’intera catena, oppure usa un’autorità pubblica',
      en: 'its certificate leads to no trusted authority: browsers warn. Let the proxy send the whole chain, or use a public authority',
    },
  ],
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.message : 'unknown';

/** Works while the product is down too; then it checks only name and certificate. */
export async function checkPublicAddress(address: PublicAddress): Promise<Finding[]> {
  const { hostname, protocol } = new URL(address.url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) {
    try {
      await lookup(host);
    } catch (error) {
      const code = codeOf(error);
      return [
        failure(NAME, {
          it: `Il nome ${host} è sconosciuto (${code}). Registralo nel DNS, oppure correggi PUBLIC_URL.`,
          en: `The name ${host} is not known (${code}). Enter it in the DNS, or correct PUBLIC_URL.`,
        }),
      ];
    }
  }
  const running = await isRunning(address.dataDir);
  const certificate = protocol === 'https:' ? await checkCertificate(address, host, running) : [];
  if (certificate.some(({ level }) => level !== 'ok' && level !== 'warning')) return certificate;
  const arrival = await checkArrival(address, running);
  // Both checks find a closed port; report it once.
  return [...certificate, ...arrival.filter((one) => !certificate.some((known) => isDeepStrictEqual(known, one)))];
}

async function checkCertificate({ url, ca, now }: PublicAddress, host: string, running: boolean): Promise<Finding[]> {
  const port = Number(new URL(url).port || 443);
  try {
    const validUntil = await certificateEnd(host, port, ca);
    const ending = {
      ...{ setting: NAME, soon: ENDS_SOON_DAYS },
      what: { it: `Il certificato di ${host}`, en: `The certificate of ${host}` },
      todo: {
        it: 'Fallo rinnovare; verifica perché non è avvenuto da sé.',
        en: 'Have it renewed; find out why that did not happen automatically.',
      },
    };
    return [expiryFinding(validUntil, ending, now())];
  } catch (error) {
    const code = codeOf(error);
    const explanation = TLS_FAULTS.find(([pattern]) => pattern.test(code));
    if (explanation !== undefined) {
      const [, { it, en }] = explanation;
      return [failure(NAME, { it: `${url}: ${it}.`, en: `${url}: ${en}.` })];
    }
    return [closed(url, code, running)];
  }
}

function certificateEnd(host: string, port: number, ca: string | undefined): Promise<Date> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connectTls({ host, port, ...name, ...(ca === undefined ? {} : { ca }) });
    socket.setTimeout(LIMIT_MS, () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })));
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Connection refused: expected while the product is down, unless a proxy is in front of it. */
function closed(url: string, code: string, running: boolean): Finding {
  const text = {
    it: `${url} non si raggiunge da questa macchina (${code}).`,
    en: `${url} cannot be reached from this machine (${code}).`,
  };
  return running
    ? failure(
        NAME,
        withAdvice(text, {
          it: 'Il prodotto è in funzione: controlla il proxy, la sua porta e il firewall.',
          en: 'The product runs: check the proxy, its port and the firewall.',
        }),
      )
    : warning(
        NAME,
        withAdvice(text, {
          it: 'Il prodotto è fermo; riprova quando è in funzione.',
          en: 'The product does not run; ask again once it does.',
        }),
      );
}

interface HttpResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

function sendRequest({ url, ca, key, now }: PublicAddress): Promise<HttpResponse> {
  const target = new URL(ARRIVAL_PATH, url);
  const proof = key === null ? {} : { [ARRIVAL_HEADER]: arrivalProof(key, now()) };
  const headers = { 'x-forwarded-for': FORGED, accept: 'application/json', ...proof };
  return new Promise((resolve, reject) => {
    const call =
      target.protocol === 'https:'
        ? requestTls(target, { headers, ...(ca === undefined ? {} : { ca }) })
        : requestPlain(target, { headers });
    call.setTimeout(LIMIT_MS, () => call.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })));
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > RESPONSE_LIMIT) call.destroy(new Error('a longer answer than ours'));
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, text }),
      );
    });
    call.end();
  });
}

async function checkArrival(address: PublicAddress, running: boolean): Promise<Finding[]> {
  const { url } = address;
  let response: HttpResponse;
  try {
    response = await sendRequest(address);
  } catch (error) {
    return [closed(url, codeOf(error), running)];
  }
  const { status, location, text } = response;
  if (location !== null) return [redirected(url, new URL(location, url))];
  if (status === 400 && url.startsWith('http:')) {
    return [
      failure(NAME, {
        it: `${url} risponde 400: sembra che si aspetti TLS. Scrivi https in PUBLIC_URL.`,
        en: `${url} answers 400: it seems to expect TLS. Write https in PUBLIC_URL.`,
      }),
    ];
  }
  if (status === 502 || status === 503 || status === 504) {
    return [badGateway(url, status, running)];
  }
  const arrival = status === 200 ? readArrival(text) : null;
  if (arrival !== null) return arrivalFindings(address, arrival);
  if (isReady(status, text)) {
    return [otherInstallation(address)];
  }
  return [
    failure(NAME, {
      it: `${url} risponde ${status}, e non come questo prodotto. Correggi PUBLIC_URL, oppure guarda se il proxy trasmette l’intestazione Host.`,
      en: `${url} answers ${status}, and not as this product. Correct PUBLIC_URL, or look whether the proxy passes the header Host.`,
    }),
  ];
}

function badGateway(url: string, status: number, running: boolean): Finding {
  const what = {
    it: `${url} risponde ${status}: il proxy non raggiunge il prodotto.`,
    en: `${url} answers ${status}: the proxy does not reach the product.`,
  };
  return running
    ? failure(
        NAME,
        withAdvice(what, {
          it: 'Il prodotto è in funzione: correggi l’indirizzo nel proxy.',
          en: 'The product runs: correct the address in the proxy.',
        }),
      )
    : warning(
        NAME,
        withAdvice(what, {
          it: 'È fermo; riprova quando è in funzione.',
          en: 'It does not run; ask again once it does.',
        }),
      );
}

const otherInstallation = ({ url, key }: PublicAddress): Finding =>
  key === null
    ? warning(NAME, {
        it: `${url} risponde; riprova quando questa installazione ha il suo segreto.`,
        en: `${url} answers; ask again once this installation has its secret.`,
      })
    : failure(NAME, {
        it: `${url} risponde, ma come un’altra installazione o con un altro segreto. Correggi PUBLIC_URL, oppure dai a doctor le impostazioni del prodotto in funzione.`,
        en: `${url} answers, and as another installation or with another secret. Correct PUBLIC_URL, or give doctor the settings of the product that runs.`,
      });

const isReady = (status: number, text: string): boolean => status === 200 && /^\{"status":"READY"\}$/.test(text);

function redirected(url: string, target: URL): Finding {
  const source = new URL(url);
  if (target.host === source.host && target.protocol !== source.protocol) {
    const scheme = target.protocol.slice(0, -1);
    return failure(NAME, {
      it: `${url} reindirizza a ${scheme}: lo schema di PUBLIC_URL è sbagliato. Scrivi ${target.origin}.`,
      en: `${url} redirects to ${scheme}: the scheme of PUBLIC_URL is wrong. Write ${target.origin}.`,
    });
  }
  if (target.href === new URL(ARRIVAL_PATH, url).href) {
    return failure(NAME, {
      it: `${url} reindirizza a sé stesso, senza fine. Cerca nel proxy la regola che lo fa.`,
      en: `${url} redirects to itself endlessly. Look for the rule in the proxy that does it.`,
    });
  }
  return failure(NAME, {
    it: `${url} reindirizza a ${target.origin}. Indica in PUBLIC_URL l’indirizzo che si vede alla fine.`,
    en: `${url} redirects to ${target.origin}. Name in PUBLIC_URL the address that people finally see.`,
  });
}

function readArrival(text: string): Arrival | null {
  try {
    const parsed = JSON.parse(text) as Partial<Arrival>;
    return typeof parsed.version === 'string' && Array.isArray(parsed.forwardedFor) ? (parsed as Arrival) : null;
  } catch {
    return null;
  }
}

function arrivalFindings({ url, version, trustedProxies }: PublicAddress, arrival: Arrival): Finding[] {
  const { host, protocol } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const findings = [
    arrival.version === version
      ? ok(NAME, {
          it: `${url} risponde come questa installazione, versione ${version}.`,
          en: `${url} answers as this installation, version ${version}.`,
        })
      : warning(NAME, {
          it: `${url} risponde come versione ${arrival.version}, doctor è della ${version}. Riavvia il prodotto.`,
          en: `${url} answers as version ${arrival.version}, and doctor is of ${version}. Restart the product.`,
        }),
  ];
  if (arrival.host !== host) {
    const came = arrival.host;
    findings.push(
      failure('proxy', {
        it: `L’intestazione Host arriva ${came === null ? 'vuota' : `come ${came}`} e non come ${host}. nginx: proxy_set_header Host $host.`,
        en: `The header Host arrives as ${came ?? 'nothing'} and not as ${host}. nginx: proxy_set_header Host $host.`,
      }),
    );
  }
  const proto = arrival.forwardedProto;
  if (proto !== null && proto !== scheme) {
    findings.push(
      failure(NAME, {
        it: `X-Forwarded-Proto arriva come ${proto}, PUBLIC_URL indica ${scheme}. Correggi PUBLIC_URL, oppure il proxy: proxy_set_header X-Forwarded-Proto $scheme.`,
        en: `X-Forwarded-Proto arrives as ${proto}, and PUBLIC_URL says ${scheme}. Correct PUBLIC_URL, or the proxy: proxy_set_header X-Forwarded-Proto $scheme.`,
      }),
    );
  }
  return [...findings, proxyFinding(arrival, trustedProxies)];
}

/** Each proxy appends the caller's address; the forged one stays first unless the first proxy drops it. */
function proxyFinding({ forwardedFor, address, trustedProxies: reported }: Arrival, configured: number): Finding {
  const name = 'TRUSTED_PROXIES';
  const proxies = forwardedFor.filter((hop) => hop !== FORGED).length;
  if (reported !== configured) {
    return warning(name, {
      it: `Il prodotto è partito con ${reported}, l’impostazione è ${configured}. Riavvia il prodotto.`,
      en: `The product was started with ${reported}, and the setting is ${configured}. Restart the product.`,
    });
  }
  if (address === FORGED) {
    return failure(name, {
      it: `Chiunque chiami può scegliere l’indirizzo che conta per limiti e log. Proxy che aggiungono il proprio: ${proxies}; fidati: ${configured}. Imposta TRUSTED_PROXIES=${proxies}, oppure fallo aggiungere al proxy: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.`,
      en: `Every caller may choose the address that counts for limits and logs. Proxies that add theirs: ${proxies}; trusted: ${configured}. Set TRUSTED_PROXIES=${proxies}, or let the proxy add it: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.`,
    });
  }
  if (proxies < configured) {
    return warning(name, {
      it: `Proxy fidati: ${configured}; che aggiungono un indirizzo: ${proxies}. Imposta TRUSTED_PROXIES=${proxies}.`,
      en: `Proxies that are trusted: ${configured}; that add an address: ${proxies}. Set TRUSTED_PROXIES=${proxies}.`,
    });
  }
  if (proxies > configured) {
    return failure(name, {
      it: `Tutte le chiamate sembrano venire da ${address}. Proxy che aggiungono un indirizzo: ${proxies}; fidati: ${configured}. Imposta TRUSTED_PROXIES=${proxies}.`,
      en: `All callers seem to come from ${address}. Proxies that add an address: ${proxies}; trusted: ${configured}. Set TRUSTED_PROXIES=${proxies}.`,
    });
  }
  if (proxies === 0) return ok(name, { it: 'Nessun proxy in mezzo.', en: 'No proxy is in between.' });
  return ok(
    name,
    proxies === 1
      ? { it: 'Un proxy è fidato, come deve essere.', en: 'One proxy is trusted, as it has to be.' }
      : {
          it: `${proxies} proxy sono fidati, come devono essere.`,
          en: `${proxies} proxies are trusted, as they have to be.`,
        },
  );
}
