/** Notices to several recipients: a rejected address does not affect the others. */
import { describe, expect, it } from 'vitest';
import { MailFailure } from '#ports/messages.ts';
import { writeToEach } from './write-to-each.ts';

const notice = (to: string) => ({ id: `notice:${to}`, to, subject: 'Avviso', text: 'Testo' });

function server(failures: Record<string, Error>) {
  const tried: string[] = [];
  const warned: unknown[] = [];
  return {
    tried,
    warned,
    mail: {
      async send({ to }: { to: string }) {
        tried.push(to);
        if (failures[to] !== undefined) throw failures[to];
        return { providerId: to };
      },
    },
    log: { warn: (fields: object) => void warned.push(fields) },
  };
}

describe('a notice to several recipients', () => {
  it('reaches the others when one address is rejected permanently, and is done', async () => {
    const world = server({ b: new MailFailure('never', 550, 'refused') });
    await writeToEach(world, ['a', 'b', 'c'].map(notice));
    expect(world.tried).toEqual(['a', 'b', 'c']);
    expect(world.warned).toMatchObject([{ messageId: 'notice:b' }]);
  });

  it('reaches the others when one is rejected temporarily, and requests a retry', async () => {
    const later = new MailFailure('later', 451, 'greylisted');
    const world = server({ a: later, b: new Error('second') });
    await expect(writeToEach(world, ['a', 'b', 'c'].map(notice))).rejects.toBe(later);
    expect(world.tried).toEqual(['a', 'b', 'c']);
  });
});
