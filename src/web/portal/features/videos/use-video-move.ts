/** Moves a video: shown immediately, saved row by row, reverted on failure; the focus stays with the video. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateVideo } from '#contract/calls/videos.ts';
import { ask } from '../../api/client.ts';
import { type VideoRow, videosQuery } from '../../api/queries/videos.ts';
import { refresh } from '../../api/query-keys.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { moveVideo, newOrders } from './video-order.ts';

interface Move {
  id: number;
  by: -1 | 1;
  list: VideoRow[];
}

export function useMove(videos: readonly VideoRow[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [announced, setAnnounced] = useState('');
  const focusTarget = useRef<string | null>(null);
  const save = useAct({
    of: ['update', 'videos'],
    call: updateVideo,
    // One after the other: a failure leaves the rest unchanged, and the list is reloaded in any case.
    send: async ({ list }: Move) => {
      for (const { video, order } of newOrders(list)) {
        const { id, lastModifiedDate, title, externalId, description, duration } = video;
        await ask(updateVideo, { body: { id, lastModifiedDate, order, title, externalId, description, duration } });
      }
    },
    // Reload even when the call was rejected early: the list already shows the move.
    onFailed: () => void refresh(client, updateVideo),
  });
  // The moved card is a new element: return the focus to its button.
  useEffect(() => {
    if (focusTarget.current === null || videos.length === 0) return;
    document.querySelector<HTMLElement>(`[data-action="${focusTarget.current}"]`)?.focus();
    focusTarget.current = null;
  }, [videos]);
  const move = (video: VideoRow, by: -1 | 1) => {
    if (save.isPending) return;
    const list = moveVideo(videos, video.id, by);
    focusTarget.current = `${by === -1 ? 'up' : 'down'}-${video.id}`;
    client.setQueryData(videosQuery.queryKey, (page) => page && { ...page, rows: list });
    const place = list.findIndex(({ id }) => id === video.id) + 1;
    setAnnounced(t('videos.moved', { title: video.title, place, total: list.length }));
    save.mutate({ id: video.id, by, list });
  };
  return { move, said: announced };
}
