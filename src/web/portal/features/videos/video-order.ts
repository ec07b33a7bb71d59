/** Manual ordering of videos. Pure. */
import type { VideoRow } from '../../api/queries/videos.ts';

/** The list with one video moved one position towards the start (-1) or the end (+1); unchanged at an end. */
export function moveVideo(videos: readonly VideoRow[], id: number, by: -1 | 1): VideoRow[] {
  const from = videos.findIndex((video) => video.id === id);
  const to = from + by;
  const video = videos[from];
  if (video === undefined || to < 0 || to >= videos.length) return [...videos];
  const remaining = videos.toSpliced(from, 1);
  return remaining.toSpliced(to, 0, video);
}

/**
 * The videos whose `order` must be saved to get the given list, with their new number. Reuses numbers where possible:
 * swapping two neighbours writes two rows. Equal numbers, which other systems may have written, are spread.
 */
export function newOrders(ordered: readonly VideoRow[]): { video: VideoRow; order: number }[] {
  const numbers = ordered.map(({ order }) => order).toSorted((a, b) => a - b);
  const distinct = new Set(numbers).size === numbers.length;
  return ordered
    .map((video, place) => ({ video, order: distinct ? (numbers[place] ?? place + 1) : place + 1 }))
    .filter(({ video, order }) => video.order !== order);
}

/** The number after the last. */
export const nextOrder = (videos: readonly Pick<VideoRow, 'order'>[]): number =>
  Math.max(0, ...videos.map(({ order }) => order)) + 1;
