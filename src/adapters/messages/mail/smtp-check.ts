/** `doctor` for mail: server, certificate, sign-in, DKIM, sender, bounces. Sends a message only if a trial is requested. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { deliver, type SmtpEndpoint, type SmtpFailureDetails, withSession } from './smtp-session.ts';
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
const CERTIFICATE_FAULTS: readonly (readonly [RegExp, name: string, text: Message])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|self-signed|unable to (?:get|verify)/i,
    'SMTP_CERTIFICATES',
    {
      it: 'il suo certificato non porta a nessuna delle autorità attendibili. Scrivi il certificato della sua autorità in un file PEM e indica il file in SMTP_CERTIFICATES, oppure fai inviare al server l’intera catena.',
      en: 'its certificate leads to none of the trusted authorities. Write the certificate of its authority into a PEM file and name the file in SMTP_CERTIFICATES, or have the server send its whole chain.',
    },
  ],
  [
    /HAS_EXPIRED|has expired/i,
    'SMTP_HOST',
    { it: 'il suo certificato è scaduto. Fallo rinnovare.', en: 'its certificate has expired. Have it renewed.' },
  ],
  [
    /NOT_YET_VALID|not yet valid/i,
    'SMTP_HOST',
    {
      it: 'il suo certificato non è ancora valido. Controlla gli orologi delle due macchine.',
      en: 'its certificate is not valid yet. Check the clocks of both machines.',
    },
  ],
  [
    /ALTNAME|does not match/i,
    'SMTP_HOST',
    {
      it: 'il suo certificato è per un altro nome. Indica il server in SMTP_HOST come fa il certificato.',
      en: 'its certificate is for another name. Name the server in SMTP_HOST as its certificate does.',
    },
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number|packet length/i,
    'SMTP_TLS',
    {
      it: 'su questa porta non parla TLS fin dal primo byte. Imposta SMTP_TLS=starttls, oppure la porta di SMTPS (465).',
      en: 'it does not speak TLS from the first byte on this port. Set SMTP_TLS=starttls, or the port of SMTPS (465).',
    },
  ],
];

/** @returns a finding that explains the failed session to an operator. */
function explain(details: SmtpFailureDetails | null, settings: SmtpSettings, reason: string): Finding {
  const { host, port } = settings;
  const server = `${host}:${port}`;
  const tlsReason = details?.reason ?? '';
  const fault = CERTIFICATE_FAULTS.find(([pattern]) => pattern.test(tlsReason));
  if (fault !== undefined) {
    const [, name, { it, en }] = fault;
    return failure(name, { it: `${server}: ${it}`, en: `${server}: ${en}` });
  }
  if (details?.code === 'EDNS') {
    return failure('SMTP_HOST', {
      it: `${host}: il DNS non ne conosce l’indirizzo. Controlla il nome e il DNS di questa macchina.`,
      en: `${host}: the DNS knows no address for it. Check the name and the machine's resolver.`,
    });
  }
  if (details?.command?.startsWith('AUTH')) return failure('SMTP_USER', signInFault(server, details));
  if (details?.command === 'STARTTLS' && details.responseCode !== null) {
    return failure('SMTP_TLS', {
      it: `${server} non offre STARTTLS, e senza TLS non si spedisce nulla. Usa la porta 465 con SMTP_TLS=implicit, oppure un altro server.`,
      en: `${server} offers no STARTTLS, and nothing is sent without TLS. Use port 465 with SMTP_TLS=implicit, or another server.`,
    });
  }
  if (/ECONNREFUSED/.test(tlsReason)) {
    return failure('SMTP_PORT', {
      it: `${server} rifiuta la connessione. Controlla la porta, e che il server vi sia in ascolto.`,
      en: `${server} refuses the connection. Check the port, and that the server listens on it.`,
    });
  }
  if (reason === 'timeout' || details?.code === 'ETIMEDOUT') return noAnswer(settings);
  const code = details?.responseCode ?? details?.code ?? null;
  const [it, en] =
    details === null
      ? ['ha chiuso la connessione', 'closed the connection']
      : code === null
        ? ['risponde in modo errato', 'answers wrongly']
        : [`risponde ${code}`, `answers ${code}`];
  const technical = tlsReason === '' ? '' : ` (${tlsReason})`;
  return failure('SMTP_HOST', {
    it: `${server} ${it}${technical}. Il motivo è nel suo log.`,
    en: `${server} ${en}${technical}. Its log gives the reason.`,
  });
}

