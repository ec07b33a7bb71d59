/**
 * Checks the content of a sign-in response independently of its signature: subject, recipient, request and validity
 * (SAML 2.0 Profiles, section 4.1.4).
 */
import type { SignedIn, SingleUse } from '#ports/identity-provider.ts';
import {
  ASSERTION,
  attribute,
  children,
  descendants,
  instant,
  only,
  PROTOCOL,
  parse,
  refuse,
  textOf,
  type XmlElement,
} from './strict-xml.ts';

export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** Names of the provider's attributes. */
export interface SamlMapping {
  /** Permanent identifier that is never reassigned to another person; null for a NameID of the persistent format. */
  readonly subject: string | null;
  readonly email: readonly string[];
  /** Null: every address from this provider counts as verified, which the operator has ensured. */
  readonly emailVerified: string | null;
  readonly phone: string | null;
}

/** Expected values of a response. */
export interface Expected {
  /** Entity identifiers of the provider and of this product. */
  readonly provider: string;
  readonly product: string;
  /** URL that responses are posted to. */
  readonly callback: string;
  /** ID of the request. */
  readonly request: string;
  readonly now: Date;
  /** Tolerated clock difference in milliseconds. */
  readonly skew: number;
}

/** @returns whether the response's assertion is encrypted. @throws SignInRefused */
export async function checkResponse(text: string, expected: Expected): Promise<{ encrypted: boolean }> {
  const response = await parse(text);
  if (response.localName !== 'Response' || response.namespaceURI !== PROTOCOL) refuse('the message is no Response');
  const assertions = ['Assertion', 'EncryptedAssertion'].flatMap((name) => descendants(response, name));
  checkStatus(response);
  if (assertions.length !== 1) refuse(`the Response has ${assertions.length} assertions and not one`);
  const plain = children(response, 'Assertion', ASSERTION).length;
  const encrypted = children(response, 'EncryptedAssertion', ASSERTION).length;
  if (plain + encrypted !== 1) refuse('the assertion does not stand in the Response');
  for (const signature of descendants(response, 'Signature')) {
    const parent = signature.parentNode;
    const signed = parent === response || (parent?.localName === 'Assertion' && parent.parentNode === response);
    if (!signed) refuse('a signature stands where none belongs');
  }
  checkHeader(response, expected);
  const destination = attribute(response, 'Destination');
  const signed = descendants(response, 'Signature').some(({ parentNode }) => parentNode === response);
  // SAML 2.0 Bindings, section 3.5.5.2: a message that is signed as a whole names its destination.
  if (destination === null ? signed : destination !== expected.callback) refuse('the Destination is not ours');
  if (attribute(response, 'InResponseTo') !== expected.request) refuse('the Response answers another request');
  for (const issuer of children(response, 'Issuer', ASSERTION)) checkIssuer(issuer, expected.provider);
  return { encrypted: encrypted === 1 };
}

function checkStatus(response: XmlElement): void {
  const code = attribute(only(only(response, 'Status', PROTOCOL), 'StatusCode', PROTOCOL), 'Value');
  if (code !== SUCCESS) refuse(`the provider says ${code?.split(':').at(-1) ?? 'nothing'}`);
}

/** Checks version, ID and instant, which every message and assertion has. @returns the ID */
function checkHeader(element: XmlElement, { now, skew }: Expected): string {
  if (attribute(element, 'Version') !== '2.0') refuse(`${element.localName} is not of version 2.0`);
  const id = attribute(element, 'ID');
  if (id === null || id.length > 256) return refuse(`${element.localName} has no ID`);
  const issued = instant(element, 'IssueInstant');
  if (issued === null) return refuse(`${element.localName} has no IssueInstant`);
  if (issued.getTime() > now.getTime() + skew) refuse(`${element.localName} comes from the future`);
  return id;
}

export function checkIssuer(issuer: XmlElement, provider: string): void {
  const format = attribute(issuer, 'Format');
  if (textOf(issuer) !== provider || (format !== null && format !== ENTITY)) refuse('the Issuer is another');
}

/** Validity from `NotBefore` (inclusive) to `NotOnOrAfter` (exclusive); both are optional. */
function checkTimes(element: XmlElement, { now, skew }: Expected): Date | null {
  const validFrom = instant(element, 'NotBefore');
  const validUntil = instant(element, 'NotOnOrAfter');
  if (validFrom !== null && now.getTime() + skew < validFrom.getTime()) refuse(`${element.localName} holds later only`);
  if (validUntil !== null && now.getTime() - skew >= validUntil.getTime()) refuse(`${element.localName} has expired`);
  return validUntil;
}

/** @returns the instant until which the assertion can be used. */
function checkConfirmation(subject: XmlElement, expected: Expected): Date {
  const confirmation = only(subject, 'SubjectConfirmation', ASSERTION);
  if (attribute(confirmation, 'Method') !== BEARER) refuse('the assertion is not for its bearer');
  const data = only(confirmation, 'SubjectConfirmationData', ASSERTION);
  if (attribute(data, 'Recipient') !== expected.callback) refuse('the Recipient is another');
  if (attribute(data, 'InResponseTo') !== expected.request) refuse('the assertion answers another request');
  return checkTimes(data, expected) ?? refuse('the assertion has no end');
}

