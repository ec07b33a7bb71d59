/** Composes a paper of a type from what is already known, and says what is missing (D-110). */
import type { Composed, PaperData } from './data.ts';
import type { PaperField } from './fields.ts';
import { composeFeaModule, FEA_FIELDS } from './templates/fea-module.ts';
import { composeHandover, HANDOVER_FIELDS } from './templates/handover.ts';
import { LOAN_TEMPLATES, loanFields } from './templates/loan.ts';
import { composeLoan } from './templates/loan-paper.ts';
import type { ClauseTexts } from './texts/texts.ts';

interface Template {
  fields: readonly PaperField[];
  compose(data: PaperData, texts?: ClauseTexts): Composed;
}

const TEMPLATES: Readonly<Record<string, Template>> = {
  ...Object.fromEntries(
    Object.entries(LOAN_TEMPLATES).map(([type, template]): [string, Template] => [
      type,
      { fields: loanFields(template), compose: (data, texts) => composeLoan(template, data, texts) },
    ]),
  ),
  LOAN_HANDOVER_FORM: { fields: HANDOVER_FIELDS, compose: composeHandover },
  FEA_MODULE: { fields: FEA_FIELDS, compose: composeFeaModule },
};

/** Types that have a template. */
export const paperTypes: readonly string[] = Object.keys(TEMPLATES);

export const hasTemplate = (type: string): boolean => Object.hasOwn(TEMPLATES, type);

function templateOf(type: string): Template {
  const template = hasTemplate(type) ? TEMPLATES[type] : undefined;
  if (template === undefined) throw new Error(`There is no template for ${type}`);
  return template;
}

/** The variable fields of a type, in the order of the form. @throws for a type without template */
export const paperFields = (type: string): readonly PaperField[] => templateOf(type).fields;

/**
 * The paper as it would be printed now: what is missing stays empty and is named.
 * @param texts clauses of the legal entity, over the product's drafts. @throws for a type without template
 */
export function composePaper(type: string, data: PaperData, texts?: ClauseTexts): Composed {
  return templateOf(type).compose(data, texts);
}
