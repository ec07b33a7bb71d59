/** Responses of a SAML provider with its own key: valid ones, and an attacker's variants of them. */
// Real time: the library checks timestamps with its own clock.
import { describe, expect, it } from 'vitest';
import { SignInRefused } from '#ports/identity-provider.ts';
import { fakeSamlProvider, makePair, type ResponseChanges, type SigningChanges } from './provider.suite.ts';
import { openSaml } from './saml.ts';

const NONCE = 'n'.repeat(43);

const saml = await fakeSamlProvider();
const stranger = await makePair();
const provider = openSaml(saml.settings);

const read = async (said: ResponseChanges = {}, sealed: SigningChanges = {}) =>
  provider.posts.read(await saml.answer(NONCE, said, sealed), { nonce: NONCE });

describe('a response', () => {
  it.each<[string, ResponseChanges, SigningChanges]>([
    ['signed twice', {}, {}],
    ['whose assertion alone is signed', {}, { response: false }],
    ['encrypted with CBC and signed as a whole', {}, { encrypted: 'cbc' }],
    ['encrypted with GCM and signed as a whole', {}, { encrypted: 'gcm' }],
    ['signed with SHA-512', {}, { algorithm: 'sha512' }],
    ['of a clock that is half a minute late', { notBefore: 30, issued: 30 }, {}],
    ['that has just ended', { notOnOrAfter: -30, confirmedUntil: -30 }, {}],
    ['that says whose name it is', { qualifier: 'https://idp.example/metadata' }, {}],
    ['to be used once, as each is', { condition: '<saml:OneTimeUse/>' }, {}],
  ])('%s identifies the user', async (_, said, sealed) => {
    const { person, once } = await read({ ...said, id: '_a1' }, sealed);
    expect(person).toMatchObject({
      identity: { issuer: 'https://idp.example/metadata', subject: 'persona-17' },
      email: 'dario@example.com',
      emailVerified: true,
      providerSession: { subject: 'persona-17', index: '_s1' },
    });
    expect(once.id).toBe('_a1');
    expect(once.until.getTime()).toBeGreaterThan(Date.now());
    expect(Math.abs((person.authenticatedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(20_000);
  });

  it('is accepted with any certificate in the list, during a change of the provider’s key', async () => {
    const changing = {
      ...saml.settings.provider,
      certificates: async () => [stranger.certificate, saml.keys.own.certificate],
    };
    const both = openSaml({ ...saml.settings, provider: changing });
    for (const key of [saml.keys.own.key, stranger.key]) {
      const { person } = await both.posts.read(await saml.answer(NONCE, {}, { key, encrypted: 'cbc' }), {
        nonce: NONCE,
      });
      expect(person.identity.subject).toBe('persona-17');
    }
  });

  it('is decrypted with the previous key until the provider knows the new one', async () => {
    const next = await makePair();
    const product = { ...saml.settings.product, key: next.key, certificates: [next.certificate] as const };
    const message = await saml.answer(NONCE, {}, { encrypted: 'cbc' });
    const without = openSaml({ ...saml.settings, product });
    await expect(without.posts.read(message, { nonce: NONCE })).rejects.toBeInstanceOf(SignInRefused);
    const both = openSaml({ ...saml.settings, product: { ...product, previousKey: saml.keys.product.key } });
    expect((await both.posts.read(message, { nonce: NONCE })).person.identity.subject).toBe('persona-17');
  });

  it('has an unverified address unless the provider’s attribute confirms it', async () => {
    const mapping = { ...saml.settings.mapping, emailVerified: 'mailVerified' };
    const asked = openSaml({ ...saml.settings, mapping });
    const mail =
      '<saml:Attribute Name="mail"><saml:AttributeValue>dario@example.com</saml:AttributeValue></saml:Attribute>';
    const word = (value: string) =>
      `${mail}<saml:Attribute Name="mailVerified"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
    const verified = async (attributes: string) =>
      (await asked.posts.read(await saml.answer(NONCE, { attributes }), { nonce: NONCE })).person.emailVerified;
    expect(await verified(mail)).toBe(false);
    expect(await verified(word('false'))).toBe(false);
    expect(await verified(word('true'))).toBe(true);
  });

  it('with two addresses has none; with a subject attribute it has that subject', async () => {
    const values = (name: string, ...all: string[]) =>
      `<saml:Attribute Name="${name}">${all.map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
    const attributes = values('mail', 'a@example.com', 'b@example.com') + values('oid', 'x-1');
    const bySubject = openSaml({
      ...saml.settings,
      mapping: { ...saml.settings.mapping, subject: 'oid' },
      boundAs: 'idp',
    });
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const message = await saml.answer(NONCE, { attributes, format: transient });
    const { person } = await bySubject.posts.read(message, { nonce: NONCE });
    expect(person).toMatchObject({ identity: { issuer: 'idp', subject: 'x-1' }, email: null });
    const two = await saml.answer(NONCE, { attributes: values('oid', 'x-1', 'x-2') });
    await expect(bySubject.posts.read(two, { nonce: NONCE })).rejects.toThrow(/names nobody/);
  });
});

const assertionOf = (xml: string): string => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
/** The attacker's goal: another person's name, in an assertion with a new ID. */
const forged = (assertion: string): string =>
  assertion
    .replace(/<Signature .*?<\/Signature>/s, '')
    .replace('persona-17', 'persona-1')
    .replace(/ID="[^"]*"/, 'ID="_evil"');
const signatureOf = (xml: string): string => /<Signature .*?<\/Signature>/s.exec(xml)?.[0] ?? '';
const swap = (make: (assertion: string) => string) => (xml: string) =>
  xml.replace(assertionOf(xml), make(assertionOf(xml)));

const wrapped: [string, SigningChanges][] = [
  ['a forged one before it', { response: false, after: swap((a) => forged(a) + a) }],
  ['a forged one behind it', { response: false, after: swap((a) => a + forged(a)) }],
  [
    'a forged one around it',
    {
      response: false,
      after: swap((a) => forged(a).replace('</saml:Subject>', `</saml:Subject><saml:Advice>${a}</saml:Advice>`)),
    },
  ],
  [
    'a forged one that took its signature',
    { response: false, after: swap((a) => forged(a).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(a)}`)) },
  ],
  [
    'a forged one with its signature, and the signed one inside',
    {
      response: false,
      after: swap((a) =>
        forged(a).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureOf(a).replace('</Signature>', `<Object>${a}</Object></Signature>`)}`,
        ),
      ),
    },
  ],
  [
    'a forged one of the same ID',
    { response: false, after: swap((a) => forged(a).replace('_evil', /ID="([^"]*)"/.exec(a)?.[1] ?? '') + a) },
  ],
  [
    'the signed one in the extensions',
    {
      response: false,
      after: (xml) =>
        xml
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`)
          .replace(/(<\/samlp:Status>).*(<\/samlp:Response>)/s, `$1${forged(assertionOf(xml))}$2`),
    },
  ],
  [
    'the signed one under another namespace',
    { response: false, after: swap((a) => `${forged(a)}<x:Box xmlns:x="urn:x">${a}</x:Box>`) },
  ],
  [
    'the whole signed answer inside a forged one',
    {
      assertion: false,
      after: (xml) =>
        `${xml
          .replace(assertionOf(xml), forged(assertionOf(xml)))
          .replace(/ID="[^"]*"/, 'ID="_outer"')
          .replace('</Signature>', `<Object>${xml}</Object></Signature>`)}`,
    },
  ],
  [
    'the whole signed answer beside a forged one',
    {
      assertion: false,
      after: (xml) =>
        xml.replace(/ID="[^"]*"/, 'ID="_outer"').replace(assertionOf(xml), `${forged(assertionOf(xml))}${xml}`),
    },
  ],
  [
    'an assertion of another namespace',
    { response: false, after: swap((a) => `${a}<x:Assertion xmlns:x="urn:x" ID="_x"/>`) },
  ],
];

const refused: [string, RegExp, ResponseChanges, SigningChanges][] = [
  // Tampered
  ['another name', /library refuses/, {}, { response: false, after: (xml) => xml.replace('persona-17', 'persona-1') }],
  [
    'another name under both signatures',
    /library refuses/,
    {},
    { after: (xml) => xml.replace('persona-17', 'persona-1') },
  ],
  ['another address', /library refuses/, {}, { response: false, after: (xml) => xml.replace('dario@', 'anna@') }],
  [
    'a later end',
    /library refuses/,
    {},
    { assertionAfter: (xml) => xml.replace(/NotOnOrAfter="20/g, 'NotOnOrAfter="21'), response: false },
  ],
  [
    'another value of the signature',
    /library refuses/,
    {},
    { response: false, after: (xml) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA') },
  ],
  [
    'another digest',
    /library refuses/,
    {},
    { response: false, after: (xml) => xml.replace(/<DigestValue>..../, '<DigestValue>AAAA') },
  ],
  // Unsigned
  ['no signature', /library refuses/, {}, { assertion: false, response: false }],
  ['a signature of the whole alone', /library refuses/, {}, { assertion: false }],
  [
    'an encryption with CBC without a signature of the whole',
    /library refuses/,
    {},
    { encrypted: 'cbc', response: false },
  ],
  [
    'an encryption with GCM without a signature of the whole',
    /library refuses/,
    {},
    { encrypted: 'gcm', response: false },
  ],
  [
    'an encryption without any signature',
    /library refuses/,
    {},
    { encrypted: 'cbc', response: false, assertion: false },
  ],
  // Weak
  ['signatures with SHA-1', /algorithm .*rsa-sha1 is not accepted/, {}, { algorithm: 'sha1' }],
  [
    'a key packed without OAEP',
    /rsa-1_5 is not accepted/,
    {},
    { encrypted: 'cbc', keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' },
  ],
  [
    'a signature by a shared secret',
    /hmac-sha1 is not accepted/,
    {},
    {
      response: false,
      after: (xml) =>
        xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    },
  ],
  [
    'a transform by XSLT',
    /REC-xslt.* is not accepted/,
    {},
    {
      response: false,
      after: (xml) =>
        xml.replace(
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/1999/REC-xslt-19991116',
        ),
    },
  ],
  [
    'a canonical form with comments',
    /is not accepted/,
    {},
    {
      response: false,
      after: (xml) =>
        xml.replace('http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'),
    },
  ],
  // Markup that two parsers read differently
  ['a comment within the name', /comment/, { nameId: 'persona-1<!-- -->7' }, {}],
  ['a comment within an encrypted name', /comment/, { nameId: 'persona-1<!-- -->7' }, { encrypted: 'cbc' }],
  ['a CDATA section', /comment/, { nameId: '<![CDATA[persona-17]]>' }, {}],
  ['a processing instruction', /processing instruction/, { nameId: 'persona<?x y?>-17' }, {}],
  ['a document type', /document type/, {}, { after: (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}` }],
  ['an element within the name', /holds more than a text/, { nameId: 'persona-1<b xmlns="urn:x"/>7' }, {}],
  ['spaces around the name', /has not the form/, { nameId: ' persona-17 ' }, {}],
  // Time
  ['an assertion that has ended', /expired/, { notOnOrAfter: -120, confirmedUntil: 60 }, {}],
  ['a confirmation that has ended', /expired|subject confirmation/, { confirmedUntil: -120 }, {}],
  ['a confirmation without an end', /has no end|library/, { confirmedUntil: null }, {}],
  ['an assertion that holds later only', /holds later|library/, { notBefore: 120 }, {}],
  ['an assertion from the future', /from the future/, { issued: 120 }, {}],
  [
    'an assertion that was made long ago and never ends',
    /too old/,
    { issued: -3600, notBefore: -3600, notOnOrAfter: 86_400, confirmedUntil: 86_400 },
    {},
  ],
  ['a session that has ended', /session has ended/, { sessionUntil: -120 }, {}],
  // For another recipient
  ['another audience', /audience/i, { audience: 'https://other.example' }, {}],
  ['an audience that begins alike', /audience/i, { audience: 'https://portale.example/sso/saml/metadata/x' }, {}],
  ['no audience', /audience/i, { audience: null }, {}],
  ['another issuer', /Issuer is another/, { issuer: 'https://evil.example' }, {}],
  ['another recipient', /Recipient is another/, { recipient: 'https://portale.example/other' }, {}],
  ['another destination', /Destination is not ours/, { destination: 'https://other.example/sso/saml' }, {}],
  ['no destination under a signature', /Destination is not ours/, { destination: null }, {}],
  ['an answer to another request', /answers another request/, { inResponseTo: '_other' }, {}],
  ['an assertion for another request', /answers another request|library/, { confirmedTo: '_other' }, {}],
  ['a name of another provider', /NameQualifier is another/, { qualifier: 'https://evil.example' }, {}],
  ['a name for once', /not persistent/, { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, {}],
  ['an address for a name', /not persistent/, { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }, {}],
  ['a holder of a key', /not for its bearer/, { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }, {}],
  [
    'a condition that nobody knows',
    /condition Delegation is not known/,
    { condition: '<x:Delegation xmlns:x="urn:x"/>' },
    {},
  ],
  [
    'a second set of conditions',
    /more than one Conditions|library/,
    {
      afterSubject:
        '<saml:Conditions><saml:AudienceRestriction><saml:Audience>https://portale.example/sso/saml/metadata</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    },
    {},
  ],
  ['an earlier version', /version 2.0/, { version: '1.1' }, {}],
  [
    'a failure, whatever else it holds',
    /says AuthnFailed/,
    { status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' },
    {},
  ],
];

describe('a response is refused for', () => {
  it.each(refused)('%s', async (_, why, said, sealed) => {
    const answer = read(said, sealed);
    await expect(answer).rejects.toBeInstanceOf(SignInRefused);
    await expect(answer).rejects.toThrow(why);
  });

  it.each(wrapped)('wrapping: %s', async (_, sealed) => {
    await expect(read({}, sealed)).rejects.toBeInstanceOf(SignInRefused);
  });

  it('an unknown key, embedded in the response or not', async () => {
    await expect(read({}, { key: stranger.key })).rejects.toThrow(/library refuses/);
    const named = stranger.certificate.replace(/-----[A-Z ]+-----|\n/g, '');
    const info = `<KeyInfo><X509Data><X509Certificate>${named}</X509Certificate></X509Data></KeyInfo></Signature>`;
    const own = { key: stranger.key, after: (xml: string) => xml.replaceAll('</Signature>', info) };
    await expect(read({}, own)).rejects.toThrow(/library refuses/);
  });

  it('a certificate removed from the list, at once', async () => {
    let known = [saml.keys.own.certificate, stranger.certificate];
    const changing = openSaml({
      ...saml.settings,
      provider: { ...saml.settings.provider, certificates: async () => known },
    });
    const message = await saml.answer(NONCE, {}, { key: stranger.key });
    expect((await changing.posts.read(message, { nonce: NONCE })).person.identity.subject).toBe('persona-17');
    known = [saml.keys.own.certificate];
    await expect(changing.posts.read(message, { nonce: NONCE })).rejects.toBeInstanceOf(SignInRefused);
  });

  it.each([
    ['nothing', ''],
    ['no Base64', '<samlp:Response/>'],
    ['no UTF-8', Buffer.from([0x3c, 0xff, 0xfe]).toString('base64')],
    ['no XML', Buffer.from('non è XML').toString('base64')],
    ['a tag left open', Buffer.from('<x><y></x>').toString('base64')],
    ['half a tag', Buffer.from('<samlp:Response').toString('base64')],
    ['another message', Buffer.from('<x/>').toString('base64')],
    ['more than an answer can be', 'A'.repeat(200_000)],
  ])('a body of %s', async (_, message) => {
    await expect(provider.posts.read(message, { nonce: NONCE })).rejects.toBeInstanceOf(SignInRefused);
  });
});
