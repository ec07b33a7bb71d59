/** Sends one notice to several recipients: a rejected address does not affect the others. */
import { isFinalFailure, type Mail } from '#ports/messages.ts';

export interface Notice {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Writer {
  readonly mail: Pick<Mail, 'send'>;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Sends all of them; permanent rejections are logged and not repeated.
 * @throws the first other failure, after every notice was tried: the mail server recognises the ids, so a repeat sends only the rest.
 */
export async function writeToEach({ mail, log }: Writer, notices: readonly Notice[]): Promise<void> {
  const failures: unknown[] = [];
  for (const notice of notices) {
    try {
      await mail.send(notice);
    } catch (error) {
      if (isFinalFailure(error)) log.warn({ err: error, messageId: notice.id }, 'notice not delivered');
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
