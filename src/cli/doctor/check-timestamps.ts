/** Checks the timestamp authorities: each stamps a random hash; the token, its path, its lists and its time are verified. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { openTimestampServer, type TimestampServer } from '#adapters/timestamp/rfc3161-http.ts';
import type { Message } from '#domain/errors.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { readCrl } from '#formats/crl.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { checkTimestampToken } from '#formats/tsp.ts';
import type { Clock } from '#ports/clock.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import type { TimestampSettings } from '../../settings/authorities.ts';
import { daysUntil, expiryFinding } from './certificate-expiry.ts';
import { unreadableFinding } from './file-permissions.ts';
import { days } from './shared-texts.ts';

/** Limit of one request; a list and a token take two. */
const ANSWER_MS = 2_200;
/** Timestamps of an authority that follows EN 319 421 are accurate to the second; the response takes a moment. */
const CLOCK_MS = 5_000;
const ENDS_SOON_DAYS = 60;
const silentLog = { warn: () => undefined, info: () => undefined };

const fault = (pattern: RegExp, part: string, it: string, en: string) => ({ pattern, part, text: { it, en } }) as const;

/** The operator's view of an authority's fault: the setting's suffix, and the remedy. */
const FAULTS: readonly { readonly pattern: RegExp; readonly part: string; readonly text: Message }[] = [
  fault(
    /list has run out/,
    'CRL_URLS',
    'la sua lista di revoca è scaduta, e marche senza una lista valida non servono. Chiedi all’autorità la lista nuova; controlla l’orologio di questa macchina',
    'its revocation list has run out, and stamps without a good list are of no use. Ask the authority for its new list; check the clock of this machine',
  ),
  fault(
    /list is of another/,
    'CRL_URLS',
    'la lista a questo indirizzo non è di nessuna delle autorità in CERTIFICATES. Correggi l’indirizzo, oppure il file',
    'the list at this address is of none of the authorities in its CERTIFICATES. Correct the address, or the file',
  ),
  fault(
    /not a revocation list/,
    'CRL_URLS',
    'ciò che sta a questo indirizzo non è una lista di revoca. Correggi l’indirizzo',
    'what is at this address is no revocation list. Correct the address',
  ),
  fault(
    /no revocation list/,
    'CRL_URLS',
    'nessuna lista copre il suo certificato. Indica gli indirizzi delle liste di tutte le autorità che gli stanno sopra',
    'no list covers its certificate. Name the addresses of the lists of all authorities above it',
  ),
  fault(
    /is revoked/,
    'URL',
    'il suo certificato è revocato. Usa un’altra autorità',
    'its certificate is revoked. Use another authority',
  ),
  fault(
    /trusted roots/,
    'CERTIFICATES',
    'il suo certificato non porta a nessuna delle radici in questo file. Mettici la radice e i certificati intermedi',
    'its certificate leads to none of the roots in this file. Put in the root and the certificates between',
  ),
  fault(
    /path is not accepted: expired/,
    'URL',
    'il suo certificato è scaduto. Chiedi all’autorità',
    'its certificate has ended. Ask the authority',
  ),
  fault(
    /policy/,
    'POLICY',
    'marca con un’altra policy. Correggi la policy, oppure toglila',
    'it stamps by another policy. Correct the policy, or leave it out',
  ),
  fault(
    /answered 40[13]/,
    'USER',
    'rifiuta utente e password. Correggili',
    'it refuses user and password. Correct both',
  ),
  fault(
    /answered 404/,
    'URL',
    'a questo indirizzo non c’è nulla (404). Correggi l’indirizzo',
    'it has nothing at this address (404). Correct the address',
  ),
  fault(
    /application\/timestamp-reply/,
    'URL',
    'ciò che risponde non è un’autorità di marcatura. Correggi l’indirizzo',
    'what answers is no timestamp authority. Correct the address',
  ),
  fault(
    /no connection/,
    'URL',
    'non c’è connessione. Controlla indirizzo, firewall e certificato',
    'there is no connection. Check address, firewall and certificate',
  ),
  fault(
    /no answer within/,
    'URL',
    'non risponde in tempo. Controlla indirizzo e firewall',
    'it does not answer in time. Check address and firewall',
  ),
  fault(
    /five minutes/,
    'URL',
    'la sua ora e quella di questa macchina differiscono di oltre cinque minuti, perciò le sue marche sono rifiutate. Regola l’orologio con NTP',
    'its time and that of this machine differ by more than five minutes, so its stamps are refused. Set the clock by NTP',
  ),
];

const DEMO_STAMPS: Message = {
  it: 'Non impostato: la dimostrazione marca da sé, senza alcun valore.',
  en: 'Not set: the demo makes its own timestamps, which have no value.',
};
const ONE_AUTHORITY: Message = {
  it: 'C’è una sola autorità: mentre è ferma, nessuna firma si completa. Indicane una seconda.',
  en: 'There is one authority: while it is down, no signature is completed. Name a second one.',
};

