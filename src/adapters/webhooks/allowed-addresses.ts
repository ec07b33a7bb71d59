/** Decides which addresses an administrator's webhook may reach: names of the public internet, and hosts that the operator listed. */
import { BlockList, isIP } from 'node:net';
import type { AddressProblem } from '#ports/webhooks.ts';

/** Every range that IANA reserves (RFC 6890 and its registries): private, shared, loopback, link-local, documentation, multicast. */
const BLOCKED_IPV4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
`;
/** Of IPv6 only global unicast is allowed, except ranges that carry IPv4 addresses (6to4, Teredo) or are reserved within it. */
const ALLOWED_IPV6 = '2000::/3';
const BLOCKED_IPV6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

/** @param subnets in CIDR notation, separated by blanks. */
function blockList(subnets: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
const blocked4 = blockList(BLOCKED_IPV4, 'ipv4');
const blocked6 = blockList(BLOCKED_IPV6, 'ipv6');
const allowed6 = blockList(ALLOWED_IPV6, 'ipv6');

/**
 * @param address as returned by a resolver. NAT64 and IPv4-mapped addresses are outside 2000::/3 and therefore
 * blocked too.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address, 'ipv4');
  return family === 6 && allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
}

/** Names that never leave the machine or the local network (RFC 6761, 6762, 8375, 9476). */
const INNER_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid|example)$/;

export interface AddressRules {
  /** `host` or `host:port` in lower case: exempt from the rules on literals, names and internal addresses. */
  readonly allowedHosts: readonly string[];
  /** In tests: http:// and any port on 127.0.0.1 and localhost. */
  readonly allowLoopback: boolean;
}

/** The host without brackets and final dots, in lower case. */
const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();

const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '::1';

/** Listed by the operator, or a loopback address where tests may use it. */
export function isExempt(url: URL, rules: AddressRules): boolean {
  const host = hostOf(url);
  if (rules.allowLoopback && isLoopback(host)) return true;
  const port = url.port === '' ? '443' : url.port;
  return rules.allowedHosts.some((allowed) => allowed === host || allowed === `${host}:${port}`);
}

/**
 * Checks an address before it is resolved. The URL parser has already converted every spelling of an IPv4 address
 * (2130706433, 0x7f.1, 0177.0.0.1) to four decimal numbers.
 */
export function addressProblem(text: string, rules: AddressRules): AddressProblem | null {
  if (!URL.canParse(text) || /[\p{Cc}\s]/u.test(text)) return 'malformed';
  const url = new URL(text);
  const host = hostOf(url);
  if (host === '') return 'malformed';
  const local = rules.allowLoopback && isLoopback(host);
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.hash !== '' || text.includes('#')) return 'fragment';
  if (isExempt(url, rules)) return null;
  if (isIP(host) !== 0) return 'literal';
  return !host.includes('.') || INNER_NAME.test(host) ? 'inner' : null;
}
