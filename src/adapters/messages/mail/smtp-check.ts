/** `doctor` for mail: server, certificate, sign-in, DKIM, sender, bounces. Sends a message only if a trial is requested. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside.ts';
import { deliver, type SmtpEnd, type SmtpWay, withSession } from './smtp-session.ts';
import type { SmtpSettings } from './smtp-settings.ts';

export interface MailCheckOptions {
  /** TXT records of a DNS name; rejects with the code ENOTFOUND or ENODATA if there are none. */
  readonly resolveTxt: (name: string) => Promise<string[][]>;
  readonly now: Date;
  /** Milliseconds for all checks together. */
  readonly timeLimit?: number;
  /** Recipient of a trial message; absent: none is sent. */
  readonly trialTo?: string;
}

const DAY_MS = 86_400_000;
const ENDS_SOON_DAYS = 21;

/** Each certificate fault by the TLS library's name, and its remedy. */
const CERTIFICATE_FAULTS: readonly (readonly [RegExp, name: string, text: string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|self-signed|unable to (?:get|verify)/i,
    'SMTP_CERTIFICATES',
    'its certificate leads to none of the trusted authorities. Write the certificate of its authority into a PEM file and name the file in SMTP_CERTIFICATES, or have the server send its whole chain.',
  ],
  [/HAS_EXPIRED|has expired/i, 'SMTP_HOST', 'its certificate has expired. Have it renewed.'],
  [/NOT_YET_VALID|not yet valid/i, 'SMTP_HOST', 'its certificate is not valid yet. Check the clocks of both machines.'],
  [
    /ALTNAME|does not match/i,
    'SMTP_HOST',
    'its certificate is for another name. Name the server in SMTP_HOST as its certificate does.',
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number|packet length/i,
    'SMTP_TLS',
    'it does not speak TLS from the first byte on this port. Set SMTP_TLS=starttls, or the port of SMTPS (465).',
  ],
];

/** @returns a finding that explains the failed session to an operator. */
function explain(end: SmtpEnd | null, { host, port, tls }: SmtpSettings, reason: string): Finding {
  const server = `${host}:${port}`;
  const said = end?.reason ?? '';
  const fault = CERTIFICATE_FAULTS.find(([pattern]) => pattern.test(said));
  if (fault !== undefined) return failure(fault[1], `${server}: ${fault[2]}`);
  if (end?.code === 'EDNS') {
    return failure('SMTP_HOST', `${host}: the DNS knows no address for it. Check the name and the machine's resolver.`);
  }
  if (end?.command?.startsWith('AUTH')) {
    const told = end.responseCode === 535 || end.responseCode === 534;
    return failure(
      'SMTP_USER',
      told
        ? `${server} refuses user and password. Check SMTP_USER and SMTP_PASSWORD; some servers want a password made for programs.`
        : `${server} answers ${end.responseCode ?? 'nothing'} to the sign-in. Check that it offers one on this port.`,
    );
  }
  if (end?.command === 'STARTTLS' && end.responseCode !== null) {
    return failure(
      'SMTP_TLS',
      `${server} offers no STARTTLS, and nothing is sent without TLS. Use port 465 with SMTP_TLS=implicit, or another server.`,
    );
  }
  if (/ECONNREFUSED/.test(said)) {
    return failure('SMTP_PORT', `${server} refuses the connection. Check the port, and that the server listens on it.`);
  }
  if (reason === 'timeout' || end?.code === 'ETIMEDOUT') {
    const other = tls === 'starttls' ? ' A server that expects TLS at once (port 465) needs SMTP_TLS=implicit.' : '';
    return failure('SMTP_HOST', `${server} does not answer in time. Check firewalls and the port.${other}`);
  }
  const code = end === null ? 'closed the connection' : `answers ${end.responseCode ?? end.code ?? 'wrongly'}`;
  return failure('SMTP_HOST', `${server} ${code}${said === '' ? '' : ` (${said})`}. Its log tells why.`);
}