const signInFault = (server: string, { responseCode }: SmtpFailureDetails): Message =>
  responseCode === 535 || responseCode === 534
    ? {
        it: `${server} rifiuta utente e password. Controlla SMTP_USER e SMTP_PASSWORD; alcuni server vogliono una password creata per i programmi.`,
        en: `${server} refuses user and password. Check SMTP_USER and SMTP_PASSWORD; some servers want a password made for programs.`,
      }
    : {
        it: `All’autenticazione ${server} risponde ${responseCode ?? 'nulla'}. Controlla che su questa porta la offra.`,
        en: `${server} answers ${responseCode ?? 'nothing'} to the sign-in. Check that it offers one on this port.`,
      };

function noAnswer({ host, port, tls }: SmtpSettings): Finding {
  const text = {
    it: `${host}:${port} non risponde in tempo. Controlla i firewall e la porta.`,
    en: `${host}:${port} does not answer in time. Check firewalls and the port.`,
  };
  const other = {
    it: 'Un server che si aspetta TLS subito (porta 465) richiede SMTP_TLS=implicit.',
    en: 'A server that expects TLS at once (port 465) needs SMTP_TLS=implicit.',
  };
  return failure('SMTP_HOST', tls === 'starttls' ? withAdvice(text, other) : text);
}

const NO_SIGN_IN: Message = {
  it: 'Nessuna autenticazione: il server accetta messaggi da questa macchina per il suo indirizzo.',
  en: 'No sign-in: the server takes messages from this machine by its address.',
};

const signedIn = (length: number): Message => ({
  it: `Il server accetta utente e password (di ${length} caratteri).`,
  en: `The server takes user and password (of ${length} characters).`,
});

const endsSoon = (host: string, days: number): Finding =>
  warning('SMTP_HOST', {
    it: `Il certificato di ${host} scade fra ${days} giorni. Fallo rinnovare.`,
    en: `The certificate of ${host} ends in ${days} days. Have it renewed.`,
  });

