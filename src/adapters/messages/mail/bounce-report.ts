/** Parses another mail server's report on a message (multipart/report, RFC 3462 and 3464); returns null for all other mail. */

export interface BounceReport {
  /** The message's mark, from the recipient address of the report or its envelope identifier. */
  readonly mark: string;
  readonly state: 'DELIVERED' | 'FAILED';
  /** Enhanced status code (RFC 3463). */
  readonly status: string;
}

/** The bounce address without a mark. */
export interface BounceAddress {
  readonly local: string;
  readonly domain: string;
}

const MAX_LINES = 500;
const MAX_PARTS = 20;
const MARK = /^[a-z2-7]{26}$/;

export const isMark = (text: string): boolean => MARK.test(text);

type Fields = readonly (readonly [name: string, value: string])[];

/** Header fields with their continuation lines, names in lower case; the text after the first empty line is the rest. */
function readFields(text: string): { fields: Fields; rest: string } {
  const end = /\r?\n\r?\n|^\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const fields: [string, string][] = [];
  for (const line of head.split(/\r?\n/, MAX_LINES)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) fields.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return { fields, rest: end === null ? '' : text.slice(end.index + end[0].length) };
}

const fieldOf = (fields: Fields, name: string): string => fields.find(([fieldName]) => fieldName === name)?.[1] ?? '';

function parameterOf(contentType: string, name: string): string | null {
  for (const part of contentType.split(';').slice(1)) {
    const [key = '', ...value] = part.split('=');
    if (key.trim().toLowerCase() !== name) continue;
    return value
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
  }
  return null;
}

const typeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

function decoded(fields: Fields, body: string): string {
  const encoding = fieldOf(fields, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function deliveryStatus(body: string, boundary: string): string | null {
  for (const part of `\n${body}`.split(`\n--${boundary}`, MAX_PARTS).slice(1)) {
    const { fields, rest } = readFields(part.replace(/^[ \t]*\r?\n/, ''));
    const type = typeOf(fieldOf(fields, 'content-type'));
    if (type === 'message/delivery-status' || type === 'message/global-delivery-status') return decoded(fields, rest);
  }
  return null;
}

/** Groups of fields: the first describes the message, each of the others one recipient. */
function readGroups(text: string): Fields[] {
  return text
    .trim()
    .split(/\r?\n[ \t]*\r?\n/, MAX_PARTS)
    .map((group) => readFields(group).fields);
}

const ADDRESSED = new Set(['envelope-to', 'delivered-to', 'x-original-to', 'x-envelope-to', 'to']);

function markIn(fields: Fields, { local, domain }: BounceAddress): string | null {
  for (const [name, value] of fields) {
    if (!ADDRESSED.has(name)) continue;
    for (const word of value.toLowerCase().split(/[\s,;<>"]+/)) {
      const start = `${local.toLowerCase()}+`;
      const end = `@${domain.toLowerCase()}`;
      if (!word.startsWith(start) || !word.endsWith(end)) continue;
      const mark = word.slice(start.length, word.length - end.length);
      if (isMark(mark)) return mark;
    }
  }
  return null;
}

/**
 * @param message the first bytes of a file, each as a character. @returns null when it is not a report about one of
 * our messages.
 */
export function readBounceReport(message: string, bounces: BounceAddress): BounceReport | null {
  const { fields, rest } = readFields(message);
  // A report has an empty sender; a person's reply has an address.
  const returnPath = fields.find(([name]) => name === 'return-path')?.[1];
  if (returnPath !== undefined && !/^<(?:mailer-daemon(?:@[^>]*)?)?>$/i.test(returnPath)) return null;
  const contentType = fieldOf(fields, 'content-type');
  const boundary = parameterOf(contentType, 'boundary');
  if (typeOf(contentType) !== 'multipart/report' || boundary === null || boundary === '') return null;
  const status = deliveryStatus(rest, boundary);
  if (status === null) return null;
  const groups = readGroups(status);
  const envelope = groups.map((group) => fieldOf(group, 'original-envelope-id').toLowerCase()).find(isMark);
  const mark = markIn(fields, bounces) ?? envelope;
  if (mark === undefined) return null;
  const acts = groups.map((group) => ({
    action: (fieldOf(group, 'action').split(/[\s(;]/)[0] ?? '').toLowerCase(),
    status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, 'status'))?.[0],
  }));
  const failed = acts.find(({ action }) => action === 'failed');
  if (failed !== undefined) return { mark, state: 'FAILED', status: failed.status ?? '5.0.0' };
  const delivered = acts.find(({ action }) => action === 'delivered');
  // `delayed`, `relayed` and `expanded` are not final.
  return delivered === undefined ? null : { mark, state: 'DELIVERED', status: delivered.status ?? '2.0.0' };
}
