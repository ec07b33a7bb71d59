/** Body templates of HTTP gateways: placeholders in JSON strings or form values, always escaped according to the format. */
import type { Message } from '#domain/errors.ts';

/** `{validity}` is in minutes, `{coding}` 0 for GSM-7 and 2 for UCS-2, `{receipt}` the address for delivery receipts. */
export const PLACEHOLDERS = [
  'to',
  'toDigits',
  'text',
  'id',
  'from',
  'validity',
  'validitySeconds',
  'coding',
  'parts',
  'receipt',
  'user',
  'password',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type TemplateValues = Readonly<Record<Placeholder, string | number>>;

/** `text`: the completed template without escaping. */
export type BodyFormat = 'json' | 'form' | 'text';
export const BODY_FORMATS = ['json', 'form', 'text'] as const satisfies readonly BodyFormat[];

const placeholder = /\{(\w+)\}/g;
const known: ReadonlySet<string> = new Set(PLACEHOLDERS);

function fill(text: string, values: TemplateValues): string {
  // A single pass, so that placeholders inside a value are not expanded.
  return text.replace(placeholder, (match, name: string) =>
    known.has(name) ? String(values[name as Placeholder]) : match,
  );
}

function fillJson(node: unknown, values: TemplateValues): unknown {
  if (typeof node === 'string') {
    // A numeric placeholder that makes up the whole string becomes a JSON number.
    const name = /^\{(\w+)\}$/.exec(node)?.[1];
    return name !== undefined && known.has(name) ? values[name as Placeholder] : fill(node, values);
  }
  if (Array.isArray(node)) return node.map((item) => fillJson(item, values));
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fillJson(value, values)]));
}

/** @param template one without a {@link templateProblem}. */
export function fillTemplate(template: string, format: BodyFormat, values: TemplateValues): string {
  if (format === 'json') return JSON.stringify(fillJson(JSON.parse(template), values));
  if (format === 'text') return fill(template, values);
  const filled = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(template)) filled.append(name, fill(value, values));
  return filled.toString();
}

/** Expands the placeholders in header values; a value cannot inject another header line. */
export function fillHeaders(headers: Readonly<Record<string, string>>, values: TemplateValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      fill(value, values).replace(/[^\x20-\x7e]/g, ' '),
    ]),
  );
}

/** The fault in a template and its headers; null if there is none. */
export function templateProblem(
  template: string,
  format: BodyFormat,
  headers: Readonly<Record<string, string>>,
): Message | null {
  if (format === 'json') {
    try {
      const body: unknown = JSON.parse(template);
      if (body === null || typeof body !== 'object') {
        return { it: 'atteso un oggetto o un elenco JSON', en: 'expected a JSON object or list' };
      }
    } catch {
      const example = '{"to":"{to}","text":"{text}"}';
      return { it: `atteso JSON, per esempio ${example}`, en: `expected JSON, for example ${example}` };
    }
  }
  const values = format === 'form' ? [...new URLSearchParams(template).values()] : [template];
  const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name);
  const inHeaders = Object.values(headers).flatMap(placeholdersIn);
  if (inHeaders.includes('text')) {
    return { it: '{text} non può stare in un’intestazione', en: '{text} does not go into a header' };
  }
  const used = [...values.flatMap(placeholdersIn), ...inHeaders];
  const unknown = used.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const list = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');
    return { it: `{${unknown}} non esiste; esistono ${list}`, en: `{${unknown}} is unknown; known are ${list}` };
  }
  if (!used.includes('to') && !used.includes('toDigits')) {
    return { it: 'manca {to} o {toDigits}', en: '{to} or {toDigits} is missing' };
  }
  return used.includes('text') ? null : { it: 'manca {text}', en: '{text} is missing' };
}

/** Reads a path such as `messages.0.status` in parsed JSON; undefined if it does not exist. */
export function atPath(json: unknown, path: string): unknown {
  let node: unknown = json;
  for (const step of path.split('.')) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, step)) return undefined;
    node = (node as Record<string, unknown>)[step];
  }
  return node;
}
