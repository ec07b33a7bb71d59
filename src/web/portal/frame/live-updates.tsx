/** Hears live updates as long as somebody is signed in, and says when a signature has come in (P-15, P-19). */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearLive } from '../api/live.ts';
import { liveCache } from '../api/live-cache.ts';

export function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => hearLive(liveCache(client)), [client]);
  return null;
}
