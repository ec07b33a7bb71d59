/** Common test suite of all `Mail` adapters. */
import { describe, expect, it } from 'vitest';
import type { Mail } from '#ports/messages.ts';

export interface MailPlace {
  readonly mail: Mail;
  /** All texts received by an address so far. */
  received(to: string): Promise<readonly string[]>;
}

const TEXT = 'Buongiorno,\n\nè il testo – con «virgolette», € e una riga\n.che comincia con un punto.\n\n- uno\n- due';

/** @param open called in each test. */
export function mailSuite(name: string, open: () => Promise<MailPlace>): void {
  const message = (id: string, to: string, text = TEXT) => ({ id, to, subject: 'Da firmare', text });

  describe(`mail by ${name}`, () => {
    it('delivers each text to its address, unchanged', async () => {
      const { mail, received } = await open();
      await mail.send(message('suite:1', 'suite.una@example.com'));
      await mail.send(message('suite:2', 'suite.altra@example.com', 'Altro testo.'));
      await expect.poll(() => received('suite.una@example.com'), { timeout: 10_000 }).toEqual([TEXT]);
      await expect.poll(() => received('suite.altra@example.com'), { timeout: 10_000 }).toEqual(['Altro testo.']);
    });

    it('answers a repeat like the first, and delivers it once', async () => {
      const { mail, received } = await open();
      const first = await mail.send(message('suite:3', 'suite.ripetuta@example.com'));
      expect(await mail.send(message('suite:3', 'suite.ripetuta@example.com'))).toEqual(first);
      const last = await mail.send(message('suite:4', 'suite.ripetuta@example.com', 'Ultimo.'));
      expect(last.providerId).not.toBe(first.providerId);
      await expect.poll(() => received('suite.ripetuta@example.com'), { timeout: 10_000 }).toContain('Ultimo.');
      expect((await received('suite.ripetuta@example.com')).filter((text) => text === TEXT)).toHaveLength(1);
    });

    it('reports nothing about messages of others', async () => {
      const { mail } = await open();
      expect((await mail.receipts?.(['di-altri', 'demo-nessuno', ''])) ?? []).toEqual([]);
    });
  });
}
