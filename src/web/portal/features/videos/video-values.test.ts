/** What the video form refuses, by the server's own schema. */
import { describe, expect, test } from 'vitest';
import type { VideoRow } from '../../api/queries/videos.ts';
import { newVideoValues, type VideoValues, valuesOf, videoBody, videoIssues } from './video-values.ts';

const typed = (change: Partial<VideoValues> = {}): VideoValues => ({
  ...{ order: '3', title: 'Primo accesso', externalId: 'abc123', description: '', duration: '3:05' },
  ...change,
});
const told = (change: Partial<VideoValues>, stored: VideoValues | null = null) =>
  videoIssues(typed(change), stored).map(({ field, code }) => `${field} ${code}`);

describe('the video form', () => {
  test('sends the length in seconds', () => {
    expect(videoBody(typed())).toEqual({
      ...{ order: 3, title: 'Primo accesso', externalId: 'abc123', description: null, duration: 185 },
    });
    expect(videoBody(typed({ duration: ' ' })).duration).toBeNull();
  });
  test('keeps a stored description over the limit, and no other of its length', () => {
    const description = 'x'.repeat(300);
    expect(told({ description }, typed({ description }))).toEqual([]);
    expect(told({ description: `${description}!` }, typed({ description }))).toEqual(['description max']);
    expect(told({ description })).toEqual(['description max']);
  });
  test('is unchanged after a save', () => {
    const stored = { description: null, duration: null, ...videoBody(typed()) } as VideoRow;
    expect(valuesOf(stored)).toEqual(typed());
  });
  test.each<[string, Partial<VideoValues>, string[]]>([
    ['whole', {}, []],
    ['without a length', { duration: '' }, []],
    ['with five minutes in words', { duration: 'cinque' }, ['duration duration']],
    ['with 75 seconds', { duration: '0:75' }, ['duration duration']],
    ['longer than a hundred hours', { duration: '9999:00' }, ['duration duration']],
    ['without a title', { title: '  ' }, ['title required']],
    ['without an identifier', { externalId: '' }, ['externalId required']],
    ['without a number', { order: ' ' }, ['order required']],
    ['with a number that is none', { order: '1,5' }, ['order integer']],
    ['with a negative number', { order: '-1' }, ['order numberMin']],
    ['with a number too high', { order: '1000000' }, ['order numberMax']],
    ['with a description that never ends', { description: 'a'.repeat(2001) }, ['description max']],
  ])('%s', (_how, change, expected) => {
    expect(told(change)).toEqual(expected);
  });
  test('starts at the position after the last', () => {
    expect(newVideoValues(8).order).toBe('8');
  });
});
