/** Body templates of HTTP gateways: placeholders in JSON strings or form values, always escaped according to the format. */

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
  return text.replace(placeholder, (whole, name: string) =>
    known.has(name) ? String(values[name as Placeholder]) : whole,
  );
}

function fillJson(node: unknown, values: TemplateValues): unknown {
  if (typeof node === 'string') {
    // A numeric placeholder that makes up the whole string becomes a JSON number.
    const name = /^\{(\w+)\}$/.exec(node)?.[1];
    return name !== undefined && known.has(name) ? values[name as Placeholder] : fill(node, values);
  }
  if (Array.isArray(node)) return node.map((one) => fillJson(one, values));
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

/** The fault in a template and its headers, in words; null if there is none. */
export function templateProblem(
  template: string,
  format: BodyFormat,
  headers: Readonly<Record<string, string>>,
): string | null {
  if (format === 'json') {
    try {
      const body: unknown = JSON.parse(template);
      if (body === null || typeof body !== 'object') return 'expected a JSON object or list';
    } catch {
      return 'expected JSON, for example {"to":"{to}","text":"{text}"}';
    }
  }
  const values = format === 'form' ? [...new URLSearchParams(template).values()] : [template];
  const named = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name);
  const inHeaders = Object.values(headers).flatMap(named);
  if (inHeaders.includes('text')) return '{text} does not go into a header';
  const used = [...values.flatMap(named), ...inHeaders];
  const unknown = used.find((name) => !known.has(name));
  if (unknown !== undefined)
    return `{${unknown}} is unknown; known are ${PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`;
  for (const [names, what] of [
    [['to', 'toDigits'], '{to} or {toDigits}'],
    [['text'], '{text}'],
  ] as const) {
    if (!names.some((name) => used.includes(name))) return `${what} is missing`;
  }
  return null;
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
