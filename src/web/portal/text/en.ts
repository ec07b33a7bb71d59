/** The English catalogue: a missing key does not compile. Loaded as a whole when English is chosen. */

import type { English } from './catalogue-types.ts';
import { frame } from './en/frame.ts';
import { labels } from './en/labels.ts';
import * as pieces from './en/pieces.ts';

export const en: English = { ...frame, label: labels, ...pieces };
