/** English: the fields of the papers that the portal makes (P-9, P-18). */
import { paperLabels } from '#domain/papers/labels/field-label.ts';

export const paperFields = paperLabels('en');
