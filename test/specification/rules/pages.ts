/** Generates docs/generated/rules.md and docs/generated/constants.md: the specification's rules and constants. */
import { CONSTANTS } from './constants.ts';
import { DECISIONS } from './decisions.ts';
import { ERRORS } from './errors.ts';
import { FORMS } from './forms.ts';
import { LABELS } from './labels.ts';
import { PERMISSIONS_SEEN } from './permissions.ts';
import type { Rule, RuleSection } from './rule.ts';
import { SCREENS } from './screens.ts';
import { STATES } from './states.ts';

/** The visible sections of the specification, in its order, and the decisions where it is silent. */
export const RULES: readonly { readonly title: string; readonly sections: readonly RuleSection[] }[] = [
  { title: 'Section 2: Screens and routes', sections: SCREENS },
  { title: 'Section 3: Entities and their fields', sections: LABELS },
  { title: 'Section 4: States and transitions', sections: STATES },
  { title: 'Section 5: Validation rules', sections: FORMS },
  { title: 'Section 6: Roles and permissions', sections: PERMISSIONS_SEEN },
  { title: 'Section 8: Error catalogue', sections: ERRORS },
  { title: 'Product decisions', sections: DECISIONS },
];

const NOTE = 'Printed by `npm run print-docs`; a test fails when it is stale. Do not edit.';

/** A table cell with its lines below each other. */
const cell = (lines: readonly string[]): string => lines.map((line) => line.replaceAll('|', '\\|')).join('<br>');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const journeyCell = ({ journeys, roles }: Rule): string =>
  cell([...journeys, ...(roles.length > 0 ? [`$role: ${roles.join(', ')}`] : [])]);

export function rulesPage(): string {
  const count = RULES.flatMap(({ sections }) => sections.flatMap(({ rules }) => rules)).length;
  const parts = RULES.flatMap(({ title, sections }) => [
    `## ${title}`,
    ...sections.flatMap(({ name, rules }) => [
      `### ${name}`,
      table(
        ['rule', 'journeys'],
        rules.map((rule) => [cell([rule.says]), journeyCell(rule)]),
      ),
    ]),
  ]);
  return [
    '# Visible rules',
    NOTE,
    `${count} rules of the specification and of the product decisions, each with the journeys of \`test/journeys\` that show it in a browser on the real server; rules that no form can violate are covered by other tests, named by their path. \`test/specification/rules/rules.test.ts\` fails when a journey named here does not exist.`,
    ...parts,
    '',
  ].join('\n\n');
}

export function constantsPage(): string {
  return [
    '# Constants',
    NOTE,
    'Every row of the specification’s table of constants (section 9) with the tests that prove it: journeys by their file in `test/journeys`, others by their path.',
    table(
      ['item', 'value', 'tests'],
      CONSTANTS.map(({ item, value, tests, why }) => [cell([item]), cell([value]), cell(why ? [why] : tests)]),
    ),
    '',
  ].join('\n\n');
}
