/** Formats the moments of a result. */
import { dateText, timeText } from '../../shared/chrome/format.ts';

/** "20/11/2026 09:12"; an unreadable instant gives ''. */
export const dateTimeText = (instant: string, locale: string): string =>
  `${dateText(instant, locale)} ${timeText(instant, locale)}`.trim();
