/** Before the start the card lists every signer required by the type and the filled fields, not only the customer. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { ConfiguredField, FolderType, FolderTypeConfiguration, SignerRole } from '#domain/folders/folder-types.ts';
import { testPage } from '../../../shared/test-page.suite.tsx';
import type { DocumentRow, DossierRow } from '../../api/answer-types.ts';
import { coworkersQuery, folderTypesQuery } from '../../api/queries.ts';
import { initTexts, loadTexts } from '../../text/language.ts';
import { ExpectedSigners } from './expected-signers.tsx';

const type = (slug: string, signers: SignerRole[], fields: ConfiguredField[] = []) => ({
  ...{ slug, displayOrder: 10, visibleInWizard: true, legalEntities: [], signers, fields },
});
const folder = (slug: FolderType, ...documentTypes: ReturnType<typeof type>[]) => ({
  ...{ slug, displayOrder: 10, visibleInWizard: true, fields: [], documentTypes },
});
const picker = (name: string, role: string) => ({ name, type: role, required: 'false', default: null });
const MANAGER = picker('SALES_MANAGER', 'ROLE_SALE_MANAGER');
const CONFIGURATION: FolderTypeConfiguration = [
  folder('PRIVACY', type('PRIVACY_DEALER', ['customer'])),
  folder(
    'SALE_NEW',
    type('SALE_NEW_RFO', ['customer']),
    type('SALE_NEW_PROPOSAL', ['customer', 'salesManager'], [MANAGER]),
    type('SALE_NEW_ACCEPTANCE', ['customer', 'dealer']),
  ),
  folder(
    'SALE_USED',
    type('SALE_USED_CONTRACT', ['customer', 'dealer']),
    type('SALE_USED_PROPOSAL_PLUS', ['customer', 'salesManager']),
  ),
  folder(
    'SERVICE',
    type('SERVICE_ODL', ['customer', 'operatorDealer']),
    type('SERVICE_VAB', ['customer'], [picker('OPERATOR_DEALER', 'ROLE_OPERATOR_DEALER')]),
    type('SERVICE_RICONSEGNA', ['customer']),
  ),
];
const CUSTOMER = { firstName: 'Ginevra', lastName: 'Provetti', email: 'g@example.com', mobilePhone: '+39 3330000001' };
const PLACE = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' } as const;

const { place: container, show } = testPage();
beforeEach(async () => {
  await initTexts('it');
  await loadTexts('document');
});

/** @returns the lines of the list. */
async function listed(document: Partial<DocumentRow>, folderType: string): Promise<string[]> {
  const place = { ...PLACE, folderType } as typeof PLACE;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(folderTypesQuery.queryKey, CONFIGURATION);
  for (const [role, id, fullname] of [
    ['ROLE_SALE_MANAGER', 12, 'Ottavia Campioni'],
    ['ROLE_OPERATOR_DEALER', 13, 'Bruno Officina'],
  ] as const) {
    const { queryKey } = coworkersQuery(role, place.brand, folderType as FolderType, place.hst);
    client.setQueryData(queryKey, [{ id, fullname } as never]);
  }
  const row = { signable: true, status: 'READY_TO_SIGN', sigType: 'OTP', variableFields: {}, ...document };
  await show(
    <QueryClientProvider client={client}>
      <ExpectedSigners document={row as DocumentRow} dossier={CUSTOMER as DossierRow} place={place} />
    </QueryClientProvider>,
  );
  return [...container.querySelectorAll('li')].map((line) => line.textContent ?? '');
}

it.each([
  ['SALE_NEW', 'SALE_NEW_RFO', {}, []],
  ['SALE_NEW', 'SALE_NEW_PROPOSAL', {}, [/^2Responsabile vendite.*si sceglie all’avvio/i]],
  ['SALE_NEW', 'SALE_NEW_PROPOSAL', { SALES_MANAGER: 12 }, [/^2Ottavia Campioni.*Responsabile vendite/]],
  ['SALE_NEW', 'SALE_NEW_PROPOSAL', { SALES_MANAGER: 99 }, [/^2Responsabile vendite/]],
  ['SALE_NEW', 'SALE_NEW_ACCEPTANCE', {}, [/^2Concessionaria.*chi avvia la firma/]],
  ['SALE_USED', 'SALE_USED_CONTRACT', {}, [/^2Concessionaria/]],
  ['SALE_USED', 'SALE_USED_PROPOSAL_PLUS', {}, [/^2Responsabile vendite/]],
  ['SERVICE', 'SERVICE_ODL', {}, [/^2Caposervizio/]],
  ['SERVICE', 'SERVICE_VAB', {}, []],
  ['SERVICE', 'SERVICE_VAB', { OPERATOR_DEALER: 13 }, [/^2Bruno Officina.*Caposervizio/]],
  ['SERVICE', 'SERVICE_RICONSEGNA', {}, []],
  ['PRIVACY', 'PRIVACY_DEALER', {}, []],
] as const)(
  'the list for %s %s with %o has the customer and then the staff',
  async (folderType, type, fields, staff) => {
    const [customer, ...others] = await listed({ type, variableFields: fields }, folderType);
    expect(customer).toContain('Ginevra Provetti');
    expect(others).toHaveLength(staff.length);
    for (const [index, pattern] of staff.entries()) expect(others[index]).toMatch(pattern);
  },
);

it('the list is empty for a document without signature', async () => {
  expect(await listed({ type: 'SALE_NEW_PROPOSAL', signable: false }, 'SALE_NEW')).toEqual([]);
});
