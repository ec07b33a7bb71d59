/** Settings of mail by SMTP: the server, the sender, DKIM, and where returned mail arrives. */
import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SmtpSettings } from '#adapters/messages/mail/smtp-settings.ts';
import { missingDependencies, type Needs } from './checks/missing-needs.ts';
import { bilingual, firstOfEach, type Problem, requiredWith } from './checks/problem.ts';
import { setting } from './description.ts';

/** A mailbox without a display name; the domain in ASCII, as SMTP transmits it. */
const MAILBOX =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?=[^@]{1,253}$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;
const HOST = /^(?=.{1,253}$)[\w.:-]+$/;
/** RFC 5321, section 4.5.3.1.1; `+` and the 26 characters of a message's mark are added to it. */
const MAX_BOUNCE_ADDRESS = 64 - 27;

/** Submission by STARTTLS and by TLS from the first byte (RFC 8314). */
const PORTS = { starttls: 587, implicit: 465 } as const;

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** @returns name and address of `Name <address>` or of a bare address; null for anything else. */
function readSender(text: string): { name: string; address: string } | null {
  const match = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const name = (match?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
  const address = (match?.[2] ?? text).trim();
  return MAILBOX.test(address) && !hasControl(name) ? { name, address } : null;
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024;
  } catch {
    return false;
  }
}

export const mailFields = {
  SMTP_HOST: setting(
    z
      .string()
      .regex(HOST, bilingual({ it: 'atteso il nome di un server di posta', en: 'expected the name of a mail server' }))
      .optional(),
    'Mail server that takes outgoing mail.',
    'smtp.example.it',
    { initial: true },
  ),
  SMTP_PORT: setting(
    z.coerce.number().int().min(1).max(65_535).optional(),
    'Port of the mail server.',
    String(PORTS.starttls),
    {
      unset: `${PORTS.implicit} with \`SMTP_TLS=implicit\`, otherwise ${PORTS.starttls}`,
    },
  ),
  SMTP_TLS: setting(
    z.enum(['starttls', 'implicit']).optional(),
    'TLS from the first byte (`implicit`), or required before anything else (`starttls`); mail is never sent without TLS.',
    'starttls',
    { unset: `\`implicit\` on port ${PORTS.implicit}, otherwise \`starttls\`` },
  ),
  SMTP_CERTIFICATES: setting(
    z.string().min(1).optional(),
    'PEM file with the authorities of the mail server’s certificate.',
    '/etc/fascicolo/company-ca.pem',
    { unset: 'the authorities that the system trusts' },
  ),
  SMTP_USER: setting(z.string().min(1).optional(), 'User at the mail server.', 'fascicolo', {
    unset: 'no authentication',
    initial: true,
  }),
  SMTP_PASSWORD: setting(
    z.string().min(1).optional(),
    'Password at the mail server.',
    '/etc/fascicolo/secrets/smtp-password',
    { initial: true },
  ),
  SMTP_FROM: setting(
    z
      .string()
      .refine(
        (text) => readSender(text) !== null,
        bilingual({
          it: 'atteso un indirizzo, oppure un nome e <indirizzo>',
          en: 'expected an address, or a name and <address>',
        }),
      )
      .optional(),
    'Sender that recipients see.',
    'Fascicolo <firma@example.it>',
    { initial: true },
  ),
  SMTP_BOUNCES: setting(
    z
      .string()
      .regex(MAILBOX, bilingual({ it: 'atteso un indirizzo', en: 'expected an address' }))
      .refine(
        (text) => !text.includes('+') && text.lastIndexOf('@') <= MAX_BOUNCE_ADDRESS,
        bilingual({
          it: `atteso un indirizzo con al massimo ${MAX_BOUNCE_ADDRESS} caratteri prima della @, senza +`,
          en: `expected an address of at most ${MAX_BOUNCE_ADDRESS} characters before the @, without +`,
        }),
      )
      .optional(),
    'Address for returned mail; each message adds its own mark after a +.',
    'bounces@example.it',
    { unset: '`bounces@` the domain of `SMTP_FROM`' },
  ),
  SMTP_BOUNCES_DIR: setting(
    z.string().min(1).optional(),
    'Maildir into which the mail server delivers returned mail.',
    '/var/mail/fascicolo-bounces',
    { unset: 'returned mail is not read' },
  ),
  SMTP_DKIM_SELECTOR: setting(
    z
      .string()
      .regex(
        /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
        bilingual({ it: 'atteso un selettore come fascicolo', en: 'expected a selector such as fascicolo' }),
      )
      .optional(),
    'DKIM selector.',
    'fascicolo',
    { unset: 'mail is not signed' },
  ),
  SMTP_DKIM_DOMAIN: setting(
    z
      .string()
      .regex(HOST, bilingual({ it: 'atteso un dominio', en: 'expected a domain' }))
      .optional(),
    'Domain that signs.',
    'example.it',
    { unset: 'the domain of `SMTP_FROM`' },
  ),
  // nodemailer signs with RSA only.
  SMTP_DKIM_KEY: setting(
    z
      .string()
      .refine(
        isRsaKey,
        bilingual({
          it: 'attesa una chiave privata RSA di almeno 1024 bit in PEM',
          en: 'expected an RSA private key of at least 1024 bits in PEM',
        }),
      )
      .optional(),
    'RSA private key in PEM that signs mail.',
    '/etc/fascicolo/secrets/dkim.pem',
  ),
  SMTP_SUPPRESS_DAYS: setting(
    z.coerce.number().int().min(0).max(365).default(30),
    'How long nothing is sent to an address that was refused permanently; 0: each message tries again.',
    '30',
    { unit: 'days' },
  ),
};

