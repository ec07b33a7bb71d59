/** English: the fields of generated papers. */
import { paperLabels } from '#domain/papers/labels/field-label.ts';

export const paperFields = paperLabels('en');
