/** Settings of the SMS gateways: one or two, each by HTTP or SMPP depending on its address. */
import { z } from 'zod';
import type { GatewaySettings } from '#adapters/messages/sms/open-gateways.ts';
import type { ResponseRules, SmsAuthentication } from '#adapters/messages/sms/sms-http.ts';
import type { ReceiptRules } from '#adapters/messages/sms/sms-receipts.ts';
import { BODY_FORMATS, templateProblem } from '#adapters/messages/sms/sms-template.ts';
import type { Message } from '#domain/errors.ts';
import { missingDependencies, type Needs } from './checks/missing-needs.ts';
import {
  bilingual,
  firstOfEach,
  incompatibleWith,
  MISSING,
  type Problem,
  requiredWith,
  withReason,
} from './checks/problem.ts';
import { addressThat, credential, expectedAddress, visibleAscii, WITHOUT_CREDENTIALS } from './checks/value-schemas.ts';
import { setting } from './description.ts';

const NUMBERS = [1, 2] as const;
type GatewayNumber = (typeof NUMBERS)[number];

const address = addressThat(
  ({ protocol, hostname, hash }) =>
    ['https:', 'http:', 'smpps:', 'smpp:'].includes(protocol) && hostname !== '' && hash === '',
  expectedAddress(['https:', 'http:', 'smpps:', 'smpp:'], WITHOUT_CREDENTIALS),
);
const path = z.string().regex(
  /^[\w-]+(?:\.[\w-]+)*$/,
  bilingual({
    it: 'atteso un percorso nel JSON come messages.0.status',
    en: 'expected a path in JSON such as messages.0.status',
  }),
);
const values = z.string().transform((text) => text.split(',').map((part) => part.trim()));

