/** References to encrypted keys in SAML messages: only plain ids within the message are accepted. */
import { describe, expect, it } from 'vitest';
import { SignInRefused } from '#ports/identity-provider.ts';
import { parse } from './strict-xml.ts';

const message = (uri: string) =>
  `<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><RetrievalMethod URI="${uri}"/></KeyInfo></EncryptedData>`;

describe('a reference to an encrypted key', () => {
  it('may be the id of an element of the message', async () => {
    expect((await parse(message('#_f00-1.a'))).localName).toBe('EncryptedData');
  });

  const EXPRESSIONS = ["#x' or '1'='1", '#x&quot; or 1', '#xpointer(/)'];
  const NO_IDS = ['', '#1x', `#a${'b'.repeat(5000)}`, 'https://attacker.example/key'];
  it.each([...EXPRESSIONS, ...NO_IDS])('is refused when it is not a plain id: %.40s', async (uri) => {
    await expect(parse(message(uri))).rejects.toThrow(SignInRefused);
  });
});
