/** Signatures that are being put on the pages: moved step by step, saved over what is stored, given up. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '#contract/call-types.ts';
import { getSignaturePlaces, resetSignaturePlaces, updateSignaturePlaces } from '#contract/calls/signing.ts';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import type { Place } from '#domain/signing/places.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure, isStale } from '../../api/failure.ts';
import { readAgain } from '../../api/live-refresh.ts';
import { documentQuery } from '../../api/queries.ts';
import { signaturePlacesQuery } from '../../api/signing-queries.ts';
import { useAct } from '../act/use-act.ts';
import { useSaving } from '../form/use-editing.ts';
import {
  begin,
  type Drafts,
  doubtfulPlace,
  draftsOf,
  drop,
  type History,
  ownDrafts,
  placesOf,
  placesWith,
  put,
  type RefusedPlaces,
  refusedPlaces,
  sameDrafts,
  undo,
} from './drafts.ts';
import { useWhere } from './where.ts';

export interface PlacingOf {
  /** Of the document. */
  id: number;
  places: SignaturePlaces;
  refetch: () => Promise<{ data: SignaturePlaces | undefined; error: unknown }>;
  onClose: () => void;
}

interface Values {
  drafts: Drafts;
  /** Proposed for the next files like this one, too. */
  remember: boolean;
}

type Body = BodyOf<typeof updateSignaturePlaces>;

const valuesOf = (stored: SignaturePlaces): Values => ({ drafts: draftsOf(stored), remember: false });

/** The places that a save whose answer was lost has put already; they are remembered by a save of its own. */
async function appliedPlaces(id: number, body: Body, failure: unknown): Promise<SignaturePlaces | null> {
  if (!isStale(failure)) return null;
  const stored = await ask(getSignaturePlaces, { path: { id } });
  if (JSON.stringify(body.places) !== JSON.stringify(placesOf(draftsOf(stored)))) return null;
  const { lastModifiedDate } = stored;
  return body.remember ? ask(updateSignaturePlaces, { path: { id }, body: { ...body, lastModifiedDate } }) : stored;
}

/** Where the eye goes first: a signature that has its place, else the last page. */
const firstPage = (places: SignaturePlaces): number =>
  places.points.find(({ page }) => page !== null)?.page ?? places.pages.length;

function useSavePlaces(
  { id, places, refetch, onClose }: PlacingOf,
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
    // Said at the signature that does not fit, which is shown in red until it is moved.
    refuse: (failure: unknown) => {
      const errors = failure instanceof ApiFailure ? (failure.body.fieldErrors ?? []) : [];
      const refused = refusedPlaces(errors, placesOf(ownDrafts(placesWith(places, values.drafts), values.drafts)));
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
    // What others chose is known then; what was moved here stays as it is.
    merge: (_base, mine) => ({ values: mine, both: [] }),
    draft: null,
    onSaved: (saved) => {
      client.setQueryData(signaturePlacesQuery(id).queryKey, saved);
      onClose();
    },
    // It may have been started meanwhile.
    onFailed: () => readAgain(client, { queryKey: documentQuery(id).queryKey, exact: true }),
  });
}

export function usePlacing(of: PlacingOf) {
  const { t } = useTranslation();
  const { id, places } = of;
  const [history, setHistory] = useState<History>(() => begin(draftsOf(places)));
  const [remember, setRemember] = useState(false);
  const [shown, setShown] = useState(() => firstPage(places));
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<RefusedPlaces>(new Map());
  const saving = useSavePlaces(of, { drafts: history.now, remember }, (found) => {
    setRefused(found);
    const place = [...found.keys()].map((point) => history.now.get(point)).find((at) => at != null);
    if (place) setShown(place.page);
    setSaid([...found.values()].map(({ message }) => t('signaturePlaces.refused', { message })).join(' '));
  });
  const base = saving.row ?? places;
  const where = useWhere(base);
  const takeOver = async () => {
    const { data } = await of.refetch();
    if (!data) return;
    saving.begin(data);
    setHistory(begin(draftsOf(data)));
    setRemember(false);
    setShown(firstPage(data));
  };
  const reset = useAct({
    words: () => ({ done: t('signaturePlaces.toast.reset') }),
    send: () => ask(resetSignaturePlaces, { path: { id } }),
    call: resetSignaturePlaces,
    path: () => ({ id }),
    onDone: () => void takeOver(),
  });
  return {
    ...{ saving, base, history, remember, setRemember, shown, setShown, said, reset, refused },
    /** As it will be, with the approval that was added here. */
    now: placesWith(base, history.now),
    isDirty: remember || !sameDrafts(history.now, draftsOf(base)),
    isBusy: saving.busy || saving.reloading || reset.isPending,
    put: (point: number, place: Place | null) => {
      // Without a place an approval that was added is not signed at all.
      const gone = place === null && point === base.approval?.point;
      const known = base.points.find((one) => one.point === point);
      // A field that serves takes its signature back.
      const next = place ?? (known ? doubtfulPlace(base, known) : null);
      setHistory((before) => (gone ? drop(before, point) : put(before, point, next)));
      if (next) setShown(next.page);
      setSaid(gone ? t('signaturePlaces.dropped') : where(next));
    },
    undo: () => {
      const before = undo(history);
      setHistory(before);
      const [place] = [...before.now.values()].flatMap((at) => (at ? [at] : []));
      if (place) setShown(place.page);
      setSaid(t('signaturePlaces.undone'));
    },
    save: () => saving.save({ drafts: history.now, remember }),
  };
}
