/** Uploads photos from a phone through a scanned link: one after the other, each with its state and a retry. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPhotoLink, sendLinkPhoto } from '#contract/calls/photo-links.ts';
import { MAX_PHOTO_BYTES } from '#domain/papers/photo-limits.ts';
import { redrawPhoto } from '../../shared/redraw-photo.ts';
import type { Caller } from '../api/caller.ts';
import { asFailure, type SignFailure } from '../api/failure.ts';

export type Problem = 'unreadable' | 'heic' | 'large' | 'offline' | 'notSent';

export interface PhotoState {
  readonly key: number;
  readonly file: File;
  /** As sent; null until it is redrawn. */
  readonly picture: File | null;
  readonly state: 'sending' | 'sent' | 'refused';
  readonly problem?: Problem | undefined;
  /** The server's error message. */
  readonly serverMessage?: string | undefined;
}

export type PhotoLinkState =
  | { status: 'loading' }
  | { status: 'open'; left: number }
  | { status: 'gone' }
  | { status: 'failed'; failure: SignFailure };

const isHeic = ({ name, type }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

async function base64Of(file: File): Promise<string> {
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The photo could not be read'));
    reader.readAsDataURL(file);
  });
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}

export function usePhotos(caller: Caller) {
  const [standing, setStanding] = useState<PhotoLinkState>({ status: 'loading' });
  const [photos, setPhotos] = useState<readonly PhotoState[]>([]);
  const lastKey = useRef(0);
  const queue = useRef(Promise.resolve());

  const handleFailure = useCallback((error: unknown): SignFailure => {
    const failure = asFailure(error);
    if (failure.details.code === 'photoLink.unknown') setStanding({ status: 'gone' });
    if (failure.details.code === 'photoLink.full') setStanding({ status: 'open', left: 0 });
    return failure;
  }, []);

  const load = useCallback(async () => {
    try {
      const { left } = (await caller.call(readPhotoLink)) as { left: number };
      setStanding({ status: 'open', left });
    } catch (error) {
      const failure = handleFailure(error);
      setStanding((before) => (before.status === 'loading' || before.status === 'failed' ? closed(failure) : before));
    }
  }, [caller, handleFailure]);
  useEffect(() => void load(), [load]);

  const change = (key: number, changes: Partial<PhotoState>) =>
    setPhotos((previous) => previous.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));

  const send = async (key: number, file: File): Promise<void> => {
    const refuse = (problem: Problem, serverMessage?: string) =>
      change(key, { state: 'refused', problem, serverMessage });
    const redrawn = await redrawPhoto(file).catch(() => null);
    if (redrawn === null) return refuse(isHeic(file) ? 'heic' : 'unreadable');
    if (redrawn.size > MAX_PHOTO_BYTES) return refuse('large');
    change(key, { picture: redrawn });
    try {
      const body = { fileName: redrawn.name, mimeType: redrawn.type, fileSize: redrawn.size };
      const answer = await caller.call(sendLinkPhoto, { body: { ...body, content: await base64Of(redrawn) } });
      setStanding({ status: 'open', left: (answer as { left: number }).left });
      change(key, { state: 'sent' });
    } catch (error) {
      const failure = handleFailure(error);
      refuse(failure.isConnectionLost ? 'offline' : 'notSent', failure.details.message || undefined);
    }
  };
  /** One at a time, because of a phone's memory and slow networks. */
  const enqueue = (key: number, file: File) => {
    queue.current = queue.current.then(() => send(key, file));
  };

  return {
    standing,
    photos,
    reload: () => void load(),
    add(files: readonly File[]) {
      const newPhotos = files.map((file): PhotoState => {
        lastKey.current += 1;
        return { key: lastKey.current, file, picture: null, state: 'sending' };
      });
      setPhotos((previous) => [...previous, ...newPhotos]);
      for (const { key, file } of newPhotos) enqueue(key, file);
    },
    retry({ key, file }: PhotoState) {
      change(key, { state: 'sending', problem: undefined, serverMessage: undefined });
      enqueue(key, file);
    },
  };
}

const closed = (failure: SignFailure): PhotoLinkState =>
  failure.details.status === 404 ? { status: 'gone' } : { status: 'failed', failure };