async function checkServer(settings: SmtpSettings, options: MailCheckOptions, signal: AbortSignal): Promise<Finding[]> {
  const { host, port, credentials, certificates } = settings;
  let roots: string | null = null;
  try {
    roots = certificates === null ? null : await readFile(certificates, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return [
      failure('SMTP_CERTIFICATES', {
        it: `${certificates} non si può leggere (${code}). Indica un file PEM che il prodotto può leggere.`,
        en: `${certificates} cannot be read (${code}). Name a PEM file that the product may read.`,
      }),
    ];
  }
  const time = options.timeLimit ?? 5_000;
  const endpoint: SmtpEndpoint = {
    ...settings,
    roots,
    limits: { connection: time - 500, greeting: time - 500, silence: time - 500 },
  };
  try {
    const validUntil = await withSession(endpoint, signal, async ({ connection }) => {
      const socket = connection._socket;
      return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
    });
    const days = validUntil === null ? Number.NaN : Math.floor((validUntil.getTime() - options.now.getTime()) / DAY_MS);
    return [
      ok('SMTP_HOST', { it: `${host}:${port} risponde, con TLS.`, en: `${host}:${port} answers, by TLS.` }),
      ok('SMTP_USER', credentials === null ? NO_SIGN_IN : signedIn(credentials.password.length)),
      ...(days < ENDS_SOON_DAYS ? [endsSoon(host, days)] : []),
    ];
  } catch (error) {
    if (!(error instanceof OutsideFailure)) return [explain(null, settings, 'timeout')];
    return [explain((error.cause as SmtpFailureDetails | undefined) ?? null, settings, error.reason)];
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
    return [
      warning('SMTP_DKIM_KEY', {
        it: 'I messaggi qui non si firmano. Imposta SMTP_DKIM_KEY e SMTP_DKIM_SELECTOR, a meno che non li firmi il server di posta: i grandi provider trattano come spam la posta non firmata.',
        en: 'Messages are not signed here. Set SMTP_DKIM_KEY and SMTP_DKIM_SELECTOR unless the mail server signs them: large providers treat unsigned mail as spam.',
      }),
    ];
  }
  const key = createPublicKey(createPrivateKey(dkim.key)).export({ type: 'spki', format: 'der' }).toString('base64');
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const texts = await textsOf(name, options);
  const record = `v=DKIM1; k=rsa; p=${key}`;
  const published = texts?.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''));
  const findings: Finding[] = [];
  if (texts === undefined) {
    findings.push(
      warning('SMTP_DKIM_KEY', {
        it: `Il DNS non dà risposta per ${name}: non si può stabilire se la chiave è pubblicata.`,
        en: `The DNS gives no answer for ${name}: it cannot be told whether the key is published.`,
      }),
    );
  } else if (published?.includes(key)) {
    findings.push(
      ok('SMTP_DKIM_KEY', { it: `La chiave è pubblicata a ${name}.`, en: `The key is published at ${name}.` }),
    );
  } else {
    const [it, en] =
      texts === null
        ? ['non ha nessun record TXT', 'has no TXT record']
        : ['ha un’altra chiave, non SMTP_DKIM_KEY', 'has another key than SMTP_DKIM_KEY'];
    findings.push(
      failure('SMTP_DKIM_KEY', {
        it: `${name} ${it}: ogni firma fallisce. Pubblica lì: ${record}`,
        en: `${name} ${en}: every signature fails. Publish there: ${record}`,
      }),
    );
  }
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
  if (domain !== dkim.domain && !domain.endsWith(`.${dkim.domain}`)) {
    findings.push(
      warning('SMTP_DKIM_DOMAIN', {
        it: `Firma ${dkim.domain}, ma i messaggi vengono da ${domain}: chi controlla DMARC non accetta l’uno per l’altro.`,
        en: `${dkim.domain} signs, and messages come from ${domain}: receivers that check DMARC do not accept the one for the other.`,
      }),
    );
  }
  return findings;
}

async function checkSender({ bounces }: SmtpSettings, options: MailCheckOptions): Promise<Finding[]> {
  const texts = await textsOf(bounces.domain, options);
  if (texts === undefined) return [];
  const { domain } = bounces;
  return [
    texts?.some((text) => /^v=spf1\b/i.test(text))
      ? ok('SMTP_BOUNCES', { it: `${domain} indica i suoi mittenti (SPF).`, en: `${domain} names its senders (SPF).` })
      : warning('SMTP_BOUNCES', {
          it: `${domain} non ha un record SPF (TXT che inizia con v=spf1): molti server diffidano della sua posta. Pubblicane uno che indichi il tuo server di posta.`,
          en: `${domain} has no SPF record (TXT that begins with v=spf1): many servers distrust its mail. Publish one that names your mail server.`,
        }),
  ];
}

