/** Starts a module worker under Trusted Types: the page's only policy, which allows only URLs of our own origin. */

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** The policy name allowed by the server's content policy (`trusted-types fascicolo`). */
const POLICY_NAME = 'fascicolo';
let policy: ScriptPolicy | null | undefined;

function requireOwnOrigin(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError('A worker must be loaded from this origin.');
  return url.href;
}

/** A worker from our own origin. Throws TypeError for any other address. */
export function startWorker(address: string): Worker {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (policy === undefined) policy = factory?.createPolicy(POLICY_NAME, { createScriptURL: requireOwnOrigin }) ?? null;
  return new Worker(policy === null ? requireOwnOrigin(address) : policy.createScriptURL(address), { type: 'module' });
}

/** Whether a worker's error event means that its program failed to load; an error inside the program is an ErrorEvent. */
export const isProgramMissing = (event: Event): boolean => !(event instanceof ErrorEvent);
