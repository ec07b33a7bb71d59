/** Saving where a document is signed, and giving it up, with their messages (P-6, specification §8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getSignaturePlaces, resetSignaturePlaces, updateSignaturePlaces } from '#contract/calls/signing.ts';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { documentQuery, signaturePlacesQuery } from '../../api/queries.ts';
import { wordFailure } from '../failure-note.tsx';
import { isStale } from '../form/stale-note.tsx';
import { toastGood, toastProgress } from '../toasts.tsx';
import { draftsOf, placesOf } from './drafts.ts';

interface Choice {
  places: ReturnType<typeof placesOf>;
  remember: boolean;
  /** As it was read. */
  lastModifiedDate: string | null;
}

const send = (id: number, body: Choice): Promise<SignaturePlaces> => ask(updateSignaturePlaces, { path: { id }, body });

const isSame = (places: Choice['places'], stored: SignaturePlaces): boolean =>
  JSON.stringify(places) === JSON.stringify(placesOf(draftsOf(stored)));

/** Places that stand there already were put by a save whose answer was lost. */
async function put(id: number, choice: Choice): Promise<SignaturePlaces> {
  try {
    return await send(id, choice);
  } catch (failure) {
    const stored = isStale(failure) ? await ask(getSignaturePlaces, { path: { id } }).catch(() => null) : null;
    if (stored === null || !isSame(choice.places, stored)) throw failure;
    return choice.remember ? send(id, { ...choice, lastModifiedDate: stored.lastModifiedDate }) : stored;
  }
}

export function useSavePlaces(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (choice: Choice) => {
      const toast = toastProgress(t('signaturePlaces.toast.saving'));
      try {
        const places = await put(id, choice);
        toast.done(
          t('signaturePlaces.toast.saved'),
          choice.remember ? t('signaturePlaces.toast.remembered') : undefined,
        );
        return places;
      } catch (error) {
        toast.failed(t('signaturePlaces.toast.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (places) => {
      client.setQueryData(signaturePlacesQuery(id).queryKey, places);
      void refresh(client, resetSignaturePlaces, { id });
    },
    // It may have been started meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: documentQuery(id).queryKey, exact: true }),
  });
}

export function useResetPlaces(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(resetSignaturePlaces, { path: { id } }),
    onSuccess: () => {
      toastGood(t('signaturePlaces.toast.reset'));
      void refresh(client, resetSignaturePlaces, { id });
    },
  });
}
