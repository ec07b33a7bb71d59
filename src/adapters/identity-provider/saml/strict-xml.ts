/** Strict parser for SAML messages: rejects everything that two parsers could read differently before any of it is trusted. */
import { parseDomFromString, parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js';
import { SignInRefused } from '#ports/identity-provider.ts';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/** Maximum characters of a posted response; real ones take some ten thousand. */
const MAX_CHARACTERS = 128 * 1024;

/** The part of a DOM element used here; a missing attribute reads as an empty string. */
export interface XmlElement {
  readonly nodeType: number;
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlElement | null;
  readonly childNodes: ArrayLike<XmlElement>;
  getAttribute(name: string): string | null;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
}

export function refuse(what: string): never {
  throw new SignInRefused(what);
}

/** Comments, CDATA, document types and processing instructions end a text for some parsers and not for others. */
function checkMarkup(text: string): void {
  const body = text.replace(/^<\?xml [^<>?]*\?>/, '');
  if (body.includes('<!')) refuse('the message holds a comment, a CDATA section or a document type');
  if (body.includes('<?')) refuse('the message holds a processing instruction');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(body)) refuse('the message holds characters that XML does not know');
}

/** @throws SignInRefused for what is not Base64 of UTF-8. */
export function decode(message: string): string {
  if (message.length > MAX_CHARACTERS) refuse('the message is longer than an answer can be');
  const packed = message.replace(/[\t\n\r ]+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed) || packed.length % 4 !== 0) refuse('the message is not Base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    return refuse('the message is not UTF-8');
  }
}

/** @returns the root element. @throws SignInRefused for text that is not XML or is ambiguous. */
export async function parseXml(text: string): Promise<XmlElement> {
  if (!text.startsWith('<')) refuse('the message is not XML');
  checkMarkup(text);
  const isNone = (): never => refuse('the message is not XML');
  // The lenient DOM parser behind the signature check closes open elements; this strict one rejects them.
  await parseXml2JsFromString(text).catch(isNone);
  const document: unknown = await parseDomFromString(text).catch(isNone);
  const { documentElement: root } = document as { documentElement: XmlElement | null };
  return root ?? isNone();
}

/**
 * @returns the root element of a message. @throws SignInRefused for names and algorithms that a message must not
 * have.
 */
export async function parse(text: string): Promise<XmlElement> {
  const root = await parseXml(text);
  checkNames(root);
  checkAlgorithms(root);
  checkKeyReferences(root);
  return root;
}

const isElement = (node: XmlElement): boolean => node.nodeType === 1;

export const descendants = (root: XmlElement, name: string, namespace = '*'): XmlElement[] =>
  Array.from(root.getElementsByTagNameNS(namespace, name));

/** A signature references its content by ID: duplicate IDs, or ID attributes in another spelling, could be confused. */
function checkNames(root: XmlElement): void {
  const seen = new Set<string>();
  for (const element of [root, ...descendants(root, '*')]) {
    for (const attribute of ['ID', 'Id', 'id', 'AssertionID', 'xml:id']) {
      const name = element.getAttribute(attribute) ?? '';
      if (name === '') continue;
      if (seen.has(name)) refuse('two elements of the message have the same ID');
      seen.add(name);
    }
  }
}

/** Algorithms allowed in each element that names one; SHA-1 and RSA without OAEP are excluded. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [`${SIGNATURE}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  SignatureMethod: ['rsa-sha256', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`),
  DigestMethod: [`${ENCRYPTION}sha256`, `${ENCRYPTION}sha512`],
  EncryptionMethod: [
    ...['aes128-cbc', 'aes256-cbc', 'rsa-oaep-mgf1p'].map((name) => `${ENCRYPTION}${name}`),
    ...['aes128-gcm', 'aes256-gcm'].map((name) => `http://www.w3.org/2009/xmlenc11#${name}`),
  ],
};
/** Inside OAEP a digest only generates a mask: SHA-1 is its default and harmless there. */
const OAEP_DIGESTS = [`${SIGNATURE}sha1`, `${SIGNATURE}sha256`, `${ENCRYPTION}sha256`];

function checkAlgorithms(root: XmlElement): void {
  for (const [name, allowed] of Object.entries(ALGORITHMS)) {
    for (const element of descendants(root, name)) {
      const isMask = name === 'DigestMethod' && element.parentNode?.localName === 'EncryptionMethod';
      const algorithm = element.getAttribute('Algorithm') ?? '';
      if (!(isMask ? OAEP_DIGESTS : allowed).includes(algorithm)) refuse(`the algorithm ${algorithm} is not accepted`);
    }
  }
  if (descendants(root, 'Transform').length > 2 * descendants(root, 'Signature').length) {
    refuse('a signature has too many transforms');
  }
}

/** xml-encryption puts the reference to an encrypted key into an XPath expression as it is. */
function checkKeyReferences(root: XmlElement): void {
  for (const reference of descendants(root, 'RetrievalMethod')) {
    const uri = reference.getAttribute('URI') ?? '';
    if (!/^#[A-Za-z_][\w.-]{0,255}$/.test(uri)) refuse('the message references a key outside itself');
  }
}

/** Direct child elements of this name. */
export const children = (parent: XmlElement, name: string, namespace: string): XmlElement[] =>
  Array.from(parent.childNodes).filter(
    (node) => isElement(node) && node.localName === name && node.namespaceURI === namespace,
  );

/** @throws SignInRefused when there is none, or more than one. */
export function only(parent: XmlElement, name: string, namespace: string): XmlElement {
  const [first, second] = children(parent, name, namespace);
  if (first === undefined) return refuse(`${parent.localName} has no ${name}`);
  if (second !== undefined) refuse(`${parent.localName} has more than one ${name}`);
  return first;
}

/** Null for a missing or empty attribute. */
export function attribute(element: XmlElement, name: string): string | null {
  const value = element.getAttribute(name);
  return value === null || value === '' ? null : value;
}

/** The text of an element without child elements. @throws SignInRefused */
export function textOf(element: XmlElement): string {
  if (Array.from(element.childNodes).some(isElement)) refuse(`${element.localName} holds more than a text`);
  return element.textContent ?? '';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** @returns null when the attribute is missing. @throws SignInRefused when it is not an instant with a time zone. */
export function instant(element: XmlElement, name: string): Date | null {
  const text = attribute(element, name);
  if (text === null) return null;
  const date = new Date(text);
  if (!INSTANT.test(text) || Number.isNaN(date.getTime())) refuse(`${name} is no instant`);
  return date;
}
