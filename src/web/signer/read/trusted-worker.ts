/** Starts the PDF worker under Trusted Types: the one place that turns an address of ours into a script address. */

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

let policy: ScriptPolicy | null | undefined;

/** Only an address of this page's own origin passes, whoever asks. */
function ownOrigin(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError('A worker may only come from this origin.');
  return url.href;
}

/** A module worker from our own origin. Throws TypeError for any other address. */
export function startWorker(address: string): Worker {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (policy === undefined) {
    policy = factory?.createPolicy('fascicolo-signer-worker', { createScriptURL: ownOrigin }) ?? null;
  }
  return new Worker(policy === null ? ownOrigin(address) : policy.createScriptURL(address), { type: 'module' });
}