export async function checkTimestamps(settings: readonly TimestampSettings[], clock: Clock): Promise<Finding[]> {
  if (settings.length === 0) return [ok('TIMESTAMP_1_URL', DEMO_STAMPS)];
  const findings = await Promise.all(settings.map((server) => checkServer(server, clock)));
  const notes: Finding[] = settings.length > 1 ? [] : [warning('TIMESTAMP_2_URL', ONE_AUTHORITY)];
  return [...findings.flat(), ...notes];
}

async function checkServer(settings: TimestampSettings, clock: Clock): Promise<Finding[]> {
  const prefix = `TIMESTAMP_${settings.number}`;
  const opened = await open(settings, clock);
  if ('level' in opened) return [opened];
  const digest = new Uint8Array(randomBytes(32));
  try {
    const lists = await opened.published();
    const token = await opened.stamp(digest);
    const { genTime, certificate } = await checkTimestampToken(token, digest);
    const { notAfter } = readCertificate(certificate);
    return [
      ok(`${prefix}_URL`, {
        it: `${settings.url} marca; marca, percorso e liste sono validi.`,
        en: `${settings.url} stamps; stamp, path and lists are good.`,
      }),
      clockFinding(genTime, clock.now(), settings.url),
      ...lists.flatMap(({ crl }) => listFinding(crl, prefix, clock.now())),
      expiryFinding(
        notAfter,
        {
          ...{ setting: `${prefix}_URL`, soon: ENDS_SOON_DAYS },
          what: { it: 'Il suo certificato', en: 'Its certificate' },
          todo: {
            it: 'Chiedi all’autorità il prossimo, e se la radice resta la stessa.',
            en: 'Ask the authority for the next one and whether its root stays the same.',
          },
        },
        clock.now(),
      ),
    ];
  } catch (error) {
    if (error instanceof OutsideFailure) return explain(error, settings);
    throw error;
  }
}

async function open(settings: TimestampSettings, clock: Clock): Promise<TimestampServer | Finding> {
  const prefix = `TIMESTAMP_${settings.number}`;
  const system = `timestamp-${settings.number}` as const;
  const guard = () => openCircuitBreaker({ system, clock, log: silentLog, timeLimit: ANSWER_MS });
  let pem: string;
  try {
    pem = await readFile(settings.certificates, 'utf8');
  } catch (error) {
    return unreadableFinding(`${prefix}_CERTIFICATES`, settings.certificates, error);
  }
  try {
    return openTimestampServer({
      ...{ system, url: settings.url, crlUrls: settings.crlUrls, clock, guard: guard(), listGuard: guard() },
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      ...(settings.policy === null ? {} : { policy: settings.policy }),
      certificates: certificatesFromPem(pem),
    });
  } catch {
    return failure(`${prefix}_CERTIFICATES`, {
      it: `${settings.certificates} non contiene nessun certificato radice dell’autorità in PEM. Mettici la radice.`,
      en: `${settings.certificates} holds no root certificate of the authority in PEM. Put in its root.`,
    });
  }
}

function explain(error: OutsideFailure, { number, url }: TimestampSettings): Finding[] {
  const detail = error.message.replace(/^timestamp-\d: /, '');
  const { part, text } = FAULTS.find(({ pattern }) => pattern.test(error.message)) ?? {
    part: 'URL',
    text: {
      it: `la sua risposta non è accettata: ${detail}. Chiedi all’autorità`,
      en: `its answer is not accepted: ${detail}. Ask the authority`,
    },
  };
  const name = /five minutes/.test(error.message) ? 'clock' : `TIMESTAMP_${number}_${part}`;
  return [failure(name, { it: `${url}: ${text.it}.`, en: `${url}: ${text.en}.` })];
}

function clockFinding(serverTime: Date, ourTime: Date, url: string): Finding {
  const difference = Math.round((ourTime.getTime() - serverTime.getTime()) / 1000);
  if (Math.abs(difference) * 1000 <= CLOCK_MS) {
    const within = Math.max(1, Math.abs(difference));
    return ok('clock', {
      it: `Gli orologi di questa macchina e di ${url} concordano entro ${within} s.`,
      en: `The clocks of this machine and of ${url} agree to within ${within} s.`,
    });
  }
  const seconds = Math.abs(difference);
  const direction = difference > 0 ? { it: 'avanti', en: 'ahead of' } : { it: 'indietro', en: 'behind' };
  return warning('clock', {
    it: `Questa macchina è ${direction.it} di ${seconds} s rispetto a ${url}. Regola l’orologio con NTP.`,
    en: `This machine is ${seconds} s ${direction.en} ${url}. Set the clock by NTP.`,
  });
}

function listFinding(crl: Uint8Array, prefix: string, now: Date): Finding[] {
  const { nextUpdate } = readCrl(crl);
  if (nextUpdate === null) return [];
  const daysLeft = daysUntil(nextUpdate, now);
  const leftText = daysLeft < 1 ? { it: 'meno di un giorno', en: 'less than a day' } : days(daysLeft);
  return [
    ok(`${prefix}_CRL_URLS`, {
      it: `La lista di revoca vale ancora per ${leftText.it}.`,
      en: `The revocation list is good for ${leftText.en} more.`,
    }),
  ];
}
