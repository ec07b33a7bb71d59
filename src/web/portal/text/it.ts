/** The Italian catalogue, complete by definition: English is typed after it (P-18). */
import { documents } from './it/documents.ts';
import { frame } from './it/frame.ts';
import { labels } from './it/labels.ts';
import { registry } from './it/registry.ts';
import { wizard } from './it/wizard.ts';

export const it = { ...frame, label: labels, documents, registry, wizard };
