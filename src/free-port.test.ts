/** The port of `PORT=0`. */
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { withFreePort } from './free-port.ts';

const settings: Parameters<typeof withFreePort>[0] = { PORT: 0, HOST: '127.0.0.1', lan: null, PUBLIC_URL: undefined };

it('is chosen before the start, and is free', async () => {
  const { PORT, PUBLIC_URL } = await withFreePort(settings);
  expect(PORT).toBeGreaterThan(0);
  expect(PUBLIC_URL).toBeUndefined();
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
});

it('is part of the address in a local network; an address from the settings stays', async () => {
  const { PORT, PUBLIC_URL } = await withFreePort({ ...settings, lan: '127.0.0.1', PUBLIC_URL: 'https://127.0.0.1:0' });
  expect(PUBLIC_URL).toBe(`https://127.0.0.1:${PORT}`);
  const address = 'https://portale.example.it';
  expect((await withFreePort({ ...settings, PUBLIC_URL: address })).PUBLIC_URL).toBe(address);
});

it('leaves any other port', async () => {
  expect(await withFreePort({ ...settings, PORT: 8080 })).toEqual({ ...settings, PORT: 8080 });
});
