/** Addresses that a webhook must not have, in every spelling, and allowed ones. */
import { describe, expect, it } from 'vitest';
import { rowsOf, wordsIn } from '#test/rows.ts';
import { type AddressRules, addressProblem, isPublicAddress } from './allowed-addresses.ts';

const STRICT: AddressRules = { allowedHosts: [], allowLoopback: false };

const LITERALS = `
  https://127.0.0.1/ https://127.1/ https://127.0.1/ https://2130706433/ https://0x7f.1/ https://0x7f000001/
  https://0177.0.0.1/ https://0177.1/ https://017700000001/ https://0x7f.0x0.0x0.0x1/ https://127.0.0.1./
  https://127。0。0。1/ https://①②⑦.0.0.1/ https://%31%32%37.0.0.1/ https://0/ https://0.0.0.0/ https://10.0.0.5/
  https://192.168.1.1/ https://172.16.0.1/ https://169.254.169.254/latest/meta-data https://2852039166/
  https://100.64.0.1/ https://255.255.255.255/ https://[::1]/ https://[::]/ https://[0:0:0:0:0:0:0:1]/
  https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://[::127.0.0.1]/ https://[64:ff9b::7f00:1]/
  https://[64:ff9b::127.0.0.1]/ https://[fe80::1]/ https://[fc00::1]/ https://[fd12::1]/ https://[ff02::1]/
  https://[2002:7f00:1::]/ https://[2001:db8::1]/ https://[2001:0:7f00:1::]/ https://[fec0::1]/
`;
/** Refused too: a receiver needs a name, which its certificate contains. */
const PUBLIC_LITERALS = 'https://93.184.215.14/ https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/';
const INNER = `
  https://localhost/ https://LOCALHOST/ https://localhost./ https://a.localhost/ https://dms/
  https://printer.local/ https://metadata.google.internal/ https://dms.lan/ https://ⓛocalhost/
  https://router.home.arpa/ https://dms.corp/ https://dms.corp../
`;

describe('a URL', () => {
  it.each(wordsIn(LITERALS + PUBLIC_LITERALS))('%s is an IP literal', (url) =>
    expect(addressProblem(url, STRICT)).toBe('literal'),
  );

  it.each(wordsIn(INNER))('%s is an internal name', (url) => expect(addressProblem(url, STRICT)).toBe('inner'));

  it.each([
    ...rowsOf(`
      http://dms.esempio.it/            | scheme
      ftp://dms.esempio.it/             | scheme
      file:///etc/passwd                | malformed
      gopher://dms.esempio.it/          | scheme
      https://u:p@dms.esempio.it/       | credentials
      https://u@dms.esempio.it/         | credentials
      https://dms.esempio.it/#a         | fragment
      https://dms.esempio.it/#          | fragment
      dms.esempio.it                    | malformed
                                        | malformed
      https://                          | malformed
      https://[::1                      | malformed
      https://256.1.1.1/                | malformed
      javascript:alert(1)               | malformed
      https://127.0.0.1@dms.esempio.it/ | credentials
      https:\\\\127.0.0.1\\                | literal
    `),
    ['https://dms.esempio.it/\n', 'malformed'],
    [' https://dms.esempio.it', 'malformed'],
  ])('%j: %s', (url, problem) => expect(addressProblem(url, STRICT)).toBe(problem));

  it.each([
    'https://dms.esempio.it',
    'https://dms.esempio.it:8443/hooks?a=1',
    'https://DMS.Esempio.IT./x',
    'https://localhost.esempio.it/',
  ])('%s is allowed', (url) => expect(addressProblem(url, STRICT)).toBeNull());
});

describe('a host configured by the operator', () => {
  const rules: AddressRules = { allowedHosts: ['dms.lan', '10.0.0.5:8443', 'fd12::5'], allowLoopback: false };
  it('is exempt, at its port if one is given, and no other host is', () => {
    for (const url of ['https://dms.lan/', 'https://dms.lan:9000/', 'https://10.0.0.5:8443/', 'https://[fd12::5]/']) {
      expect(addressProblem(url, rules), url).toBeNull();
    }
    for (const url of ['https://10.0.0.5/', 'https://a.dms.lan/', 'https://10.0.0.6:8443/', 'https://[fd12::6]/']) {
      expect(addressProblem(url, rules), url).not.toBeNull();
    }
  });
  it('is contacted only over HTTPS', () => expect(addressProblem('http://dms.lan/', rules)).toBe('scheme'));
  it('loopback accepts HTTP where tests configure it, and no other address does', () => {
    const loose = { allowedHosts: [], allowLoopback: true };
    for (const url of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]:9000/']) {
      expect(addressProblem(url, loose), url).toBeNull();
    }
    for (const url of ['http://127.0.0.2/', 'http://10.0.0.1/', 'http://dms.esempio.it/']) {
      expect(addressProblem(url, loose), url).not.toBeNull();
    }
  });
});

const CLOSED = `
  0.0.0.0 0.1.2.3 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
  224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8
  64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:db8::1 2002:808:808::1 3fff::1 fc00::1
  fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 5f00::1 4000::1 dms.esempio.it 0177.0.0.1
`;
const OPEN = `
  8.8.8.8 93.184.215.14 172.32.0.1 100.128.0.1 192.1.0.1 2606:2800:21f:cb07:6820:80da:af6b:8b2c
  2a00:1450:4002:414::200e
`;

describe('a resolved address', () => {
  it.each(['', ...wordsIn(CLOSED)])('%j is refused', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(wordsIn(OPEN))('%s is allowed', (address) => expect(isPublicAddress(address)).toBe(true));
});
