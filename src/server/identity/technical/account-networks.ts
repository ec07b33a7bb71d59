/** Whether a caller's address is in the networks of an account. */
import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** @param networks addresses and CIDR ranges; null: any address. @param ip undefined once the connection is closed. */
export function isWithin(networks: readonly string[] | null, ip: string | undefined): boolean {
  if (networks === null) return true;
  const address = (ip ?? '').replace(MAPPED, '').split('%', 1)[0] ?? '';
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', prefix] = network.split('/');
    const kind = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(net, kind);
    else list.addSubnet(net, Number(prefix), kind);
  }
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
