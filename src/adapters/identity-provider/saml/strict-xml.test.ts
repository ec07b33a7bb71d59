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

  const REFUSED = {
    'an expression that ends the quoted id': "#x' or '1'='1",
    'an expression in double quotes': '#x&quot; or 1',
    'an address': 'https://attacker.example/key',
    'a path': '#xpointer(/)',
    'an id that begins with a digit': '#1x',
    'an id of thousands of letters': `#a${'b'.repeat(5000)}`,
    nothing: '',
  };
  it.each(Object.entries(REFUSED))('is refused: %s', async (_what, uri) => {
    await expect(parse(message(uri))).rejects.toThrow(SignInRefused);
  });
});
