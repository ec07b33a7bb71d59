/** Which responses of a dealer directory are accepted, and what they change. */
import { describe, expect, it } from 'vitest';
import { BRANDS, type Dealer, searchesDmsOnly } from './brands.ts';
import { compareDirectory, dealerListSchema, isTruncated, legalEntitiesOf, type StoredDealer } from './directory.ts';

const dealer = (hst2011: string, change: Partial<Dealer> = {}): Dealer => ({
  hst2011,
  name: `Autoesempio ${hst2011}`,
  nome_commerciale: 'Autoesempio',
  ragione_sociale: 'Autoesempio S.p.A.',
  indirizzo: 'Via di Prova 1',
  citta: 'Bologna',
  provincia: 'BO',
  legal_entity: 'LE001',
  tipo_auto: 'C',
  tipo_bmwi: '-',
  tipo_mini: 'S',
  tipo_moto: 'O',
  ...change,
});
const stored = (hst: string, change: Partial<StoredDealer> = {}): StoredDealer => ({
  ...dealer(hst),
  isGone: false,
  ...change,
});
const parse = (answer: unknown) => dealerListSchema.safeParse(answer);

describe('a response of the directory', () => {
  it('is a list of dealers; unknown members are ignored', () => {
    const answer = parse({ concs: [{ ...dealer('10001'), lat: 44.5 }], next: null });
    expect(answer.data).toEqual([dealer('10001')]);
  });

  it('may omit unknown values, and mandates', () => {
    const { hst2011, name, legal_entity } = dealer('10001');
    expect(
      parse({ concs: [{ hst2011, name, legal_entity, tipo_auto: 'C', tipo_mini: '', citta: null }] }).data,
    ).toEqual([
      {
        ...{ hst2011, name, legal_entity, nome_commerciale: '', ragione_sociale: '', indirizzo: '', citta: '' },
        ...{ provincia: '', tipo_auto: 'C', tipo_bmwi: '-', tipo_mini: '-', tipo_moto: '-' },
      },
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no list', {}],
    ['an empty list', { concs: [] }],
    ['a bare list', [dealer('10001')]],
    ['a dealer listed twice', { concs: [dealer('10001'), dealer('10002'), dealer('10001')] }],
    ['one wrong dealer among right ones', { concs: [dealer('10001'), { hst2011: '10002' }] }],
    ['no code', { concs: [dealer('')] }],
    ['a code with a comma', { concs: [dealer('10001,10002')] }],
    ['a number for a code', { concs: [{ ...dealer('10001'), hst2011: 10001 }] }],
    ['no legal entity', { concs: [dealer('10001', { legal_entity: '' })] }],
    ['no name', { concs: [dealer('10001', { name: ' ' })] }],
    ['an unknown mandate', { concs: [dealer('10001', { tipo_auto: 'X' })] }],
    ['a name that cannot be stored', { concs: [dealer('10001', { name: 'a\u0000b' })] }],
    ['a name without end', { concs: [dealer('10001', { name: 'x'.repeat(300) })] }],
    ['more dealers than there are', { concs: Array.from({ length: 10_001 }, (_, index) => dealer(String(index))) }],
  ])('is refused as a whole with %s', (_name, answer) => {
    expect(parse(answer).success).toBe(false);
  });
});

describe('legal entities', () => {
  it('are named by the first dealer with a company name', () => {
    expect(
      legalEntitiesOf([
        dealer('10002', { ragione_sociale: 'Altro nome S.p.A.' }),
        dealer('10001'),
        dealer('10003', { legal_entity: 'LE002', ragione_sociale: '', nome_commerciale: '', name: 'Solo nome' }),
      ]),
    ).toEqual([
      { code: 'LE001', name: 'Autoesempio S.p.A.' },
      { code: 'LE002', name: 'Solo nome' },
    ]);
  });
});

describe('the comparison with the copy', () => {
  it('writes only new, changed and returned dealers', () => {
    const copy = [stored('10001'), stored('10002'), stored('10003', { isGone: true })];
    const listed = [dealer('10001'), dealer('10002', { citta: 'Modena' }), dealer('10003'), dealer('10004')];
    const changes = compareDirectory(copy, listed);
    expect(changes.written.map((changed) => changed.hst2011)).toEqual(['10002', '10003', '10004']);
    expect(changes.absent).toEqual([]);
    expect(compareDirectory([stored('10001')], [dealer('10001')])).toEqual({ written: [], absent: [] });
  });

  it('reports removed dealers once each', () => {
    const copy = [stored('10001'), stored('10002'), stored('10003', { isGone: true })];
    expect(compareDirectory(copy, [dealer('10001')]).absent).toEqual(['10002']);
  });

  it('treats the loss of more than half of the network as a truncated response', () => {
    const copy = ['1', '2', '3', '4'].map((hst) => stored(hst));
    const isTruncatedWithout = (...hsts: string[]) =>
      isTruncated(
        copy,
        compareDirectory(
          copy,
          copy.filter((listed) => !hsts.includes(listed.hst2011)),
        ),
      );
    expect(isTruncatedWithout('1', '2')).toBe(false);
    expect(isTruncatedWithout('1', '2', '3')).toBe(true);
    expect(isTruncated([], compareDirectory([], [dealer('1')]))).toBe(false);
  });
});

describe('a dealer', () => {
  it('searches the DMS only when every brand is O or a dash', () => {
    const all = (mandate: string) =>
      dealer('1', { tipo_auto: mandate, tipo_bmwi: mandate, tipo_mini: mandate, tipo_moto: mandate });
    expect(['C', 'F', 'S', 'O', '-'].filter((mandate) => searchesDmsOnly(all(mandate)))).toEqual(['O', '-']);
    expect(searchesDmsOnly({ ...all('-'), tipo_auto: 'O' })).toBe(true);
    for (const field of ['tipo_auto', 'tipo_bmwi', 'tipo_mini', 'tipo_moto'] as const) {
      expect(searchesDmsOnly({ ...all('O'), [field]: 'S' })).toBe(false);
    }
    expect(BRANDS).toHaveLength(4);
  });
});
