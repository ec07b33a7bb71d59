/** What commands print with wrong arguments, in both languages: the usage, on standard error, with exit code 2. */
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';
import { backup, restore } from '../backup.ts';
import { custodian } from '../custodian.ts';
import { directories } from '../directories/directories.ts';
import { doctor } from '../doctor/doctor.ts';
import { expert } from '../expert.ts';
import { files } from '../files/files.ts';
import { folderTypes } from '../folder-types.ts';
import { migrate } from '../migrate.ts';
import { papers } from '../papers.ts';
import { revoke } from '../revoke.ts';
import { verify } from '../verify.ts';
import { verifyEvidence } from '../verify-evidence.ts';

afterEach(() => vi.restoreAllMocks());

const COMMANDS = {
  ...{ backup, restore, custodian, directories, doctor, expert, files, migrate, papers, revoke, verify },
  ...{ 'folder-types': folderTypes, 'verify-evidence': verifyEvidence },
};

/** Words of one language that any sentence of it has. */
const ITALIAN = / (?:della|delle|il|dove|non|oppure|dell’\w+) /;
const ENGLISH = / (?:the|of|where|with) /;

it.each(Object.entries(COMMANDS))('%s', async (name, command) => {
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const asked = async (locale: string) => {
    printed.length = 0;
    const { code, said } = await runCommand(command, ['--no-such-option'], { LC_ALL: locale });
    return { code, text: said + printed.join('') };
  };
  const [italian, english] = [await asked('it_IT.UTF-8'), await asked('C')];
  expect([italian.code, english.code]).toEqual([2, 2]);
  expect(italian.text).toMatch(new RegExp(`^Uso: .*${name}\\b`));
  expect(english.text).toMatch(new RegExp(`^Usage: .*${name}\\b`));
  expect(english.text).not.toMatch(ITALIAN);
  expect(italian.text).not.toMatch(ENGLISH);
  const options = (text: string) => [...new Set(text.match(/--[a-z-]+/g))].sort();
  expect(options(english.text)).toEqual(options(italian.text));
});
