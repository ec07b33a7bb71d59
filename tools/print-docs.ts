/**
 * `npm run print-docs`: prints docs/generated and deploy/.env.example from the contract, the permissions, the rules that
 * tests prove and the settings.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS, SUBJECTS } from '#contract/index.ts';
import { refusalsOf } from '#contract/definition/refusals.ts';
import { summaryOf } from '#contract/definition/italian-summaries.ts';
import {
  ACTIONS,
  type Action,
  type Actor,
  canRead,
  may,
  mayEver,
  PERMISSIONS,
  READONLY,
  type Target,
} from '#domain/access.ts';
import { ACTION_NAMES, ROLE_GROUP_NAMES } from '#domain/access-texts.ts';
import { GROUP_OF_ROLE, ROLE_GROUPS, ROLES, type RoleGroup } from '#domain/identity/roles.ts';
import { constantsPage, rulesPage } from '../test/specification/rules/pages.ts';

import { settingsExample, settingsPage } from './print-docs/settings-pages.ts';

const ROOT = join(import.meta.dirname, '..');
const NOTE = 'Printed by `npm run print-docs`; a test fails when it is stale. Do not edit.';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

const ACCESS = { staff: 'staff', open: 'any caller', signer: 'the holder of the link', device: 'a paired tablet' } as const;

/** Refusals common to all endpoints of a kind are listed once, above the tables. */
function endpointsPage(): string {
  const everywhere = OPERATIONS.map(({ endpoint }) => refusalsOf(endpoint)).reduce((shared, codes) =>
    shared.filter((code) => codes.includes(code)),
  );
  const subjects = SUBJECTS.map(({ title, operations }) => {
    const rows = operations.map(({ id, endpoint }) => [
      `\`${endpoint.method} ${endpoint.path}\``,
      summaryOf(id, endpoint, 'en'),
      endpoint.action === undefined ? ACCESS[endpoint.access] : ACTION_NAMES[endpoint.action].en.toLowerCase(),
      endpoint.binary === undefined ? String(endpoint.status) : `${endpoint.status}, a file`,
      endpoint.errors.map((code) => `\`${code}\``).join(' ') || '–',
    ]);
    return `## ${title.en}\n\n${table(['call', 'what', 'who may', 'answers', 'own refusals'], rows)}`;
  });
  return [
    '# Endpoints',
    NOTE,
    `${OPERATIONS.length} calls. Fields, examples and all refusals: \`/api/docs\` and \`/api/openapi.json\` of a running server.`,
    `Every call may also answer ${everywhere.map((code) => `\`${code}\``).join(', ')}, and what session, role and the shape of its input are refused with.`,
    ...subjects,
    '',
  ].join('\n\n');
}

/** A user of a group at dealer `D`, with every folder type or read-only in the brand. */
function actorOf(group: RoleGroup, permissions: string[]): Actor {
  const role = ROLES.find((candidate) => GROUP_OF_ROLE[candidate] === group);
  if (role === undefined) throw new Error(`No role is in the group ${group}`);
  return { id: 1, login: 'me', authorities: [role], hstList: ['D'], brands: [{ brand: 'bmw', permissions }] };
}

const WRITING = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'];
const MINE: Target = { hst: 'D', brand: 'bmw', folderType: 'SALE_NEW', createdBy: 'me', hstList: ['D'] };

/** Conditions that restrict a granted permission; each is evaluated by the decision code itself. */
const CONDITIONS: readonly (readonly [actions: RegExp, words: string, target: Target])[] = [
  [/^dossier\.delete$/, 'without folders', { numberOfFolders: 1 }],
  [/^folder\.delete$/, 'without documents', { numberOfDocuments: 1 }],
  [/^folder\.delete$/, 'without a job number', { jobId: 'J' }],
  [/^document\.delete$/, 'until signing was started', { signingStarted: true }],
  [/^document\.delete$/, 'drafts alone', { draft: false }],
  [/^user\.(create|edit)$/, 'dealer roles only', { authorities: ['ROLE_ADMIN'] }],
];

const REACH_WORDS = { all: 'all', own: 'own scope', created: 'what it created', no: '–' } as const;

function cell(action: Action, group: RoleGroup): string {
  const reach = PERMISSIONS[action][group];
  if (reach === 'no') return REACH_WORDS.no;
  const actor = actorOf(group, WRITING);
  const limits = CONDITIONS.filter(
    ([actions, , target]) => actions.test(action) && !may(actor, action, { ...MINE, ...target }).ok,
  );
  return [REACH_WORDS[reach], ...limits.map(([, words]) => words)].join(', ');
}

function permissionsPage(): string {
  const rows = ACTIONS.map((action) => [
    `${ACTION_NAMES[action].en} (\`${action}\`)`,
    ...ROLE_GROUPS.map((group) => cell(action, group)),
  ]);
  const readOnly = ACTIONS.filter(
    (action) => mayEver(actorOf('dealer', WRITING), action).ok && !mayEver(actorOf('dealer', [READONLY]), action).ok,
  );
  const exits = ROLE_GROUPS.filter((group) => canRead(actorOf(group, WRITING), 'bmw', 'VEHICLE_EXIT_REQUEST'));
  const words = (groups: readonly RoleGroup[]): string => groups.map((group) => ROLE_GROUP_NAMES[group].en).join(', ');
  return [
    '# Permissions',
    NOTE,
    'The permission table as `src/domain/access.ts` decides it, for browser and server alike. A user with several roles may do what any of them allows.',
    table(
      ['group', 'roles'],
      ROLE_GROUPS.map((group) => [
        ROLE_GROUP_NAMES[group].en,
        ROLES.filter((role) => GROUP_OF_ROLE[role] === group)
          .map((role) => `\`${role}\``)
          .join(' '),
      ]),
    ),
    table(['may', ...ROLE_GROUPS.map((group) => ROLE_GROUP_NAMES[group].en)], rows),
    '**Own scope**: a customer by dealer; a folder by dealer, brand and folder type; a document by its folder; users by dealer; licences and activations by the legal entities of those dealers, and what is changed of them by dealer. **What it created**: own scope, narrowed to rows the account made itself.',
    `**Vehicle exit requests** (\`VEHICLE_EXIT_REQUEST\`): ${words(exits)}; nobody else, whatever the permissions say.`,
    `**Read-only** (\`READONLY\`) in a brand shows all its other folder types and refuses every write there. In every brand it refuses, before anything is loaded: ${readOnly.map((action) => `\`${action}\``).join(', ')}.`,
    'A role that may never do something is told so (403). What does not exist and what is not yours give the same answer (404).',
    '',
  ].join('\n\n');
}

/** What is printed from the code, by path below the repository. */
export const printedPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/generated/endpoints.md', endpointsPage()],
    ['docs/generated/permissions.md', permissionsPage()],
    ['docs/generated/rules.md', rulesPage()],
    ['docs/generated/constants.md', constantsPage()],
    ['docs/generated/settings.md', settingsPage(NOTE)],
    ['deploy/.env.example', settingsExample()],
  ]);

export async function printDocs(): Promise<number> {
  await mkdir(join(ROOT, 'docs/generated'), { recursive: true });
  for (const [name, text] of printedPages()) {
    await writeFile(join(ROOT, name), text);
    console.log(name);
  }
  return 0;
}
