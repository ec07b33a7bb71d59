/** An event stream arrives in pieces of any size. */
import { describe, expect, it } from 'vitest';
import { EventReader } from './live-stream.ts';

const TEXT =
  'event: ready\ndata: {}\n\n: \n\nevent: change\ndata: {"entity":"document","id":7}\n\nevent: change\ndata: {broken\n\nevent: resync\ndata: {}\n\nevent: ch';
const EVENTS = [
  { event: 'ready', data: {} },
  { event: 'change', data: { entity: 'document', id: 7 } },
  { event: 'resync', data: {} },
];

describe('an event stream', () => {
  it.each([1, 2, 3, 7, 1000])('is read equally in chunks of %i characters', (size) => {
    const reader = new EventReader();
    const pieces = TEXT.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(pieces.flatMap((piece) => reader.read(piece))).toEqual(EVENTS);
  });
});