/** RFC 9110 token; without headers that the request sets itself. */
const HEADER = /^(?!(?:host|content-length|transfer-encoding|connection)$)[!#$%&'*+.^_`|~\w-]+$/i;
const HEADERS_EXPECTED = bilingual({
  it: 'atteso JSON come {"x-channel":"otp"}',
  en: 'expected JSON such as {"x-channel":"otp"}',
});
const headers = z.string().transform((text, context): Record<string, string> => {
  try {
    const parsed = z.record(z.string().regex(HEADER), z.string().regex(/^[\x20-\x7e]*$/)).safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Reported below: the parser's own message quotes the setting.
  }
  context.addIssue({ code: 'custom', ...HEADERS_EXPECTED });
  return z.NEVER;
});

const SECONDS = 10;
const PORTS = { smpps: 3550, smpp: 2775 } as const;
const BODY = '{"to":"{to}","text":"{text}","from":"{from}","reference":"{id}","ttl":"{validitySeconds}"}';

type Described = readonly [schema: z.ZodType, what: string, example: string, more?: Parameters<typeof setting>[3]];

const GATEWAY_FIELDS: Readonly<Record<string, Described>> = {
  URL: [
    address,
    `Address of the gateway, which decides the protocol: https://, http:// (HTTP), smpps://, smpp:// (SMPP 3.4; port ${PORTS.smpps} and ${PORTS.smpp} unless stated).`,
    'https://sms.example.it/v1/messages',
    { initial: true },
  ],
  FROM: [
    z.string().regex(
      /^(?:\+?\d{3,15}|[A-Za-z0-9 ._-]{1,11})$/,
      bilingual({
        it: 'atteso un numero, oppure al massimo undici fra lettere e cifre',
        en: 'expected a number or at most eleven letters and digits',
      }),
    ),
    'Sender as agreed with the provider: a number in E.164, or at most eleven letters and digits.',
    'Fascicolo',
    { initial: true },
  ],
  USER: [
    credential,
    'User: HTTP Basic authentication, unless the template has {user}; by SMPP the system id.',
    'fascicolo',
  ],
  PASSWORD: [z.string().min(1), 'Password of that user.', 'password'],
  TOKEN: [visibleAscii, 'Bearer token.', 'token', { initial: true }],
  KEY: [visibleAscii, 'Key that goes in a header of its own.', 'key'],
  KEY_HEADER: [
    z
      .string()
      .regex(HEADER, bilingual({ it: 'atteso il nome di un’intestazione', en: 'expected the name of a header' })),
    'Name of that header.',
    'x-api-key',
  ],
  METHOD: [
    z.enum(['POST', 'PUT', 'GET']),
    'HTTP method; with GET the body becomes the query.',
    'POST',
    { unset: '`POST`' },
  ],
  FORMAT: [z.enum(BODY_FORMATS), 'Form of the body.', 'json', { unset: '`json`, or `form` with GET' }],
  BODY: [
    z.string().min(1),
    'Template of the body; its placeholders are in docs/operations/sms.md.',
    BODY,
    { initial: true },
  ],
  HEADERS: [headers, 'Further headers, as JSON.', '{"x-channel":"otp"}', { unset: 'none' }],
  ACCEPTED_STATUS: [
    z
      .string()
      .regex(
        /^[1-5]\d\d(?:,[1-5]\d\d)*$/,
        bilingual({ it: 'attesi codici di stato come 200,202', en: 'expected statuses such as 200,202' }),
      )
      .transform((text) => text.split(',').map((part) => Number(part))),
    'HTTP statuses of an accepted message, separated by commas.',
    '200,202',
    { unset: '200 to 299' },
  ],
  ACCEPTED_TEXT: [z.string().min(1), 'Text that the answer to an accepted message contains.', 'OK', { unset: 'any' }],
  ACCEPTED_PATH: [
    z.string().regex(
      /^[\w-]+(?:\.[\w-]+)*=.+$/,
      bilingual({
        it: 'atteso un percorso con il suo valore, come status=ok',
        en: 'expected a path and its value, such as status=ok',
      }),
    ),
    'Path in the JSON answer and its value for an accepted message.',
    'messages.0.status=ok',
    { unset: 'any' },
  ],
  REFUSED_TEXT: [z.string().min(1), 'Text that the answer to a refused message contains.', 'ERROR', { unset: 'none' }],
  ID_PATH: [path, 'Path in the JSON answer of the provider’s message id.', 'messages.0.id', { unset: 'none' }],
  ID_TEXT: [
    z.string().regex(
      /^[^{]*\{id\}[^{]*$/,
      bilingual({
        it: 'atteso un testo intorno a {id}, come "OK {id}"',
        en: 'expected text around {id}, such as "OK {id}"',
      }),
    ),
    'Text around the provider’s message id, which {id} stands for.',
    'OK {id}',
    { unset: 'none' },
  ],
  RECEIPT_STATE: [
    z.string().regex(
      /^(?:(?:query|form):[\w-]+|json:[\w-]+(?:\.[\w-]+)*)$/,
      bilingual({
        it: 'atteso query:NOME, form:NOME o json:PERCORSO',
        en: 'expected query:NAME, form:NAME or json:PATH',
      }),
    ),
    'Where a receipt holds the state: query:NAME, form:NAME or json:PATH.',
    'json:report.state',
    { unset: 'no receipts' },
  ],
  RECEIPT_DELIVERED: [values, 'States of a delivered message, separated by commas.', 'DELIVERED'],
  RECEIPT_FAILED: [values, 'States of a failed message, separated by commas.', 'UNDELIVERED,EXPIRED'],
  CERTIFICATES: [
    z.string().min(1),
    'PEM file with the authorities of the gateway’s certificate.',
    '/etc/fascicolo/sms-ca.pem',
    { unset: 'the authorities that the system trusts' },
  ],
  SECONDS: [
    z.coerce.number().int().min(1).max(60),
    'How long to wait for an answer.',
    String(SECONDS),
    { unit: 'seconds', unset: `${SECONDS}` },
  ],
  SYSTEM_TYPE: [
    z
      .string()
      .regex(
        /^[\x21-\x7e]{1,12}$/,
        bilingual({ it: 'attesi al massimo dodici caratteri', en: 'expected at most twelve characters' }),
      ),
    'SMPP: system type, as the carrier states it.',
    'OTP',
    { unset: 'empty' },
  ],
  RECEIPT_IDS: [
    z.enum(['same', 'decimal']),
    'SMPP: `decimal` when receipts give in decimal the id that the answer gave in hexadecimal.',
    'same',
    { unset: '`same`' },
  ],
};

const SECRET_PARTS = ['PASSWORD', 'TOKEN', 'KEY'];

/** The second gateway is optional as a whole. */
const gatewayFields = (number: GatewayNumber) =>
  Object.fromEntries(
    Object.entries(GATEWAY_FIELDS).map(([name, [schema, what, example, more = {}]]) => [
      `SMS_${number}_${name}`,
      setting(
        schema.optional(),
        what,
        SECRET_PARTS.includes(name) ? `/etc/fascicolo/secrets/sms-${number}-${name.toLowerCase()}` : example,
        number === 1 ? more : { ...more, initial: undefined },
      ),
    ]),
  );

export const smsFields: Record<string, z.ZodType> & {
  SMS_MAX_PARTS: z.ZodType<number>;
  SMS_VALID_MINUTES: z.ZodType<number>;
} = {
  ...gatewayFields(1),
  ...gatewayFields(2),
  SMS_MAX_PARTS: setting(
    z.coerce.number().int().min(1).max(10).default(3),
    'Maximum number of parts of an SMS; a longer text is refused, never cut.',
    '3',
    { unit: 'parts' },
  ),
  SMS_VALID_MINUTES: setting(
    z.coerce.number().int().min(1).max(4320).default(1440),
    'Time after which the network drops a message; an SMS with a code is valid as long as the code.',
    '1440',
    { unit: 'minutes' },
  ),
};

/** Also accepted by file. */
export const smsSecrets = NUMBERS.flatMap((number) => SECRET_PARTS.map((name) => `SMS_${number}_${name}`));

export interface SmsSettings {
  /** In order of preference; empty: no SMS. */
  readonly gateways: readonly GatewaySettings[];
  readonly maxParts: number;
  readonly validMinutes: number;
}

type RawSettings = Readonly<Record<string, unknown>>;

const HTTP_ONLY = [
  ...['TOKEN', 'KEY', 'KEY_HEADER', 'METHOD', 'FORMAT', 'BODY', 'HEADERS', 'REFUSED_TEXT', 'ID_PATH', 'ID_TEXT'],
  ...['ACCEPTED_STATUS', 'ACCEPTED_TEXT', 'ACCEPTED_PATH', 'RECEIPT_STATE', 'RECEIPT_DELIVERED', 'RECEIPT_FAILED'],
];
const SMPP_ONLY = ['SYSTEM_TYPE', 'RECEIPT_IDS'];

const isSmpp = (url: string): boolean => /^smpps?:/i.test(url);

/** Inconsistent settings; each setting on its own is already valid. */
export function smsProblems(raw: RawSettings): Problem[] {
  const problems = NUMBERS.flatMap((number) => gatewayProblems(raw, number));
  if (raw.SMS_2_URL !== undefined && raw.SMS_1_URL === undefined) {
    problems.push({ name: 'SMS_1_URL', message: requiredWith('SMS_2_URL') });
  }
  return firstOfEach(problems);
}

const NEEDS: Needs = {
  USER: ['PASSWORD'],
  PASSWORD: ['USER'],
  KEY: ['KEY_HEADER'],
  KEY_HEADER: ['KEY'],
  RECEIPT_STATE: ['RECEIPT_DELIVERED', 'RECEIPT_FAILED'],
  RECEIPT_DELIVERED: ['RECEIPT_STATE'],
  RECEIPT_FAILED: ['RECEIPT_STATE'],
};

function gatewayProblems(raw: RawSettings, number: GatewayNumber): Problem[] {
  const prefix = `SMS_${number}_`;
  const problems: Problem[] = [];
  const report = (name: string, message: Message): void => {
    problems.push({ name: `${prefix}${name}`, message });
  };
  const has = (name: string): boolean => raw[`${prefix}${name}`] !== undefined;
  const url = raw[`${prefix}URL`];
  if (typeof url !== 'string') {
    const setName = Object.keys(raw).find((name) => name.startsWith(prefix) && raw[name] !== undefined);
    if (setName !== undefined) report('URL', requiredWith(setName));
    return problems;
  }
  const smpp = isSmpp(url);
  for (const name of ['FROM', ...(smpp ? ['USER', 'PASSWORD'] : ['BODY'])]) {
    if (!has(name)) report(name, requiredWith(`${prefix}URL`));
  }
  for (const name of smpp ? HTTP_ONLY : SMPP_ONLY) {
    const protocol = smpp ? 'SMPP' : 'HTTP';
    if (has(name)) report(name, { it: `non vale per ${protocol}`, en: `is not for ${protocol}` });
  }
  problems.push(...missingDependencies(NEEDS, has, prefix));
  if (has('ID_PATH') && has('ID_TEXT')) report('ID_TEXT', incompatibleWith(`${prefix}ID_PATH`));
  if (!smpp) problems.push(...requestProblems(raw, prefix));
  return problems;
}

const neededFor = (...placeholders: string[]): Message => ({
  it: `serve per ${placeholders.join(' e ')}`,
  en: `is needed for ${placeholders.join(' and ')}`,
});

function requestProblems(raw: RawSettings, prefix: string): Problem[] {
  const fieldValue = (name: string): string | undefined => {
    const value = raw[`${prefix}${name}`];
    return typeof value === 'string' ? value : undefined;
  };
  const problems: Problem[] = [];
  const report = (name: string, message: Message): void => {
    problems.push({ name: `${prefix}${name}`, message });
  };
  const ways = ['USER', 'TOKEN', 'KEY'].filter((name) => fieldValue(name) !== undefined);
  const singleCredential = { it: 'un solo modo di autenticarsi', en: 'one way to sign in' };
  for (const way of ways.slice(1)) report(way, withReason(incompatibleWith(`${prefix}${ways[0]}`), singleCredential));
  const body = fieldValue('BODY');
  if (body === undefined) return problems;
  const format = formatIn(raw, prefix);
  if (fieldValue('METHOD') === 'GET' && format !== 'form') {
    report('FORMAT', {
      it: 'GET ha una query: atteso form, oppure niente',
      en: 'GET has a query: expected form, or nothing',
    });
  }
  const headers = headersIn(raw, prefix);
  const problem = templateProblem(body, format, headers);
  if (problem !== null) report('BODY', problem);
  const uses = (placeholder: string): boolean =>
    [body, ...Object.values(headers)].some((template) => template.includes(placeholder));
  if ((uses('{user}') || uses('{password}')) && fieldValue('USER') === undefined)
    report('USER', neededFor('{user}', '{password}'));
  if (uses('{receipt}') && fieldValue('RECEIPT_STATE') === undefined) report('RECEIPT_STATE', neededFor('{receipt}'));
  if (!uses('{receipt}') && fieldValue('RECEIPT_STATE') !== undefined) {
    const absent = { it: `{receipt} ${MISSING.it}`, en: `{receipt} ${MISSING.en}` };
    const reason = {
      it: `il gateway non saprebbe dove inviare ciò che legge ${prefix}RECEIPT_STATE`,
      en: `the gateway would not know where to report what ${prefix}RECEIPT_STATE reads`,
    };
    report('BODY', withReason(absent, reason));
  }
  return problems;
}

function formatIn(raw: RawSettings, prefix: string): (typeof BODY_FORMATS)[number] {
  const format = BODY_FORMATS.find((candidate) => candidate === raw[`${prefix}FORMAT`]);
  return format ?? (raw[`${prefix}METHOD`] === 'GET' ? 'form' : 'json');
}

/** Accepts both the parsed form and the text from the environment. */
function headersIn(raw: RawSettings, prefix: string): Record<string, string> {
  const value = raw[`${prefix}HEADERS`];
  if (value === undefined) return {};
  const parsed =
    typeof value === 'string' ? headers.safeParse(value) : z.record(z.string(), z.string()).safeParse(value);
  return parsed.success ? parsed.data : {};
}

/** @param raw fields that {@link smsProblems} accepted. */
export function smsSettings(raw: RawSettings): SmsSettings {
  return {
    gateways: NUMBERS.flatMap((number) => gatewaySettings(raw, number)),
    maxParts: Number(raw.SMS_MAX_PARTS),
    validMinutes: Number(raw.SMS_VALID_MINUTES),
  };
}

function gatewaySettings(raw: RawSettings, number: GatewayNumber): GatewaySettings[] {
  const prefix = `SMS_${number}_`;
  const text = (name: string): string | null => {
    const value = raw[`${prefix}${name}`];
    return typeof value === 'string' ? value : null;
  };
  const url = text('URL');
  if (url === null) return [];
  const seconds = raw[`${prefix}SECONDS`];
  const common = {
    system: `sms-${number}` as const,
    from: text('FROM') ?? '',
    certificates: text('CERTIFICATES'),
    answerLimit: (typeof seconds === 'number' ? seconds : SECONDS) * 1000,
  };
  if (isSmpp(url)) {
    const { hostname } = new URL(url);
    const tls = /^smpps:/i.test(url);
    return [
      {
        kind: 'smpp',
        ...common,
        host: hostname.replace(/^\[|\]$/g, ''),
        port: portIn(url) ?? PORTS[tls ? 'smpps' : 'smpp'],
        tls,
        systemId: text('USER') ?? '',
        password: text('PASSWORD') ?? '',
        systemType: text('SYSTEM_TYPE') ?? '',
        receiptIds: text('RECEIPT_IDS') === 'decimal' ? 'decimal' : 'same',
      },
    ];
  }
  const method = text('METHOD');
  const headers = headersIn(raw, prefix);
  const body = text('BODY') ?? '';
  return [
    {
      kind: 'http',
      ...common,
      url,
      method: method === 'GET' || method === 'PUT' ? method : 'POST',
      headers,
      format: formatIn(raw, prefix),
      body,
      authentication: authenticationIn(
        text,
        [body, ...Object.values(headers)].some((template) => /\{(?:user|password)\}/.test(template)),
      ),
      answer: responseRulesIn(raw, prefix, text),
      receipts: receiptsIn(raw, prefix, text('RECEIPT_STATE')),
    },
  ];
}

function portIn(url: string): number | null {
  const { port } = new URL(url);
  return port === '' ? null : Number(port);
}

type Text = (name: string) => string | null;

function authenticationIn(text: Text, placed: boolean): SmsAuthentication {
  const [user, password, token, key, name] = ['USER', 'PASSWORD', 'TOKEN', 'KEY', 'KEY_HEADER'].map(text);
  if (user != null && password != null) return { kind: placed ? 'placed' : 'basic', user, password };
  if (token != null) return { kind: 'bearer', token };
  return key != null && name != null ? { kind: 'header', name, key } : { kind: 'none' };
}

function responseRulesIn(raw: RawSettings, prefix: string, text: Text): ResponseRules {
  const statuses = raw[`${prefix}ACCEPTED_STATUS`];
  const accepted = text('ACCEPTED_PATH');
  const equals = accepted?.indexOf('=') ?? -1;
  return {
    acceptedStatus: Array.isArray(statuses) ? statuses.map((status) => Number(status)) : [],
    acceptedText: text('ACCEPTED_TEXT'),
    acceptedPath: accepted === null ? null : { path: accepted.slice(0, equals), value: accepted.slice(equals + 1) },
    refusedText: text('REFUSED_TEXT'),
    idPath: text('ID_PATH'),
    idText: text('ID_TEXT'),
  };
}

function receiptsIn(raw: RawSettings, prefix: string, place: string | null): ReceiptRules | null {
  const [kind, name] = place?.split(':') ?? [];
  if ((kind !== 'query' && kind !== 'form' && kind !== 'json') || name === undefined) return null;
  const list = (outcome: string): string[] => {
    const value = raw[`${prefix}RECEIPT_${outcome}`];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return { place: { kind, name }, delivered: list('DELIVERED'), failed: list('FAILED') };
}