async function checkBounces({ bouncesDir, bounces }: SmtpSettings): Promise<Finding[]> {
  const name = 'SMTP_BOUNCES_DIR';
  const address = `${bounces.local}+…@${bounces.domain}`;
  if (bouncesDir === null) {
    return [
      warning(name, {
        it: `Non impostato: nessuno vede che un messaggio è tornato indietro. Fai consegnare dal server di posta ${address} in una Maildir e indicala.`,
        en: `Not set: nobody sees that a message came back. Have the mail server deliver ${address} into a Maildir and name it.`,
      }),
    ];
  }
  for (const part of ['new', 'cur']) {
    const path = join(bouncesDir, part);
    try {
      if (!(await stat(path)).isDirectory()) {
        return [
          failure(name, {
            it: `${path} non è una cartella: una Maildir ha new, cur e tmp.`,
            en: `${path} is no folder: a Maildir has new, cur and tmp.`,
          }),
        ];
      }
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return [
        failure(
          name,
          isMissing
            ? {
                it: `${path} non esiste. Indica la Maildir in cui il server di posta consegna ${address}; può darsi che la crei al primo messaggio.`,
                en: `${path} is not there. Name the Maildir that the mail server delivers ${address} to; it may make it at the first message.`,
              }
            : {
                it: `L’utente del prodotto non può leggere e scrivere ${path}. Metti i due programmi in un gruppo e assegnagli la cartella.`,
                en: `${path} may not be read and written by the product's user. Put both programs into one group and give it the folder.`,
              },
        ),
      ];
    }
  }
  return [
    ok(name, {
      it: `La posta respinta si legge da ${bouncesDir}.`,
      en: `Returned mail is read from ${bouncesDir}.`,
    }),
  ];
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
  return [
    verdict.kind === 'taken'
      ? ok('mail', {
          it: `Un messaggio di prova (${id}) è stato consegnato al server. Se la posta funziona fino in fondo, è nella casella.`,
          en: `A trial message (${id}) was handed over. It is in the mailbox when mail works to the end.`,
        })
      : failure('mail', {
          it: `Il messaggio di prova non è passato (${verdict.what}). Il motivo è nel log del server di posta.`,
          en: `The trial message was ${verdict.what}. The log of the mail server gives the reason.`,
        }),
  ];
}

const NOT_IN_TIME: Message = { it: 'Nessuna risposta in tempo.', en: 'There was no answer in time.' };
const NO_ANSWER: Message = {
  it: 'Il messaggio di prova non ha avuto risposta in tempo.',
  en: 'The trial message got no answer in time.',
};

/**
 * @returns the findings about mail, within the time limit; changes nothing, and sends nothing but the requested
 * test message.
 */
export async function checkMail(settings: SmtpSettings, options: MailCheckOptions): Promise<Finding[]> {
  const time = options.timeLimit ?? 5_000;
  const signal = AbortSignal.timeout(time);
  const server = checkServer(settings, options, signal);
  const withTimeout = (name: string, check: Promise<Finding[]>): Promise<Finding[]> => {
    const result = Promise.withResolvers<Finding[]>();
    const timer = setTimeout(() => result.resolve([warning(name, NOT_IN_TIME)]), time + 200);
    return Promise.race([check, result.promise]).finally(() => clearTimeout(timer));
  };
  const allFindings = await Promise.all([
    withTimeout('SMTP_HOST', server),
    withTimeout('SMTP_DKIM_KEY', checkDkim(settings, options)),
    withTimeout('SMTP_BOUNCES', checkSender(settings, options)),
    withTimeout('SMTP_BOUNCES_DIR', checkBounces(settings)),
  ]);
  const findings = allFindings.flat();
  const { trialTo } = options;
  if (trialTo === undefined || findings.some(({ name, level }) => level === 'failure' && name !== 'SMTP_BOUNCES_DIR')) {
    return findings;
  }
  const trial = sendTrial(settings, trialTo, AbortSignal.timeout(time)).catch((error: unknown) => {
    if (!(error instanceof OutsideFailure)) return [failure('mail', NO_ANSWER)];
    return [explain((error.cause as SmtpFailureDetails | undefined) ?? null, settings, error.reason)];
  });
  return [...findings, ...(await trial)];
}
