/** Checks the national company's services: requests the list of dealers, and only connects to the consent register. */
import { openToolsService, type ToolsSettings } from '#adapters/dealer-directory/tools-http.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside.ts';

const LIMIT_MS = 4_500;

export interface Services {
  /** Null: the built-in service. */
  readonly tools: ToolsSettings | null;
  /** Address; null: the built-in register. */
  readonly consents: string | null;
}

export async function checkServices({ tools, consents }: Services): Promise<Finding[]> {
  const own = (name: string) => [ok(name, 'Not set: the demo has its own.')];
  const found = await Promise.all([
    tools === null ? own('TOOLS_URL') : checkTools(tools),
    consents === null ? own('CONSENTS_URL') : checkConsents(consents),
  ]);
  return found.flat();
}

/** The innermost cause, which names the network or TLS error. */
function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return 'unknown error';
  return 'code' in cause ? String(cause.code) : cause.message;
}

async function checkTools(settings: ToolsSettings): Promise<Finding[]> {
  try {
    const dealers = await openToolsService(settings).list(AbortSignal.timeout(LIMIT_MS));
    return [ok('TOOLS_URL', `${settings.url} tells ${dealers.length} dealers.`)];
  } catch (error) {
    if (!(error instanceof OutsideFailure)) {
      const text = `${settings.url} does not answer in time. The list may be long: dealers are then read later.`;
      return [warning('TOOLS_URL', text)];
    }
    const told = error.message.replace(/^tools: /, '');
    switch (error.reason) {
      case 'refused':
        return [failure('TOOLS_TOKEN', `${settings.url} refuses the token (${told}). Compare it with its operator’s.`)];
      case 'wrong':
        return [
          failure('TOOLS_URL', `What answers at ${settings.url} is no tools service (${told}). Correct the address.`),
        ];
      default: {
        const todo = 'Check address, network and certificate';
        return [failure('TOOLS_URL', `${settings.url} cannot be asked (${told}: ${causeOf(error)}). ${todo}.`)];
      }
    }
  }
}

async function checkConsents(url: string): Promise<Finding[]> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await answer.body?.cancel();
    if (answer.status >= 500) {
      return [failure('CONSENTS_URL', `${url} answers ${answer.status}: it is not working. Ask its operator.`)];
    }
    return [ok('CONSENTS_URL', `${url} answers; its token shows only when a consent is told.`)];
  } catch (error) {
    return [
      failure('CONSENTS_URL', `${url} cannot be asked (${causeOf(error)}). Check address, network and certificate.`),
    ];
  }
}
