/** Before the start the card lists everyone whom the type and the filled fields ask to sign, not only the customer. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import shipped from '../../../../../db/folder-types.json?raw';
import { coworkersQuery, folderTypesQuery } from '../../api/queries.ts';
import type { DocumentRow, DossierRow } from '../../api/shapes.ts';
import { holdPiece, startWords } from '../../text/language.ts';
import { ExpectedSigners } from './expected-signers.tsx';

const SHIPPED: FolderTypeConfiguration = JSON.parse(shipped);
const CUSTOMER = { firstName: 'Ginevra', lastName: 'Provetti', email: 'g@example.com', mobilePhone: '+39 3330000001' };
const PLACE = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' } as const;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startWords('it');
  await holdPiece('document');
});

/** @returns the lines of the list. */
async function listed(document: Partial<DocumentRow>, folderType: string): Promise<string[]> {
  const place = { ...PLACE, folderType } as typeof PLACE;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(folderTypesQuery.queryKey, SHIPPED);
  for (const [role, id, fullname] of [
    ['ROLE_SALE_MANAGER', 12, 'Ottavia Campioni'],
    ['ROLE_OPERATOR_DEALER', 13, 'Bruno Officina'],
  ] as const) {
    const { queryKey } = coworkersQuery(role, place.brand, folderType, place.hst);
    client.setQueryData(queryKey, [{ id, fullname } as never]);
  }
  const row = { signable: true, status: 'READY_TO_SIGN', sigType: 'OTP', variableFields: {}, ...document };
  const ground = globalThis.document.createElement('div');
  const root = createRoot(ground);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <ExpectedSigners document={row as DocumentRow} dossier={CUSTOMER as DossierRow} place={place} />
      </QueryClientProvider>,
    ),
  );
  const lines = [...ground.querySelectorAll('li')].map((line) => line.textContent ?? '');
  await act(async () => root.unmount());
  return lines;
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
  ['SERVICE', 'SERVICE_VAB', {}, [/^2Caposervizio/]],
  ['SERVICE', 'SERVICE_RICONSEGNA', {}, []],
  ['PRIVACY', 'PRIVACY_DEALER', {}, []],
] as const)('of %s %s with %o it lists the customer and then the staff', async (folderType, type, fields, staff) => {
  const [customer, ...others] = await listed({ type, variableFields: fields }, folderType);
  expect(customer).toContain('Ginevra Provetti');
  expect(others).toHaveLength(staff.length);
  for (const [index, pattern] of staff.entries()) expect(others[index]).toMatch(pattern);
});

it('of a document that nobody signs it lists nobody', async () => {
  expect(await listed({ type: 'SALE_NEW_PROPOSAL', signable: false }, 'SALE_NEW')).toEqual([]);
});
