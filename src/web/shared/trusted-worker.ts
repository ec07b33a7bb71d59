/** Starts a module worker under Trusted Types: the page's one policy, which passes only addresses of our own origin. */

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** The name the server's content policy allows (`trusted-types fascicolo`). */
const POLICY_NAME = 'fascicolo';
let policy: ScriptPolicy | null | undefined;

function ownOrigin(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError('A worker may only come from this origin.');
  return url.href;
}

/** A worker from our own origin. Throws TypeError for any other address. */
export function startWorker(address: string): Worker {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (policy === undefined) policy = factory?.createPolicy(POLICY_NAME, { createScriptURL: ownOrigin }) ?? null;
  return new Worker(policy === null ? ownOrigin(address) : policy.createScriptURL(address), { type: 'module' });
}

/** Whether the error of a worker says that its program did not come; one of the program itself tells where it is. */
export const isProgramMissing = (event: Event): boolean => !(event instanceof ErrorEvent);
