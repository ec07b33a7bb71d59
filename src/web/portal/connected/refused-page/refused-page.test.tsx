/** Issue 36: a start refused for a page shows both renderings, on the document's page as in the upload form. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { testPage } from '../../../shared/test-page.suite.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { useMove } from '../../entities/documents/use-document-mutations.ts';
import { documentActions } from '../../text/it/documents/document-actions.ts';
import { addTexts, initTexts } from '../../text/language.ts';
import { notices } from '../../ui/toast-store.ts';
import { withPageComparison } from '../page-comparison.tsx';
import { refusedPage, showRefusedPage } from './refused-page.ts';
import { RefusedPageDialog } from './refused-page-dialog.tsx';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const refusal = {
  ...{ status: 422, code: 'pdf.drawnDifferently', title: 'Documento non valido' },
  detail: 'La pagina 12 non ha lo stesso aspetto in tutti i programmi.',
};
const { place, show } = testPage();

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
  await initTexts('it');
  addTexts({ documentActions });
});
afterEach(() => {
  refusedPage.close();
  notices.forgetPast();
  for (const { id } of notices.read().shown) notices.dismiss(id);
});

function Start() {
  const move = useMove({ id: 7 });
  return (
    <button type="button" onClick={() => move.mutate('sign')}>
      Avvia
    </button>
  );
}

async function start(body: object): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 422 }));
  const client = new QueryClient();
  await show(
    <QueryClientProvider client={client}>
      <Start />
    </QueryClientProvider>,
  );
  await act(async () => place.querySelector('button')?.click());
  await eventually(() => expect(notices.read().shown.every(({ tone }) => tone !== 'working')).toBe(true));
}

it('the dialog opens for a start refused with a picture, without a toast', async () => {
  await start({ ...refusal, comparison: picture });
  expect(refusedPage.read()).toEqual({ title: 'Firma non avviata', message: refusal.detail, picture });
  expect(notices.read().shown).toEqual([]);
});

it('the dialog is replaced by a toast if there is no picture', async () => {
  await start(refusal);
  expect(refusedPage.read()).toBeNull();
  expect(notices.read().shown).toMatchObject([{ tone: 'bad', title: 'Firma non avviata' }]);
});

it('accepts only pictures of our own format', () => {
  expect(showRefusedPage('x', new ApiFailure(422, { detail: 'no' }))).toBe(false);
  expect(showRefusedPage('x', new Error('lost'))).toBe(false);
});

it('the dialog is offered at the file of a form, and at no other field', async () => {
  const failure = new ApiFailure(422, { ...refusal, comparison: picture });
  const { file, sigType } = withPageComparison({ file: 'Pagina 12', sigType: 'Manca' }, failure);
  await show(<p>{file}</p>);
  expect(place.querySelector('img')?.getAttribute('src')).toBe(picture);
  expect(place.textContent).toContain('Pagina 12');
  expect(sigType).toBe('Manca');
  const errors = { file: 'Pagina 12' };
  expect(withPageComparison(errors, new ApiFailure(422, refusal))).toBe(errors);
  expect(withPageComparison({ sigType: 'Manca' }, failure)).toEqual({ sigType: 'Manca' });
});

it('shows the reason, the picture and a way out', async () => {
  const onClose = vi.fn();
  const shown = { title: 'Firma non avviata', message: refusal.detail, picture, onClose };
  await show(
    <MantineProvider>
      <RefusedPageDialog {...shown} />
    </MantineProvider>,
  );
  expect(place.querySelector('h2')?.textContent).toBe('Firma non avviata');
  expect(place.querySelector('img')?.getAttribute('src')).toBe(picture);
  expect(place.querySelector('img')?.alt).toContain('la differenza è nel riquadro rosso');
  expect(place.textContent).toContain('La pagina 12 non ha lo stesso aspetto');
  act(() => place.querySelector<HTMLButtonElement>('footer button')?.click());
  expect(onClose).toHaveBeenCalledOnce();
});
