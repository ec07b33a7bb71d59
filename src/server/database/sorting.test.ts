/** Names of orders: equal orders have the same key, and each joined row is joined once. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { indexed, joinedBy, joinsOf, readSort, sortColumns, sortKeys, withParents } from './sorting.ts';

const OWN = sortColumns(
  { id: 'number', name: 'text', kind: 'code', marks: 'set' },
  { id: 'thing.id', name: 'thing.name', kind: 'thing.kind' },
  { id: indexed('thing.id') },
);
const OWNERS = sortColumns(
  { id: 'number', name: 'text', city: 'text' },
  { id: 'o.id', name: 'o.name', city: 'o.city' },
);
const COLUMNS = withParents(OWN, 'owner', joinedBy(sql`left join o on o.id = thing.owner_id`, OWNERS));
const FIELDS = Object.keys(COLUMNS);
const keys = (sort: string[]) =>
  sortKeys(readSort(sort, [...FIELDS, 'thing.id'], 'folder', { 'thing.id': 'id' }), COLUMNS);

describe('a sort order', () => {
  it('ends with the id, in the direction of the first key', () => {
    const of = (sort: string[]) => keys(sort).map(({ field, descending }) => `${field} ${descending}`);
    expect(of(['name,asc', 'city,desc'])).toEqual(['name false', 'city true', 'id false']);
    expect(of(['city,DESC'])).toEqual(['city true', 'id true']);
    expect(of(['city'])).toEqual(['city false', 'id false']);
    expect(of([])).toEqual(['id true']);
  });

  it('by a prefixed name of an own column equals the order by that column, with its index and no second id', () => {
    expect(keys(['thing.id,desc'])).toEqual([{ ...OWN.id, field: 'id', descending: true }]);
    expect(keys(['thing.id,desc'])[0]?.indexed).toBe(true);
  });

  it('by a column of a joined row uses no index of this list', () => {
    const [first] = keys(['owner.id,asc']);
    expect([first?.indexed, first?.indexedByDealer]).toEqual([undefined, undefined]);
    expect(first?.join).toBeDefined();
  });

  it('resolves unprefixed names to own columns first', () => {
    expect([COLUMNS.name, COLUMNS.id]).toEqual([OWN.name, OWN.id]);
    expect(COLUMNS.city).toBe(COLUMNS['owner.city']);
    expect(FIELDS.sort()).toEqual(['city', 'id', 'kind', 'name', 'owner.city', 'owner.id', 'owner.name']);
  });

  it('joins each related row once, and none for own columns', () => {
    const once = joinsOf(keys(['owner.name,asc', 'city,asc'])).toOperationNode();
    expect(once).toEqual(joinsOf(keys(['city,asc'])).toOperationNode());
    expect(joinsOf(keys(['name,asc', 'kind,asc'])).toOperationNode()).toEqual(sql``.toOperationNode());
  });

  it.each([
    [['nobody,asc'], 'oneOf'],
    [['owner.nobody,asc'], 'oneOf'],
    [['__proto__,asc'], 'oneOf'],
    [[''], 'oneOf'],
    [['id,up'], 'type'],
    [['id,asc,desc'], 'type'],
    [Array.from({ length: 6 }, () => 'name,asc'), 'type'],
  ])('%j is refused: %s', (sort, code) => {
    const fieldErrors = [{ objectName: 'folder', field: 'sort', code }];
    expect(() => keys(sort)).toThrow(expect.objectContaining({ fieldErrors }));
  });
});