async function checkServer(settings: SmtpSettings, options: MailCheckOptions, signal: AbortSignal): Promise<Finding[]> {
  const { host, port, credentials, certificates } = settings;
  let roots: string | null = null;
  try {
    roots = certificates === null ? null : await readFile(certificates, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return [
      failure(
        'SMTP_CERTIFICATES',
        `${certificates} cannot be read (${code}). Name a PEM file that the product may read.`,
      ),
    ];
  }
  const time = options.timeLimit ?? 5_000;
  const way: SmtpWay = {
    ...settings,
    roots,
    limits: { connection: time - 500, greeting: time - 500, silence: time - 500 },
  };
  try {
    const ends = await withSession(way, signal, async ({ connection }) => {
      const socket = connection._socket;
      return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
    });
    const days = ends === null ? Number.NaN : Math.floor((ends.getTime() - options.now.getTime()) / DAY_MS);
    return [
      ok('SMTP_HOST', `${host}:${port} answers, by TLS.`),
      credentials === null
        ? ok('SMTP_USER', 'No sign-in: the server takes messages from this machine by its address.')
        : ok('SMTP_USER', `The server takes user and password (of ${credentials.password.length} characters).`),
      ...(days < ENDS_SOON_DAYS
        ? [warning('SMTP_HOST', `The certificate of ${host} ends in ${days} days. Have it renewed.`)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof OutsideFailure)) return [explain(null, settings, 'timeout')];
    return [explain((error.cause as SmtpEnd | undefined) ?? null, settings, error.reason)];
  }
}

/**
 * @returns the TXT records of a name, each joined into one string; null when the DNS has none; undefined when it
 * does not answer.
 */
async function textsOf(name: string, { resolveTxt }: MailCheckOptions): Promise<string[] | null | undefined> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? null : undefined;
  }
}

async function checkDkim({ dkim, from }: SmtpSettings, options: MailCheckOptions): Promise<Finding[]> {
  if (dkim === null) {
    const text =
      'Messages are not signed here. Set SMTP_DKIM_KEY and SMTP_DKIM_SELECTOR unless the mail server signs them: large providers treat unsigned mail as spam.';
    return [warning('SMTP_DKIM_KEY', text)];
  }
  const key = createPublicKey(createPrivateKey(dkim.key)).export({ type: 'spki', format: 'der' }).toString('base64');
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const texts = await textsOf(name, options);
  const record = `v=DKIM1; k=rsa; p=${key}`;
  const published = texts?.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''));
  const findings: Finding[] = [];
  if (texts === undefined) {
    findings.push(
      warning('SMTP_DKIM_KEY', `The DNS gives no answer for ${name}: it cannot be told whether the key is published.`),
    );
  } else if (published?.includes(key)) {
    findings.push(ok('SMTP_DKIM_KEY', `The key is published at ${name}.`));
  } else {
    const what = texts === null ? 'has no TXT record' : 'has another key than SMTP_DKIM_KEY';
    findings.push(failure('SMTP_DKIM_KEY', `${name} ${what}: every signature fails. Publish there: ${record}`));
  }
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  if (domain !== dkim.domain && !domain.endsWith(`.${dkim.domain}`)) {
    findings.push(
      warning(
        'SMTP_DKIM_DOMAIN',
        `${dkim.domain} signs, and messages come from ${domain}: receivers that check DMARC do not accept the one for the other.`,
      ),
    );
  }
  return findings;
}

async function checkSender({ bounces }: SmtpSettings, options: MailCheckOptions): Promise<Finding[]> {
  const texts = await textsOf(bounces.domain, options);
  if (texts === undefined) return [];
  if (texts?.some((text) => /^v=spf1\b/i.test(text)))
    return [ok('SMTP_BOUNCES', `${bounces.domain} names its senders (SPF).`)];
  const text = `${bounces.domain} has no SPF record (TXT that begins with v=spf1): many servers distrust its mail. Publish one that names your mail server.`;
  return [warning('SMTP_BOUNCES', text)];
}

