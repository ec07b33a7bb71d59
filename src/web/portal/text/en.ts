/** The English catalogue: a key missing here, or one too many, does not compile (P-18). */
import { documents } from './en/documents.ts';
import { frame } from './en/frame.ts';
import { labels } from './en/labels.ts';
import { registry } from './en/registry.ts';
import { wizard } from './en/wizard.ts';
import type { it } from './it.ts';
import type { Words } from './words.ts';

export const en: Words<typeof it> = { ...frame, label: labels, documents, registry, wizard };