/** Settings also accepted by file (`…_FILE`), which no log prints. */
export const mailSecrets = ['SMTP_PASSWORD', 'SMTP_DKIM_KEY'] as const;

type RawSettings = Readonly<Record<string, unknown>>;

const NEEDS: Needs = {
  SMTP_USER: ['SMTP_PASSWORD'],
  SMTP_PASSWORD: ['SMTP_USER'],
  SMTP_DKIM_SELECTOR: ['SMTP_DKIM_KEY'],
  SMTP_DKIM_DOMAIN: ['SMTP_DKIM_KEY'],
  SMTP_DKIM_KEY: ['SMTP_DKIM_SELECTOR'],
};

/** Missing or incompatible settings. @param needed whether a mail server is required. */
export function mailProblems(raw: RawSettings, needed: boolean): Problem[] {
  const has = (name: string): boolean => raw[name] !== undefined;
  const problems = missingDependencies(NEEDS, has);
  const firstSet = Object.keys(mailFields).find((name) => name !== 'SMTP_SUPPRESS_DAYS' && has(name));
  for (const name of ['SMTP_HOST', 'SMTP_FROM']) {
    if (has(name) || (!needed && firstSet === undefined)) continue;
    const neededToSend = { it: 'serve per spedire la posta', en: 'is needed to send mail' };
    problems.push({ name, message: firstSet === undefined ? neededToSend : requiredWith(firstSet) });
  }
  if (Number(raw.SMTP_PORT) === PORTS.implicit && raw.SMTP_TLS === 'starttls') {
    problems.push({
      name: 'SMTP_TLS',
      message: {
        it: 'la porta 465 parla TLS fin dal primo byte: atteso implicit',
        en: 'port 465 speaks TLS from the first byte: expected implicit',
      },
    });
  }
  // Report each setting once, even if several require it.
  return firstOfEach(problems);
}

/** @param raw fields that {@link mailProblems} accepted. @returns null when no mail server is configured. */
export function mailSettings(raw: z.output<z.ZodObject<typeof mailFields>>): SmtpSettings | null {
  const { SMTP_HOST: host, SMTP_FROM: sender, SMTP_USER: user, SMTP_PASSWORD: password } = raw;
  const from = sender === undefined ? null : readSender(sender);
  if (host === undefined || from === null) return null;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  const bounces = raw.SMTP_BOUNCES ?? `bounces@${domain}`;
  const separator = bounces.lastIndexOf('@');
  const tls = raw.SMTP_TLS ?? (raw.SMTP_PORT === PORTS.implicit ? 'implicit' : 'starttls');
  const { SMTP_DKIM_KEY: key, SMTP_DKIM_SELECTOR: selector } = raw;
  return {
    host,
    port: raw.SMTP_PORT ?? PORTS[tls],
    tls,
    certificates: raw.SMTP_CERTIFICATES === undefined ? null : resolve(raw.SMTP_CERTIFICATES),
    credentials: user === undefined || password === undefined ? null : { user, password },
    from,
    bounces: { local: bounces.slice(0, separator), domain: bounces.slice(separator + 1).toLowerCase() },
    bouncesDir: raw.SMTP_BOUNCES_DIR === undefined ? null : resolve(raw.SMTP_BOUNCES_DIR),
    dkim:
      key === undefined || selector === undefined ? null : { selector, domain: raw.SMTP_DKIM_DOMAIN ?? domain, key },
    suppressDays: raw.SMTP_SUPPRESS_DAYS,
  };
}
