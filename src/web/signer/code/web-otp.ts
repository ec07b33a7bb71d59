/** Reads the code from the message where the browser offers it and the message has the required line (WebOTP). */
import { isComplete, normaliseCode } from './otp-code.ts';

/** Filling it in signs nothing: the person still presses the button. @returns null when no code is available. */
export async function codeFromMessage(signal: AbortSignal): Promise<string | null> {
  try {
    const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
    const credential = (await navigator.credentials.get(options)) as { code?: unknown } | null;
    const code = typeof credential?.code === 'string' ? normaliseCode(credential.code) : '';
    return isComplete(code) ? code : null;
  } catch {
    // Refused, cancelled, or for another page: the signer types the code.
    return null;
  }
}
