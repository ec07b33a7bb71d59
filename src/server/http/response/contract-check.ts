/** Checks handlers against their contract; enabled only in tests (`Settings.checkContract`), where a violation answers 500. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { refusalsOf } from '#contract/definition/refusals.ts';
import type { RefusalCode } from '#domain/errors.ts';

class ContractBroken extends Error {
  override readonly name = 'ContractBroken';
  constructor(endpoint: Endpoint, problem: string) {
    super(`${endpoint.method} ${endpoint.path}: ${problem}`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Sent members that the schema does not define: parsing strips them, so a comparison reveals them. */
function surplus(sent: unknown, parsed: unknown, path = ''): string[] {
  if (!isRecord(sent)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const memberPath = path === '' ? key : `${path}.${key}`;
    if (!isRecord(parsed) || !Object.hasOwn(parsed, key)) return [memberPath];
    return surplus(value, parsed[key], memberPath);
  });
}

/** @param output what the handler returned. @throws when it does not match the answer in the contract. */
export function checkAnswer(endpoint: Endpoint, output: unknown): void {
  if (endpoint.status === 204) {
    if (output !== undefined) throw new ContractBroken(endpoint, 'a 204 has no answer');
    return;
  }
  if (endpoint.binary !== undefined) {
    if (!(output instanceof Readable || output instanceof Uint8Array)) throw new ContractBroken(endpoint, 'no file');
    return;
  }
  if (endpoint.output === undefined) throw new ContractBroken(endpoint, 'the answer has no `output` schema');
  const sent: unknown = output === undefined ? undefined : JSON.parse(JSON.stringify(output));
  const parsed = endpoint.output.safeParse(sent);
  if (!parsed.success)
    throw new ContractBroken(endpoint, `the answer is not its output: ${z.prettifyError(parsed.error)}`);
  const unknown = surplus(sent, parsed.data);
  if (unknown.length > 0)
    throw new ContractBroken(endpoint, `the answer has members unknown to its output: ${unknown.join(', ')}`);
}

/** @throws when the contract does not list the refusal. */
export function checkRefusal(endpoint: Endpoint, code: RefusalCode): void {
  if (refusalsOf(endpoint).includes(code)) return;
  throw new ContractBroken(endpoint, `the refusal ${code} is not among its \`errors\``);
}

/** @throws when a creating call with a key did not use `once` for its transaction. */
export function checkOnceUsed(endpoint: Endpoint, wasUsed: boolean): void {
  if (!wasUsed) throw new ContractBroken(endpoint, 'a call with an Idempotency-Key did not use `once`');
}
