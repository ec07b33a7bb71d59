/** Signature fields of a stored document being placed: moved, saved over the stored ones, or discarded. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getSignaturePlaces, resetSignaturePlaces, updateSignaturePlaces } from '#contract/calls/signing.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { sha256Of } from '../../../shared/sha256.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure, isStale } from '../../api/failure.ts';
import { refetchStale } from '../../api/live/live-refresh.ts';
import { signaturePlacesQuery } from '../../api/queries/signing.ts';
import { documentQuery } from '../../api/queries.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { useSaving } from '../../connected/form/use-editing.ts';
import { draftsWith, type MovedPlaces, type Unplaced } from './moved-places.ts';
import {
  type Drafts,
  draftsOf,
  isOpen,
  ownDrafts,
  placesOf,
  placesWith,
  type RefusedPlaces,
  refusedPlaces,
  sameDrafts,
  startHistory,
  unsettledPoints,
} from './place-drafts.ts';
import { type MovesStart, useMoves, useMovesOver } from './use-moves.ts';

export interface PlacingOptions {
  /** Id of the document. */
  id: number;
  places: SignaturePlaces;
  /** Signature fields moved before the upload that could not be stored. */
  unplaced?: Unplaced | undefined;
  refetch: () => Promise<{ data: SignaturePlaces | undefined; error: unknown }>;
  onClose: () => void;
}

interface Values {
  drafts: Drafts;
  /** Also propose them for future files like this one. */
  remember: boolean;
}

type Body = BodyOf<typeof updateSignaturePlaces>;

const fieldErrorsOf = (failure: unknown) => (failure instanceof ApiFailure ? (failure.body.fieldErrors ?? []) : []);

const valuesOf = (stored: SignaturePlaces): Values => ({ drafts: draftsOf(stored), remember: false });

/** The signature fields already stored by a save whose answer was lost; remembering them needs a separate save. */
async function appliedPlaces(id: number, body: Body, failure: unknown): Promise<SignaturePlaces | null> {
  if (!isStale(failure)) return null;
  const stored = await ask(getSignaturePlaces, { path: { id } });
  if (JSON.stringify(body.places) !== JSON.stringify(placesOf(draftsOf(stored)))) return null;
  const { lastModifiedDate } = stored;
  return body.remember ? ask(updateSignaturePlaces, { path: { id }, body: { ...body, lastModifiedDate } }) : stored;
}

function useSavePlaces(
  { id, places, refetch, onClose }: PlacingOptions,
  values: Values,
  onRefused: (refused: RefusedPlaces) => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = {
    values,
    getValues: () => values,
    setValues: () => undefined,
    setErrors: () => undefined,
    clearErrors: () => undefined,
    // Shown at the refused signature field, in red until it is moved.
    refuse: (failure: unknown) => {
      const refused = refusedPlaces(
        fieldErrorsOf(failure),
        placesOf(ownDrafts(placesWith(places, values.drafts), values.drafts)),
      );
      if (refused) onRefused(refused);
      return refused !== null;
    },
  };
  return useSaving<Values, SignaturePlaces, Body>(form, {
    words: 'signaturePlaces.toast',
    detail: (_saved, { remember }) => (remember ? t('signaturePlaces.toast.remembered') : undefined),
    row: places,
    valuesOf: (stored) => valuesOf(stored ?? places),
    bodyOf: ({ drafts, remember }, stored) => ({
      places: placesOf(ownDrafts(placesWith(stored ?? places, drafts), drafts)),
      remember,
      lastModifiedDate: (stored ?? places).lastModifiedDate,
    }),
    send: (body) => ask(updateSignaturePlaces, { path: { id }, body }),
    call: updateSignaturePlaces,
    path: () => ({ id }),
    alreadyApplied: (body, failure) => appliedPlaces(id, body, failure),
    reload: async () => {
      const { data, error } = await refetch();
      if (error || !data) throw error;
      return data;
    },
    // Another user's choices are loaded then; moves made here stay.
    merge: (_base, mine) => ({ values: mine, both: [] }),
    draft: null,
    onSaved: (saved) => {
      client.setQueryData(signaturePlacesQuery(id).queryKey, saved);
      onClose();
    },
    // The signature may have been started since.
    onFailed: () => refetchStale(client, { queryKey: documentQuery(id).queryKey, exact: true }),
  });
}

/** @returns the dialog's initial state: what is stored, or what the server refused of it after the upload. */
function startOf({ places, unplaced }: PlacingOptions): MovesStart {
  const stored = draftsOf(places);
  const drafts = draftsWith(places, unplaced?.moved ?? null);
  const sent = placesOf(ownDrafts(placesWith(places, drafts), drafts));
  return {
    history: sameDrafts(stored, drafts) ? startHistory(stored) : { now: drafts, before: [stored] },
    remember: unplaced?.moved.remember ?? false,
    refused: refusedPlaces(fieldErrorsOf(unplaced?.failure), sent) ?? new Map(),
  };
}

export function usePlacing(options: PlacingOptions) {
  const { t } = useTranslation();
  const { id, places } = options;
  const moves = useMoves(places, () => startOf(options));
  const { history, remember } = moves;
  const saving = useSavePlaces(options, { drafts: history.now, remember }, moves.refuse);
  const base = saving.row ?? places;
  const loadStored = async () => {
    const { data } = await options.refetch();
    if (!data) return;
    saving.begin(data);
    moves.restart(data, draftsOf(data));
  };
  const reset = useAct({
    words: () => ({ done: t('signaturePlaces.toast.reset') }),
    send: () => ask(resetSignaturePlaces, { path: { id } }),
    call: resetSignaturePlaces,
    path: () => ({ id }),
    onDone: () => void loadStored(),
  });
  return {
    ...useMovesOver(base, moves),
    ...{ saving, base, reset },
    isDirty: remember || !sameDrafts(history.now, draftsOf(base)),
    isBusy: saving.busy || saving.reloading || reset.isPending,
    save: () => saving.save({ drafts: history.now, remember }),
  };
}

/**
 * Stores the signature fields that a seller chose for a new document, once it exists and before its signature starts.
 * @returns null when the fields are as the seller wants them, including when none was moved on this file
 */
export async function storeMoved(id: number, file: File, moved: MovedPlaces): Promise<Unplaced | null> {
  try {
    if ((await sha256Of(new Uint8Array(await file.arrayBuffer()))) !== moved.sha256) return null;
    const places = await ask(getSignaturePlaces, { path: { id } });
    const drafts = draftsWith(places, moved);
    const isNew = !sameDrafts(drafts, draftsOf(places)) || unsettledPoints(places).length > 0 || moved.remember;
    if (!isNew || !isOpen(places)) return null;
    const { lastModifiedDate } = places;
    const { remember } = moved;
    const sent = placesOf(ownDrafts(placesWith(places, drafts), drafts));
    await ask(updateSignaturePlaces, { path: { id }, body: { places: sent, remember, lastModifiedDate } });
    return null;
  } catch (failure) {
    return { moved, failure };
  }
}