function checkConditions(assertion: XmlElement, expected: Expected): void {
  const conditions = only(assertion, 'Conditions', ASSERTION);
  checkTimes(conditions, expected);
  const knownConditions = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  for (const { nodeType, localName, namespaceURI } of Array.from(conditions.childNodes)) {
    // SAML 2.0 Core, section 2.5.1: an assertion with an unknown condition is invalid.
    const isKnown = namespaceURI === ASSERTION && knownConditions.includes(localName ?? '');
    if (nodeType === 1 && !isKnown) refuse(`the condition ${localName} is not known`);
  }
  const restrictions = children(conditions, 'AudienceRestriction', ASSERTION);
  if (restrictions.length === 0) refuse('the assertion is for no audience');
  for (const restriction of restrictions) {
    const audiences = children(restriction, 'Audience', ASSERTION).map(textOf);
    if (!audiences.includes(expected.product)) refuse('the audience is another');
  }
}

/** Values by attribute name; a repeated attribute has all its values. */
function readAttributes(assertion: XmlElement): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of children(assertion, 'AttributeStatement', ASSERTION)) {
    for (const element of children(statement, 'Attribute', ASSERTION)) {
      const name = attribute(element, 'Name');
      if (name === null) return refuse('an attribute has no name');
      const values = children(element, 'AttributeValue', ASSERTION).flatMap((value) =>
        // Nested elements such as lists are ignored.
        Array.from(value.childNodes).some(({ nodeType }) => nodeType === 1) ? [] : [textOf(value).trim()],
      );
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  }
  return attributes;
}

/** Different values are ambiguous and are not used. */
const singleValue = (attributes: Map<string, string[]>, names: readonly string[]): string | null => {
  const values = new Set(names.flatMap((name) => attributes.get(name) ?? []).filter((value) => value !== ''));
  return values.size === 1 ? ([...values][0] ?? null) : null;
};

/** Identifies the person at the provider when the session ends. */
export interface SamlTicket {
  readonly nameID: string;
  readonly nameIDFormat: string;
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
  readonly sessionIndex?: string;
}

const IDENTIFIER = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/;

function readNameId(subject: XmlElement, { provider, product }: Expected): SamlTicket {
  const name = only(subject, 'NameID', ASSERTION);
  const nameID = textOf(name);
  if (!IDENTIFIER.test(nameID)) refuse('the NameID has not the form of one');
  const qualifiers = [
    ['NameQualifier', provider],
    ['SPNameQualifier', product],
  ] as const;
  for (const [qualifier, expectedValue] of qualifiers) {
    const value = attribute(name, qualifier);
    if (value !== null && value !== expectedValue) refuse(`the ${qualifier} is another`);
  }
  const nameQualifier = attribute(name, 'NameQualifier');
  const spNameQualifier = attribute(name, 'SPNameQualifier');
  return {
    nameID,
    nameIDFormat: attribute(name, 'Format') ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(nameQualifier === null ? {} : { nameQualifier }),
    ...(spNameQualifier === null ? {} : { spNameQualifier }),
  };
}

function subjectOf({ nameID, nameIDFormat }: SamlTicket, claims: Map<string, string[]>, mapping: SamlMapping): string {
  if (mapping.subject === null) {
    // Other formats change or may be reassigned to another person.
    if (nameIDFormat !== PERSISTENT) refuse('the NameID is not persistent');
    return nameID;
  }
  const subject = singleValue(claims, [mapping.subject]);
  if (subject === null || !IDENTIFIER.test(subject)) return refuse(`the attribute ${mapping.subject} names nobody`);
  return subject;
}

/** @param text the assertion exactly as its signature covers it. @throws SignInRefused naming the first fault. */
export async function readAssertion(
  text: string,
  expected: Expected,
  mapping: SamlMapping,
): Promise<{ person: SignedIn; once: SingleUse; ticket: SamlTicket }> {
  const assertion = await parse(text);
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== ASSERTION) refuse('there is no assertion');
  for (const name of ['Assertion', 'EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData']) {
    if (descendants(assertion, name).length > 0) refuse(`the assertion holds one more ${name}`);
  }
  const id = checkHeader(assertion, expected);
  checkIssuer(only(assertion, 'Issuer', ASSERTION), expected.provider);
  const subject = only(assertion, 'Subject', ASSERTION);
  const validUntil = checkConfirmation(subject, expected);
  checkConditions(assertion, expected);
  const authenticated = only(assertion, 'AuthnStatement', ASSERTION);
  const ends = instant(authenticated, 'SessionNotOnOrAfter');
  if (ends !== null && ends.getTime() + expected.skew <= expected.now.getTime()) refuse('the session has ended');
  const index = attribute(authenticated, 'SessionIndex');
  const ticket = { ...readNameId(subject, expected), ...(index === null ? {} : { sessionIndex: index }) };
  const attributes = readAttributes(assertion);
  const verified = mapping.emailVerified === null ? 'true' : singleValue(attributes, [mapping.emailVerified]);
  return {
    person: {
      identity: { issuer: expected.provider, subject: subjectOf(ticket, attributes, mapping) },
      email: singleValue(attributes, mapping.email),
      emailVerified: verified === 'true' || verified === '1',
      phone: mapping.phone === null ? null : singleValue(attributes, [mapping.phone]),
      idToken: JSON.stringify(ticket),
      authenticatedAt: instant(authenticated, 'AuthnInstant'),
      providerSession: { subject: ticket.nameID, index },
    },
    once: { id, until: new Date(validUntil.getTime() + expected.skew) },
    ticket,
  };
}
