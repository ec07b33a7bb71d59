/** Moving a video writes as few rows as possible, and always produces the requested order. */
import { describe, expect, test } from 'vitest';
import type { VideoRow } from '../../api/queries/videos.ts';
import { moveVideo, newOrders, nextOrder } from './video-order.ts';

const video = (id: number, order: number): VideoRow => ({
  ...{ id, order, title: `Video ${id}`, externalId: `v${id}`, description: null, duration: null },
  ...{ createdBy: null, createdDate: '2026-11-20T08:12:00.000Z' },
  ...{ lastModifiedBy: null, lastModifiedDate: '2026-11-20T08:12:00.000Z' },
});
const list = [video(4, 1), video(2, 2), video(9, 5)];
const ids = (videos: readonly VideoRow[]) => videos.map(({ id }) => id);
const written = (videos: readonly VideoRow[]) => newOrders(videos).map(({ video: { id }, order }) => [id, order]);

describe('a moved video', () => {
  test('swaps with its neighbour, and only these two are written', () => {
    expect(ids(moveVideo(list, 2, 1))).toEqual([4, 9, 2]);
    expect(written(moveVideo(list, 2, 1))).toEqual([
      [9, 2],
      [2, 5],
    ]);
    expect(ids(moveVideo(list, 2, -1))).toEqual([2, 4, 9]);
    expect(written(moveVideo(list, 2, -1))).toEqual([
      [2, 1],
      [4, 2],
    ]);
  });
  test('stays at the ends', () => {
    expect(ids(moveVideo(list, 4, -1))).toEqual([4, 2, 9]);
    expect(ids(moveVideo(list, 9, 1))).toEqual([4, 2, 9]);
    expect(ids(moveVideo(list, 77, 1))).toEqual([4, 2, 9]);
    expect(written(list)).toEqual([]);
  });
  test('separates equal numbers', () => {
    const equal = [video(1, 3), video(2, 3), video(3, 3)];
    const reordered = moveVideo(equal, 3, -1);
    expect(ids(reordered)).toEqual([1, 3, 2]);
    // The last one already has its number.
    expect(written(reordered)).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });
});

test('a new video is last', () => {
  expect(nextOrder(list)).toBe(6);
  expect(nextOrder([])).toBe(1);
});
