/** State of signature fields being placed: moves, undo, announcements. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Draft,
  type Drafts,
  doubtfulPlace,
  type History,
  placesWith,
  type RefusedPlaces,
  type SeenPlaces,
  startHistory,
  undo,
  withoutPoint,
  withPlace,
} from './place-drafts.ts';
import { useWhere } from './position-text.ts';

/** The first page to show: that of a placed signature field, otherwise the last one. */
const firstPage = (places: SeenPlaces): number =>
  places.points.find(({ page }) => page !== null)?.page ?? places.pages.length;

const firstPlaced = (drafts: Drafts): Draft | undefined => [...drafts.values()].find((place) => place !== null);

export interface MovesStart {
  history: History;
  remember: boolean;
  refused: RefusedPlaces;
}

export function useMoves(places: SeenPlaces, start: () => MovesStart) {
  const { t } = useTranslation();
  const [first] = useState(start);
  const [history, setHistory] = useState(first.history);
  const [remember, setRemember] = useState(first.remember);
  const [refused, setRefused] = useState(first.refused);
  const [shown, setShown] = useState(() => firstPlaced(first.history.now)?.page ?? firstPage(places));
  const [announced, setAnnounced] = useState('');
  return {
    ...{ history, setHistory, remember, setRemember, shown, setShown, said: announced, setSaid: setAnnounced, refused },
    refuse: (refusals: RefusedPlaces) => {
      setRefused(refusals);
      const place = [...refusals.keys()].map((point) => history.now.get(point)).find((at) => at != null);
      if (place) setShown(place.page);
      setAnnounced([...refusals.values()].map(({ message }) => t('signaturePlaces.refused', { message })).join(' '));
    },
    restart: (fresh: SeenPlaces, drafts: Drafts) => {
      setHistory(startHistory(drafts));
      setRemember(false);
      setShown(firstPage(fresh));
    },
  };
}

/** State and actions of the page area and of the list next to it. */
export function useMovesOver(base: SeenPlaces, moves: ReturnType<typeof useMoves>) {
  const { t } = useTranslation();
  const where = useWhere(base);
  const { history, setHistory, setShown, setSaid } = moves;
  return {
    ...moves,
    /** The resulting signature fields, including an approval added here. */
    now: placesWith(base, history.now),
    put: (point: number, place: Draft) => {
      // An added approval without a rectangle is removed.
      const isRemoved = place === null && point === base.approval?.point;
      const existing = base.points.find((candidate) => candidate.point === point);
      // A form field that can be signed gets its signature back.
      const next = place ?? (existing ? doubtfulPlace(base, existing) : null);
      setHistory((before) => (isRemoved ? withoutPoint(before, point) : withPlace(before, point, next)));
      if (next) setShown(next.page);
      setSaid(isRemoved ? t('signaturePlaces.dropped') : where(next));
    },
    undo: () => {
      const before = undo(history);
      setHistory(before);
      const place = firstPlaced(before.now);
      if (place) setShown(place.page);
      setSaid(t('signaturePlaces.undone'));
    },
  };
}

export type Moving = ReturnType<typeof useMovesOver>;
