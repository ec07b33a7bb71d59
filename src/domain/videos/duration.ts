/** Formats and parses a video's length in minutes and seconds. */

/** 185 → 3:05; from one hour 1:02:05. */
export function formatDuration(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Parses m:ss (any number of minutes) or h:mm:ss; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^\s*(?:(\d{1,2}):)?(\d{1,4}):([0-5]\d)\s*$/.exec(text);
  if (!match) return null;
  const [, hours, minutes = '', seconds = ''] = match;
  if (hours !== undefined && !/^[0-5]\d$/.test(minutes)) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}
