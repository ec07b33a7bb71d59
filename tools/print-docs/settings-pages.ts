/** Every setting as a page for operators, and as the file that a new installation starts with. */
import { listSettings, type Setting, VARIABLES } from '../../src/settings/list-settings.ts';

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

const ONLY = { demo: 'Demo only.', production: 'Production only.', both: '' } as const;

const unitOf = ({ kind, unit }: Setting): string => (unit === undefined ? kind : `${kind} (${unit})`);

const unsetOf = ({ byDefault, unset }: Setting): string => (byDefault === null ? (unset ?? '–') : `\`${byDefault}\``);

function rowOf(setting: Setting): string[] {
  const { name, what, needed, secret, example, mode } = setting;
  return [
    secret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``,
    [what, ONLY[mode]].filter((text) => text !== '').join(' '),
    unitOf(setting),
    unsetOf(setting),
    needed.join(', ') || '–',
    secret ? `\`${name}_FILE=${example}\`` : `\`${example}\``,
  ];
}

/** @param note how the page is made. */
export function settingsPage(note: string): string {
  const subjects = listSettings();
  const all = subjects.flatMap(({ settings }) => settings);
  const sections = subjects.map(({ title, page, settings }) =>
    [
      `## ${title}`,
      ...(page === null ? [] : [`More in [${page}.md](../operations/${page}.md).`]),
      table(['setting', 'what', 'values', 'unless set', 'must be set', 'example'], settings.map(rowOf)),
    ].join('\n\n'),
  );
  return [
    '# Settings',
    note,
    `${all.length} settings, all of them environment variables; the file [deploy/.env.example](../../deploy/.env.example) has them in the same order. An empty value counts as not set. A misspelt name is refused at the start. The ${all.filter(({ secret }) => secret).length} that are secrets may be given by file: \`NAME_FILE=/path\` in place of \`NAME=value\`. Lengths of time are whole numbers of the unit that is named.`,
    ...sections,
    `## Read outside the product’s settings`,
    table(
      ['variable', 'read by', 'what', 'unless set', 'example'],
      VARIABLES.map(({ name, reader, what, byDefault, example }) => [
        name
          .split(', ')
          .map((name) => `\`${name}\``)
          .join(', '),
        reader,
        what,
        byDefault,
        `\`${example}\``,
      ]),
    ),
    '',
  ].join('\n\n');
}

const HEAD = `# Settings of an installation: /etc/fascicolo/fascicolo.env, read by the server and by every \`fascicolo\` command.
# Printed by \`npm run print-docs\` from the code; docs/generated/settings.md has the same with ranges.
# Lines without # must be filled in. A line with # is a setting with its default, or with an example where it says so.
# Values with spaces or # stand in quotes ('…'). Every secret may be given by file: NAME_FILE=/path in place of NAME=value.
# Files belong to root, group fascicolo, mode 0640. \`fascicolo doctor\` says what is missing and what does not work.`;

const quoted = (value: string): string => (/[\s#<>{}"]/.test(value) ? `'${value}'` : value);
const plain = (text: string): string => text.replaceAll('`', '');

function linesOf(setting: Setting): string[] {
  const { name, what, unit, unset, needed, byDefault, secret, initial, example } = setting;
  const facts = [
    ...(unit === undefined ? [] : [`Whole number of ${unit}.`]),
    ...(setting.kind.startsWith('`') ? [`One of ${plain(setting.kind)}.`] : []),
    ...(initial === undefined && needed.length > 0 ? [`Must be set ${plain(needed.join(', '))}.`] : []),
    ...(unset === undefined ? [] : [`Unless set: ${plain(unset)}.`]),
    ...(byDefault === null && initial === undefined ? ['Example.'] : []),
  ];
  const value = initial === true ? example : (byDefault ?? example);
  return [
    `# ${[plain(what), ...facts].join(' ')}`,
    `${initial === true ? '' : '#'}${secret ? `${name}_FILE` : name}=${quoted(value)}`,
  ];
}

/** The second gateway has the settings of the first. */
const isElsewhere = (name: string): boolean => /^SMS_2_/.test(name);

/** The lines of deploy/.env.example. */
export function settingsExample(): string {
  const subjects = listSettings().map(({ title, page, settings }) => [
    `# ${title}${page === null ? '' : ` (docs/operations/${page}.md)`}`,
    ...settings.filter(({ name }) => !isElsewhere(name)).flatMap(linesOf),
    ...(settings.some(({ name }) => isElsewhere(name))
      ? ['# The second gateway has the same settings as SMS_2_…']
      : []),
  ]);
  return `${[HEAD, ...subjects.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}
