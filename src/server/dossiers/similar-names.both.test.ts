/** Customers are found despite one typo in the name, folders by a number without separators and zeros; neither widens what a user sees. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const customers: [login: string, person: Record<string, unknown>, folder?: Record<string, unknown>][] = [
    ['dealer', { firstName: 'Giuseppe', lastName: 'Bianchi' }, { businessId: 'PV-1-0230', plate: 'AB123CD' }],
    ['dealer', { firstName: 'Anna', lastName: 'Rossi' }, { businessId: '2026/00418' }],
    ['dealer', { firstName: 'Jörg', lastName: 'Müller' }],
    ['dealer', { firstName: 'Dario', lastName: "D'Angelo" }],
    ['dealer', { firstName: 'Ada', lastName: 'Rossini' }],
    ['milano', { firstName: 'Bruno', lastName: 'Bianchi', hst: '10003' }],
  ];
  for (const [login, person, folder = {}] of customers) await portal.newFolder(login, folder, person);
});
afterAll(() => portal.close());

const similar = async (text: string, login = 'dealer'): Promise<string[]> =>
  (await portal.callAs(login, 'POST', '/api/dossiers/similar', { text }))
    .json<{ firstName: string; lastName: string }[]>()
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    .sort();

/** A letter swapped, missing, doubled, wrong or extra; in capitals, next to an apostrophe, in either of two words. */
const FORGIVEN = {
  'Giuseppe Bianchi': 'binachi, BINACHI, giusepe binachi, binachi giuseppe',
  'Anna Rossi': 'rosi, rosssi, rassi',
  'Jörg Müller': 'mueller',
  "Dario D'Angelo": 'dangleo, d’anglo',
};

it.each(Object.entries(FORGIVEN))('%s is found by %s', async (name, texts) => {
  for (const text of texts.split(', ')) expect(await similar(text), text).toEqual([name]);
});

it.each(
  Object.entries({ aad: 'three letters', bnaichi: 'two slips', bianchi: 'none', 'binachi mario': 'a word nobody has' }),
)('%s finds nothing: %s', async (text) => {
  expect(await similar(text)).toEqual([]);
});

it('characters with a meaning in patterns find nothing', async () => {
  expect(await similar('.*(bianchi')).toEqual([]);
});

it('another dealer’s customers are not found', async () => {
  expect(await similar('binachi', 'milano')).toEqual(['Bruno Bianchi']);
  expect(await similar('binachi', 'admin')).toEqual(['Bruno Bianchi', 'Giuseppe Bianchi']);
  expect(await similar('rosi', 'milano')).toEqual([]);
});

it('a renamed customer is found by the new name', async () => {
  const rows = (
    await portal.callAs('dealer', 'POST', '/api/dossiers/search', { lastName: { equals: 'Rossini' } })
  ).json();
  const answer = await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...rows[0], lastName: 'Quarenghi' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await similar('quarnghi')).toEqual(['Ada Quarenghi']);
  expect(await similar('rosini')).toEqual([]);
});

const foldersBy = async (text: string): Promise<(string | null)[]> =>
  (await portal.callAs('dealer', 'POST', '/api/folders-ext/search', { genericFilter: { contains: text } }))
    .json<{ businessId: string | null }[]>()
    .map(({ businessId }) => businessId);

const WAYS = {
  'PV-1-0230': 'PV-1-0230, pv 1 230, PV10230, pv1230, 0230, AB 123 CD',
  '2026/00418': '2026 418, 2026/418, 2026-00418, 00418',
};

it.each(Object.entries(WAYS))('the folder %s is found by %s', async (businessId, ways) => {
  for (const text of ways.split(', ')) expect(await foldersBy(text), text).toEqual([businessId]);
});
