/** Checks the timestamp authorities: each stamps a random hash; the token, its path, its lists and its time are verified. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { openTimestampServer, type TimestampServer } from '#adapters/timestamp/rfc3161-http.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { readCrl } from '#formats/crl.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { checkTimestampToken } from '#formats/tsp.ts';
import type { Clock } from '#ports/clock.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside.ts';
import type { TimestampSettings } from '../../settings/authorities.ts';
import { daysUntil, endOf } from './ends.ts';
import { unreadable } from './file-facts.ts';

/** Limit of one request; a list and a token take two. */
const ANSWER_MS = 2_200;
/** Timestamps of an authority that follows EN 319 421 are accurate to the second; the response takes a moment. */
const CLOCK_MS = 5_000;
const ENDS_SOON_DAYS = 60;
const silent = { warn: () => undefined, info: () => undefined };

/** The operator's view of an authority's fault: the setting's suffix, and the remedy. */
const FAULTS: readonly (readonly [pattern: RegExp, part: string, text: string])[] = [
  [
    /list has run out/,
    'CRL_URLS',
    'its revocation list has run out, and stamps without a good list are of no use. Ask the authority for its new list; check the clock of this machine',
  ],
  [
    /list is of another/,
    'CRL_URLS',
    'the list at this address is of none of the authorities in its CERTIFICATES. Correct the address, or the file',
  ],
  [/not a revocation list/, 'CRL_URLS', 'what is at this address is no revocation list. Correct the address'],
  [
    /no revocation list/,
    'CRL_URLS',
    'no list covers its certificate. Name the addresses of the lists of all authorities above it',
  ],
  [/is revoked/, 'URL', 'its certificate is revoked. Use another authority'],
  [
    /trusted roots/,
    'CERTIFICATES',
    'its certificate leads to none of the roots in this file. Put in the root and the certificates between',
  ],
  [/path is not accepted: expired/, 'URL', 'its certificate has ended. Ask the authority'],
  [/policy/, 'POLICY', 'it stamps by another policy. Correct the policy, or leave it out'],
  [/answered 40[13]/, 'USER', 'it refuses user and password. Correct both'],
  [/answered 404/, 'URL', 'it knows nothing at this address (404). Correct the address'],
  [/application\/timestamp-reply/, 'URL', 'what answers is no timestamp authority. Correct the address'],
  [/no connection/, 'URL', 'there is no connection. Check address, firewall and certificate'],
  [/no answer within/, 'URL', 'it does not answer in time. Check address and firewall'],
  [
    /five minutes/,
    'URL',
    'its time and that of this machine differ by more than five minutes, so its stamps are refused. Set the clock by NTP',
  ],
];

export async function checkTimestamps(settings: readonly TimestampSettings[], clock: Clock): Promise<Finding[]> {
  if (settings.length === 0) return [ok('TIMESTAMP_1_URL', 'Not set: the demo stamps by itself, without any value.')];
  const found = await Promise.all(settings.map((one) => checkServer(one, clock)));
  const second: Finding[] =
    settings.length > 1
      ? []
      : [
          warning(
            'TIMESTAMP_2_URL',
            'There is one authority: while it is down, no signature is completed. Name a second one.',
          ),
        ];
  return [...found.flat(), ...second];
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
      ok(`${prefix}_URL`, `${settings.url} stamps; stamp, path and lists are good.`),
      clockFinding(genTime, clock.now(), settings.url),
      ...lists.flatMap(({ crl }) => listFinding(crl, prefix, clock.now())),
      endOf(
        notAfter,
        {
          ...{ setting: `${prefix}_URL`, what: 'Its certificate', soon: ENDS_SOON_DAYS },
          todo: 'Ask the authority for the next one and whether its root stays the same',
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
  const guard = () => openCircuitBreaker({ system, clock, log: silent, timeLimit: ANSWER_MS });
  let pem: string;
  try {
    pem = await readFile(settings.certificates, 'utf8');
  } catch (error) {
    return unreadable(`${prefix}_CERTIFICATES`, settings.certificates, error);
  }
  try {
    return openTimestampServer({
      ...{ system, url: settings.url, crlUrls: settings.crlUrls, clock, guard: guard(), listGuard: guard() },
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      ...(settings.policy === null ? {} : { policy: settings.policy }),
      certificates: certificatesFromPem(pem),
    });
  } catch {
    const text = `${settings.certificates} holds no root certificate of the authority in PEM. Put in its root.`;
    return failure(`${prefix}_CERTIFICATES`, text);
  }
}

function explain(error: OutsideFailure, { number, url }: TimestampSettings): Finding[] {
  const [, part, text] = FAULTS.find(([pattern]) => pattern.test(error.message)) ?? [
    ...[/./, 'URL'],
    `its answer is not accepted: ${error.message.replace(/^timestamp-\d: /, '')}. Ask the authority`,
  ];
  const found = failure(`TIMESTAMP_${number}_${part}`, `${url}: ${text}.`);
  if (!/five minutes/.test(error.message)) return [found];
  return [failure('clock', found.text)];
}

function clockFinding(theirs: Date, ours: Date, url: string): Finding {
  const difference = Math.round((ours.getTime() - theirs.getTime()) / 1000);
  if (Math.abs(difference) * 1000 <= CLOCK_MS) {
    return ok(
      'clock',
      `The clocks of this machine and of ${url} agree to within ${Math.max(1, Math.abs(difference))} s.`,
    );
  }
  const way = difference > 0 ? 'ahead of' : 'behind';
  return warning('clock', `This machine is ${Math.abs(difference)} s ${way} ${url}. Set the clock by NTP.`);
}

function listFinding(crl: Uint8Array, prefix: string, now: Date): Finding[] {
  const { nextUpdate } = readCrl(crl);
  if (nextUpdate === null) return [];
  const days = daysUntil(nextUpdate, now);
  const left = days < 1 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
  return [ok(`${prefix}_CRL_URLS`, `The revocation list is good for ${left} more.`)];
}
