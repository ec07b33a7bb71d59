/** Hears live updates as long as somebody is signed in, and says what came of the signatures one waits for (P-15, P-19). */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hearLive } from '../api/live.ts';
import { liveCache } from '../api/live-cache.ts';
import { sayLookedAt } from '../api/looked-at.ts';
import { useSession } from '../api/session.tsx';

export function LiveUpdates() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id } = useSession().account;
  useEffect(() => sayLookedAt(), []);
  useEffect(() => {
    const bringIn = liveCache(client);
    return hearLive((message, holds) => {
      bringIn(message);
      if (!('change' in message) || message.change.outcome === undefined) return;
      const { outcome, id: documentId } = message.change;
      const open = (path: string) => void navigate({ to: path });
      void import('./outcomes.ts').then(({ tellOutcome }) =>
        tellOutcome({ outcome, documentId }, { client, userId: id, holds, open }),
      );
    });
  }, [client, navigate, id]);
  return null;
}
