/** Parses the properties of XMP metadata (ISO 16684-1) in any of its notations, to compare two packets. */
import { latin1 } from '../syntax.ts';

const TOKEN = /<([/?!]?)([\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<\?[^>]{0,300}\?>|([^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Longer packets are not compared: they are slow and rare. */
const MAX_BYTES = 200_000;
/** Elements that contain properties but are not properties themselves. */
const FRAMES = new Set(['x:xmpmeta', 'rdf:RDF', 'rdf:Description']);
/** The usual prefixes; older writers use different ones. */
const PREFIXES: Readonly<Record<string, string>> = {
  'adobe:ns:meta/': 'x',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://ns.adobe.com/xap/1.0/': 'xmp',
  'http://ns.adobe.com/xap/1.0/mm/': 'xmpMM',
  'http://ns.adobe.com/pdf/1.3/': 'pdf',
  'http://purl.org/dc/elements/1.1/': 'dc',
};

/** @returns a function that gives names the usual prefix of their namespace; null when one prefix denotes two. */
function namesIn(text: string): ((name: string) => string) | null {
  const declared = new Map<string, string>();
  for (const [, prefix = '', one, other] of text.matchAll(/xmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const uri = one ?? other ?? '';
    if ((declared.get(prefix) ?? uri) !== uri) return null;
    declared.set(prefix, uri);
  }
  return (name) => {
    const [prefix = '', local] = name.split(':');
    if (local === undefined || prefix === 'xmlns' || prefix === 'xml') return name;
    const uri = declared.get(prefix) ?? '';
    return `${PREFIXES[uri] ?? uri}:${local}`;
  };
}

/** @returns `path = value` of each property, ordered by name; null when the data is not XMP. */
export function xmpProperties(data: Uint8Array): string[] | null {
  if (data.length > MAX_BYTES) return null;
  const text = latin1(data).replace(/^\s+|[\s\0]+$/g, '');
  const usual = namesIn(text);
  if (usual === null) return null;
  const properties: string[] = [];
  const path: string[] = [];
  let at = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    at = TOKEN.lastIndex;
    const [, mark, written = '', attributes = '', closed, words] = match;
    const name = usual(written);
    if (words !== undefined) {
      if (words.trim() !== '') properties.push(`${propertyOf(path)} = ${words.trim()}`);
      continue;
    }
    if (mark === '?' || match[0].startsWith('<?')) continue;
    if (mark === '!') return null;
    if (mark === '/') {
      if (path.pop() !== name) return null;
      continue;
    }
    path.push(name);
    for (const [, attribute = '', one, other] of attributes.matchAll(ATTRIBUTE)) {
      const key = usual(attribute);
      if (!isFrameAttribute(key)) properties.push(`${propertyOf([...path, key])} = ${(one ?? other ?? '').trim()}`);
    }
    if (closed) path.pop();
  }
  return at === text.length && path.length === 0 ? properties.sort() : null;
}

const propertyOf = (path: readonly string[]): string => path.filter((name) => !FRAMES.has(name)).join('/');

const isFrameAttribute = (key: string): boolean =>
  key === 'xmlns' || key.startsWith('xmlns:') || ['rdf:about', 'rdf:parseType', 'x:xmptk'].includes(key);
