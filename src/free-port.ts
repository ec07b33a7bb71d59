/** Chooses the port of `PORT=0` before the start: addresses in pages, mails and checks contain it. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from './settings/config.ts';

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns the settings with a free port instead of 0. */
export async function withFreePort<T extends Pick<Config, 'PORT' | 'HOST' | 'lan' | 'PUBLIC_URL'>>(
  config: T,
): Promise<T> {
  if (config.PORT !== 0) return config;
  const PORT = await findFreePort(config.lan ?? config.HOST);
  return { ...config, PORT, ...(config.lan === null ? {} : { PUBLIC_URL: `https://${config.lan}:${PORT}` }) };
}
