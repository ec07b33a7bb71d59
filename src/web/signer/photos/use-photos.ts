/** Sends photos from a phone by a code: one after the other, each with its state and a retry. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readPhotoLink, sendLinkPhoto } from '#contract/calls/photo-links.ts';
import { MAX_PHOTO_BYTES } from '#domain/papers/photo-limits.ts';
import { redrawPhoto } from '../../shared/redraw-photo.ts';
import type { Caller } from '../api/caller.ts';
import { asFailure, type SignFailure } from '../api/failure.ts';

export type Problem = 'unreadable' | 'heic' | 'large' | 'offline' | 'notSent';

export interface SentPhoto {
  readonly key: number;
  readonly file: File;
  /** URL of its thumbnail. */
  readonly picture: string | null;
  readonly state: 'sending' | 'sent' | 'refused';
  readonly problem?: Problem | undefined;
  /** In the server's words. */
  readonly said?: string | undefined;
}

export type Standing =
  | { at: 'loading' }
  | { at: 'open'; left: number }
  | { at: 'gone' }
  | { at: 'failed'; failure: SignFailure };

const isHeic = ({ name, type }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

async function contentOf(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The photo could not be read'));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}

export function usePhotos(caller: Caller) {
  const [standing, setStanding] = useState<Standing>({ at: 'loading' });
  const [photos, setPhotos] = useState<readonly SentPhoto[]>([]);
  const number = useRef(0);
  const queue = useRef(Promise.resolve());

  const fail = useCallback((thrown: unknown): SignFailure => {
    const failure = asFailure(thrown);
    if (failure.details.code === 'photoLink.unknown') setStanding({ at: 'gone' });
    if (failure.details.code === 'photoLink.full') setStanding({ at: 'open', left: 0 });
    return failure;
  }, []);

  const look = useCallback(async () => {
    try {
      const { left } = (await caller.call(readPhotoLink)) as { left: number };
      setStanding({ at: 'open', left });
    } catch (thrown) {
      const failure = fail(thrown);
      setStanding((before) => (before.at === 'loading' || before.at === 'failed' ? closed(failure) : before));
    }
  }, [caller, fail]);
  useEffect(() => void look(), [look]);

  const change = (key: number, changed: Partial<SentPhoto>) =>
    setPhotos((before) => before.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const send = async (key: number, file: File): Promise<void> => {
    const refuse = (problem: Problem, said?: string) => change(key, { state: 'refused', problem, said });
    const smaller = await redrawPhoto(file).catch(() => null);
    if (smaller === null) return refuse(isHeic(file) ? 'heic' : 'unreadable');
    if (smaller.size > MAX_PHOTO_BYTES) return refuse('large');
    change(key, { picture: URL.createObjectURL(smaller) });
    try {
      const body = { fileName: smaller.name, mimeType: smaller.type, fileSize: smaller.size };
      const answer = await caller.call(sendLinkPhoto, { body: { ...body, content: await contentOf(smaller) } });
      setStanding({ at: 'open', left: (answer as { left: number }).left });
      change(key, { state: 'sent' });
    } catch (thrown) {
      const failure = fail(thrown);
      refuse(failure.lostContact ? 'offline' : 'notSent', failure.details.message || undefined);
    }
  };
  /** One at a time, because of a phone's memory and slow networks. */
  const enqueue = (key: number, file: File) => {
    queue.current = queue.current.then(() => send(key, file));
  };

  return {
    standing,
    photos,
    look: () => void look(),
    add(files: readonly File[]) {
      const added = files.map((file): SentPhoto => {
        number.current += 1;
        return { key: number.current, file, picture: null, state: 'sending' };
      });
      setPhotos((before) => [...before, ...added]);
      for (const { key, file } of added) enqueue(key, file);
    },
    again({ key, file }: SentPhoto) {
      change(key, { state: 'sending', problem: undefined, said: undefined });
      enqueue(key, file);
    },
  };
}

const closed = (failure: SignFailure): Standing =>
  failure.details.status === 404 ? { at: 'gone' } : { at: 'failed', failure };
