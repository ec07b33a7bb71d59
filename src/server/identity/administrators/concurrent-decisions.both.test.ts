/** Administrators who decide on the same proposal concurrently: one outcome, recorded once in the trail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTrail } from '#server/evidence/index.ts';
import { openPortalOfPeople, type People } from './people.suite.ts';

let people: People;
beforeAll(async () => {
  people = await openPortalOfPeople();
});
afterAll(() => people.portal.close());

describe('concurrent decisions', () => {
  const events = async (id: number) =>
    (await listTrail(people.portal.read, 'administrators')).filter(
      ({ type, detail }) => type !== 'administrator.proposed' && (detail as { proposalId?: number }).proposalId === id,
    );

  it('on a double click confirm once', async () => {
    const { id } = await people.proposed('first');
    const clicks = Array.from({ length: 6 }, () => people.confirm('second', id));
    expect(await Promise.all(clicks)).toEqual(Array(6).fill('CONFIRMED'));
    expect(await events(id)).toHaveLength(1);
  });

  it('of two administrators have one winner', async () => {
    const { id } = await people.proposed('first');
    const outcomes = await Promise.all([people.confirm('second', id), people.confirm('third', id)]);
    expect(outcomes.sort()).toEqual(['CONFIRMED', 'administrator.notWaiting']);
    expect(await events(id)).toHaveLength(1);
  });

  it('and an edit leave one outcome', async () => {
    for (let round = 0; round < 4; round++) {
      const { login, id } = await people.proposed('first');
      const before = await people.shown(login);
      const [confirmed, withdrawn, edited] = await Promise.all([
        people.confirm('second', id),
        people.giveBack('first', id, null),
        people.as('third', 'PUT', '/api/users', { ...before, lastName: 'Corsa' }),
      ]);
      expect([confirmed === 'CONFIRMED', withdrawn === 'WITHDRAWN'].filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(await events(id)).toHaveLength(1);
      const { authorities } = await people.shown(login);
      const isAdministrator = authorities.includes('ROLE_ADMIN');
      // An edit after the confirmation had read the earlier user, so it is stale.
      expect(isAdministrator).toBe(confirmed === 'CONFIRMED');
      if (confirmed === 'CONFIRMED') expect(edited.statusCode).toBe(409);
    }
  });
});
