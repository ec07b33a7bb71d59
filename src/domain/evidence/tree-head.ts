/** A head of the tree over all evidence, as signed and as stored outside the database. */
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** The signed statement, as canonical JSON: the tree with this number of leaves has this root. */
export const headStatementSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('fascicolo.evidence-head'),
  size: count,
  root: hash,
  /** UTC, milliseconds. */
  time: z.iso.datetime(),
});
export type HeadStatement = z.output<typeof headStatementSchema>;

/** One event per line, `3 <hash> document:17`: preserves order and hashes in case those in the database are rewritten. */
const EVENT = /^(\d+) ([0-9a-f]{64}) (.+)$/s;

/** The externally stored head, with the events since the previous one. */
export const storedHeadSchema = z.strictObject({
  v: z.literal(1),
  statement: z.string(),
  /** Base64 of the DER: detached CMS signature of the statement, and RFC 3161 token over the signature. */
  signature: z.base64(),
  stamp: z.base64(),
  /** Position of the first of `events`. */
  from: count,
  events: z.array(z.string().regex(EVENT)),
});
export type StoredHead = z.output<typeof storedHeadSchema>;

export interface LeafEvent {
  readonly subject: string;
  readonly seq: number;
  readonly hash: string;
}

export const writeLeafEvent = ({ subject, seq, hash: event }: LeafEvent): string => `${seq} ${event} ${subject}`;

/** @param line already checked by `storedHeadSchema`. */
export function readLeafEvent(line: string): LeafEvent {
  const [, seq = '', eventHash = '', subject = ''] = EVENT.exec(line) ?? [];
  return { subject, seq: Number(seq), hash: eventHash };
}

/** @returns null when the text is not a statement. */
export function readStatement(text: string): HeadStatement | null {
  return parseJson(headStatementSchema, text);
}

/** @returns null when the text is not a stored head, or its events do not end at its size. */
export function readStoredHead(text: string): { head: StoredHead; statement: HeadStatement } | null {
  const head = parseJson(storedHeadSchema, text);
  const statement = head === null ? null : readStatement(head.statement);
  if (head === null || statement === null) return null;
  return head.from + head.events.length === statement.size ? { head, statement } : null;
}

function parseJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
