/** The product's command-line entry point: `npm run fascicolo -- <command>`. */
import { localize } from './terminal/language.ts';

const COMMANDS: Record<string, () => Promise<(args: string[]) => Promise<number | undefined>>> = {
  verify: async () => (await import('./verify.ts')).verify,
  expert: async () => (await import('./expert.ts')).expert,
  custodian: async () => (await import('./custodian.ts')).custodian,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  migrate: async () => (await import('./migrate.ts')).migrate,
  revoke: async () => (await import('./revoke.ts')).revoke,
  identity: async () => (await import('./identity.ts')).identity,
  admin: async () => (await import('./administrators/administrators.ts')).administrators,
  'folder-types': async () => (await import('./folder-types.ts')).folderTypes,
  trail: async () => (await import('./trail.ts')).trail,
  'verify-evidence': async () => (await import('./verify-evidence.ts')).verifyEvidence,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  files: async () => (await import('./files/files.ts')).files,
  directories: async () => (await import('./directories/directories.ts')).directories,
  papers: async () => (await import('./papers.ts')).papers,
};

const [name = '', ...args] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  const names = Object.keys(COMMANDS).join(', ');
  console.error(localize({ it: `Comandi: ${names}`, en: `Commands: ${names}` }));
  process.exit(2);
}
const run = await load();
process.exitCode = (await run(args)) ?? 0;
