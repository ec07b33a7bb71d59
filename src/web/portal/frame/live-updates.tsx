/** Receives live updates while the user is signed in, and reports the results of the user's pending signatures. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { reportTabInFront } from '../api/live/tab-visibility.ts';
import { subscribe } from './event-stream.ts';

/** `userId`: undefined until the account is loaded. */
export function LiveUpdates(props: { userId: number | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useRef(props.userId);
  useEffect(() => {
    user.current = props.userId;
  }, [props.userId]);
  useEffect(() => reportTabInFront(), []);
  useEffect(() => {
    return subscribe(client, (message, isLeader) => {
      const userId = user.current;
      if (!('change' in message) || message.change.outcome === undefined || userId === undefined) return;
      const { outcome, id: documentId, started = false } = message.change;
      const open = (path: string) => void navigate({ to: path });
      void import('./notify-outcome.ts').then(({ notifyOutcome: tellOutcome }) =>
        tellOutcome({ outcome, documentId, started }, { client, userId, holds: isLeader, open }),
      );
    });
  }, [client, navigate]);
  return null;
}
