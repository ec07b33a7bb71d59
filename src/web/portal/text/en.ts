/** The English catalogue: a missing key does not compile. Loaded as a whole when English is chosen. */
import { frame } from './en/frame.ts';
import { labels } from './en/labels.ts';
import * as pieces from './en/pieces.ts';
import type { English } from './words.ts';

export const en: English = { ...frame, label: labels, ...pieces };