async function checkBounces({ bouncesDir, bounces }: SmtpSettings): Promise<Finding[]> {
  const name = 'SMTP_BOUNCES_DIR';
  const address = `${bounces.local}+…@${bounces.domain}`;
  if (bouncesDir === null) {
    return [
      warning(
        name,
        `Not set: nobody sees that a message came back. Have the mail server deliver ${address} into a Maildir and name it.`,
      ),
    ];
  }
  for (const part of ['new', 'cur']) {
    const path = join(bouncesDir, part);
    try {
      if (!(await stat(path)).isDirectory())
        return [failure(name, `${path} is no folder: a Maildir has new, cur and tmp.`)];
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return [
        failure(
          name,
          missing
            ? `${path} is not there. Name the Maildir that the mail server delivers ${address} to; it may make it at the first message.`
            : `${path} may not be read and written by the product's user. Put both programs into one group and give it the folder.`,
        ),
      ];
    }
  }
  return [ok(name, `Returned mail is read from ${bouncesDir}.`)];
}

async function sendTrial(settings: SmtpSettings, to: string, signal: AbortSignal): Promise<Finding[]> {
  const { from, bounces, certificates } = settings;
  const roots = certificates === null ? null : await readFile(certificates, 'utf8');
  const limits = { connection: 4_000, greeting: 4_000, silence: 4_000 };
  const id = randomUUID();
  const text = [
    `From: <${from.address}>`,
    `To: <${to}>`,
    'Subject: Fascicolo: messaggio di prova',
    `Message-ID: <${id}@${bounces.domain}>`,
    'Auto-Submitted: auto-generated',
    '',
    'Questo messaggio prova che Fascicolo spedisce. Non serve rispondere.',
    '',
  ].join('\r\n');
  const bytes = Buffer.from(text, 'ascii');
  const parcel = { from: `${bounces.local}@${bounces.domain}`, to, bytes, mark: null };
  const verdict = await deliver({ ...settings, roots, limits }, parcel, signal, { handedOver: false });
  return verdict.kind === 'taken'
    ? [ok('mail', `A trial message (${id}) was handed over. It is in the mailbox when mail works to the end.`)]
    : [failure('mail', `The trial message was ${verdict.what}. The log of the mail server tells why.`)];
}

/**
 * @returns the findings about mail, within the time limit; changes nothing, and sends nothing but the requested
 * test message.
 */
export async function checkMail(settings: SmtpSettings, options: MailCheckOptions): Promise<Finding[]> {
  const time = options.timeLimit ?? 5_000;
  const signal = AbortSignal.timeout(time);
  const server = checkServer(settings, options, signal);
  const late = (name: string, check: Promise<Finding[]>): Promise<Finding[]> => {
    const out = Promise.withResolvers<Finding[]>();
    const timer = setTimeout(() => out.resolve([warning(name, 'There was no answer in time.')]), time + 200);
    return Promise.race([check, out.promise]).finally(() => clearTimeout(timer));
  };
  const parts = await Promise.all([
    late('SMTP_HOST', server),
    late('SMTP_DKIM_KEY', checkDkim(settings, options)),
    late('SMTP_BOUNCES', checkSender(settings, options)),
    late('SMTP_BOUNCES_DIR', checkBounces(settings)),
  ]);
  const findings = parts.flat();
  const { trialTo } = options;
  if (trialTo === undefined || findings.some(({ name, level }) => level === 'failure' && name !== 'SMTP_BOUNCES_DIR')) {
    return findings;
  }
  const trial = sendTrial(settings, trialTo, AbortSignal.timeout(time)).catch((error: unknown) => {
    if (!(error instanceof OutsideFailure)) return [failure('mail', 'The trial message got no answer in time.')];
    return [explain((error.cause as SmtpEnd | undefined) ?? null, settings, error.reason)];
  });
  return [...findings, ...(await trial)];
}
