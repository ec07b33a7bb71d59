/** `fascicolo health`: checks whether the server on this machine answers calls; exits with 0, or prints the reason and exits with 1. */
const { PORT = '8080', HOST = '127.0.0.1' } = process.env;
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/ready`;
try {
  const { status } = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  if (status !== 200) throw new Error(`status ${status}`);
} catch (error) {
  console.error(`${address}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
