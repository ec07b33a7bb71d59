/** What the card shows for each message: its state, the reason, and what helps while action is still possible. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import type { DocumentRow, DossierRow, MessageRow, SigningState } from '../../api/answer-types.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { initTexts, loadTexts } from '../../text/language.ts';
import { MessagesCard } from './messages-card.tsx';

const { place, show } = testPage();
beforeEach(async () => {
  await initTexts('it');
  await loadTexts('document');
});

const SIGNER = { id: 7, role: 'customer', name: 'Ginevra Provetti', userId: null, contact: null, signUrl: null };
const AT = '2026-01-05T09:12:00.000Z';

let count = 0;
const message = (change: Partial<MessageRow>): MessageRow => {
  count += 1;
  return {
    ...{ id: count, signerId: 7, kind: 'LINK', channel: 'EMAIL', address: 'g***@example.com' },
    ...{ state: 'SENT', reason: null, at: AT, endedAt: null, ...change },
  };
};

/** @returns the text of each line, and the buttons below them. */
async function said(status: DocumentRow['status'], messages: MessageRow[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const state = status === 'START_SIGN' ? 'WAITING' : 'SIGNED';
  const signing = { signers: [{ ...SIGNER, state }], messages, resend: { refused: null, from: null } };
  client.setQueryData(signingQuery(5).queryKey, signing as unknown as SigningState);
  const props = { document: { id: 5, status } as DocumentRow, dossier: {} as DossierRow, remind: null };
  const target = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' } as const;
  await show(
    <QueryClientProvider key={JSON.stringify(messages)} client={client}>
      <MessagesCard {...props} target={target} />
    </QueryClientProvider>,
  );
  const lines = [...place.querySelectorAll('li')].map((line) =>
    [...line.children].map(({ textContent }) => textContent?.trim() ?? '').filter((text) => text !== ''),
  );
  const buttons = [...place.querySelectorAll('button')];
  return { ground: place, lines, buttons };
}

it.each([
  [{ state: 'SENT' }, ['Inviato']],
  [{ state: 'DELIVERED' }, ['Consegnato']],
  [
    { state: 'WAITING', reason: 'LATER' },
    [
      ...['Si riprova', 'Il server del destinatario chiede di riprovare più tardi.'],
      'Riproviamo da soli per qualche ora.',
    ],
  ],
  [{ state: 'FAILED', reason: 'NOT_NEEDED' }, ['Non partito', 'Prima dell’invio non serviva più.']],
] as const)('while a signature is pending: %o', async (change, words) => {
  const { lines } = await said('START_SIGN', [message(change)]);
  const [kind, state, addressed, ...rest] = lines[0] ?? [];
  expect([kind, addressed]).toEqual(['Link di firma per e-\u2060mail', 'g***@example.com 05/01/2026 10:12']);
  expect([state, ...rest]).toEqual(words);
});

it('offers nothing for a message with a newer one, or after signing', async () => {
  const old = message({ state: 'UNDELIVERED', reason: 'ADDRESS' });
  const newer = message({ kind: 'REMINDER' });
  const before = await said('START_SIGN', [newer, old]);
  expect(before.lines[1]?.slice(3)).toEqual(['La casella non esiste o è chiusa.']);
  const after = await said('SIGNED', [message({ state: 'FAILED', reason: 'UNCERTAIN' }), old]);
  expect(after.lines.map((line) => line[1])).toEqual(['Non confermato', 'Non consegnato']);
  expect(after.lines.map((line) => line.length)).toEqual([4, 4]);
  expect([...before.buttons, ...after.buttons]).toEqual([]);
});

it('for a returned copy states who can provide it, and labels an SMS with the link as such', async () => {
  const { lines } = await said('SIGNED', [
    message({ kind: 'COPY', state: 'UNDELIVERED', reason: 'FULL' }),
    message({ kind: 'REMINDER', channel: 'SMS', address: '*** *** 001' }),
  ]);
  expect(lines[0]?.slice(3)).toEqual([
    'La casella è piena.',
    'Scarica il documento firmato da questa pagina e consegnalo al cliente.',
  ]);
  expect(lines[1]?.[0]).toBe('Link di firma per SMS');
});

it('shows the newest four, all on request, and nothing before the first', async () => {
  const { ground, lines, buttons } = await said(
    'SIGNED',
    Array.from({ length: 6 }, () => message({})),
  );
  expect(lines).toHaveLength(4);
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Mostra tutti i messaggi (6)']);
  await act(async () => buttons[0]?.click());
  expect(ground.querySelectorAll('li')).toHaveLength(6);
  expect((await said('START_SIGN', [])).ground.textContent).toBe('');
});
