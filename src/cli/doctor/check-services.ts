/** Checks the national company's services: requests the list of dealers, and only connects to the consent register. */
import { openToolsService, type ToolsSettings } from '#adapters/dealer-directory/tools-http.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { DEMO_HAS_ITS_OWN } from './shared-texts.ts';

const LIMIT_MS = 4_500;

export interface Services {
  /** Null: the built-in service. */
  readonly tools: ToolsSettings | null;
  /** Address; null: the built-in register. */
  readonly consents: string | null;
}

export async function checkServices({ tools, consents }: Services): Promise<Finding[]> {
  const builtIn = (name: string) => [ok(name, DEMO_HAS_ITS_OWN)];
  const findings = await Promise.all([
    tools === null ? builtIn('TOOLS_URL') : checkTools(tools),
    consents === null ? builtIn('CONSENTS_URL') : checkConsents(consents),
  ]);
  return findings.flat();
}

/** The innermost cause, which names the network or TLS error. */
function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return 'unknown error';
  return 'code' in cause ? String(cause.code) : cause.message;
}

async function checkTools(settings: ToolsSettings): Promise<Finding[]> {
  const { url } = settings;
  try {
    const dealers = await openToolsService(settings).list(AbortSignal.timeout(LIMIT_MS));
    const count = dealers.length;
    return [ok('TOOLS_URL', { it: `${url} elenca ${count} concessionari.`, en: `${url} lists ${count} dealers.` })];
  } catch (error) {
    if (!(error instanceof OutsideFailure)) {
      return [
        warning('TOOLS_URL', {
          it: `${url} non risponde in tempo. L’elenco può essere lungo: i concessionari si leggono allora più tardi.`,
          en: `${url} does not answer in time. The list may be long: dealers are then read later.`,
        }),
      ];
    }
    const detail = error.message.replace(/^tools: /, '');
    switch (error.reason) {
      case 'refused':
        return [
          failure('TOOLS_TOKEN', {
            it: `${url} rifiuta il token (${detail}). Confrontalo con quello di chi gestisce il servizio.`,
            en: `${url} refuses the token (${detail}). Compare it with its operator’s.`,
          }),
        ];
      case 'wrong':
        return [
          failure('TOOLS_URL', {
            it: `Ciò che risponde a ${url} non è un servizio strumenti (${detail}). Correggi l’indirizzo.`,
            en: `What answers at ${url} is not a tools service (${detail}). Correct the address.`,
          }),
        ];
      default:
        return [unreachable('TOOLS_URL', url, `${detail}: ${causeOf(error)}`)];
    }
  }
}

const unreachable = (name: string, url: string, why: string): Finding =>
  failure(name, {
    it: `${url} non si può interrogare (${why}). Controlla indirizzo, rete e certificato.`,
    en: `${url} cannot be asked (${why}). Check address, network and certificate.`,
  });

async function checkConsents(url: string): Promise<Finding[]> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    if (response.status >= 500) {
      return [
        failure('CONSENTS_URL', {
          it: `${url} risponde ${response.status}: non funziona. Chiedi a chi lo gestisce.`,
          en: `${url} answers ${response.status}: it is not working. Ask its operator.`,
        }),
      ];
    }
    return [
      ok('CONSENTS_URL', {
        it: `${url} risponde; se il token è giusto si vede solo quando si comunica un consenso.`,
        en: `${url} answers; whether its token is right shows only when a consent is reported.`,
      }),
    ];
  } catch (error) {
    return [unreachable('CONSENTS_URL', url, causeOf(error))];
  }
}
