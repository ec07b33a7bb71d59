/** Which members a PUT may return unchanged. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requiredText } from '#domain/text-schemas.ts';
import { editSchema } from './edit.ts';

const schema = editSchema(
  { name: requiredText(), status: z.enum(['OPEN', 'CLOSED']).nullish() },
  {
    fixed: ['hst'],
    derived: ['numberOfThings'],
  },
);
const refused = (change: object) => {
  const parsed = schema.safeParse({ id: 7, name: 'Prova', ...change });
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.') || issue.code);
};

describe('an entity in a PUT', () => {
  it('may be complete: derived fields may have any value, and creation data are ignored', () => {
    const whole = {
      id: 7,
      name: 'Prova',
      status: 'OPEN',
      hst: '10001',
      numberOfThings: { any: 'thing' },
      createdBy: 'x',
      createdDate: 12,
      lastModifiedBy: null,
      lastModifiedDate: '2026-11-20T08:12:00.000Z',
      warnings: [{ field: 'name' }],
    };
    expect(schema.parse(whole)).toMatchObject({ id: 7, lastModifiedDate: new Date('2026-11-20T08:12:00.000Z') });
  });

  it('may contain only changes, and null is ignored', () => {
    expect(refused({})).toEqual([]);
    expect(refused({ lastModifiedDate: null, hst: null, status: null })).toEqual([]);
  });

  it.each([
    [{ id: undefined }, 'id'],
    [{ id: '7' }, 'id'],
    [{ id: 0 }, 'id'],
    [{ id: 2 ** 60 }, 'id'],
    [{ name: '' }, 'name'],
    [{ status: 'DELETED' }, 'status'],
    [{ lastModifiedDate: 'ieri' }, 'lastModifiedDate'],
    [{ lastModifiedDate: '2026-11-20' }, 'lastModifiedDate'],
    [{ lastModifiedDate: '2026-11-20T08:12:00' }, 'lastModifiedDate'],
    [{ lastModifiedDate: 1_700_000_000 }, 'lastModifiedDate'],
    [{ other: 1 }, 'unrecognized_keys'],
  ])('is refused with %j', (change, path) => {
    expect([...new Set(refused(change))]).toEqual([path]);
  });
});
