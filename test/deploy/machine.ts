/** A simulated machine for install, update and rollback: a folder in place of `/`, a systemctl that records its calls, small releases. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const deploy = join(import.meta.dirname, '../../deploy');

const SYSTEMCTL = `#!/bin/sh
echo "$*" >>"$FASCICOLO_ROOT/asked"
for last; do :; done
case $1 in
  start | restart | stop) [ ! -e "$FASCICOLO_ROOT/fails-$last" ] || exit 1 ;;
  show) if [ -e "$FASCICOLO_ROOT/ends-$(readlink "$FASCICOLO_ROOT/opt/fascicolo/current")" ]; then echo 3; else echo 0; fi ;;
esac
`;

/** Its health depends on a file, so that a test decides which release starts successfully. */
const COMMAND = `#!/bin/sh
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case $1 in
  release) cat "$home/RELEASE" ;;
  health) [ ! -e "$FASCICOLO_ROOT/sick-$(cat "$home/RELEASE")" ] ;;
esac
`;

export interface CommandResult {
  readonly code: number | null;
  readonly said: string;
}

export class Machine {
  readonly root = mkdtempSync(join(tmpdir(), 'fascicolo-machine-'));
  readonly #releases = mkdtempSync(join(tmpdir(), 'fascicolo-releases-'));
  readonly opt = join(this.root, 'opt/fascicolo');

  constructor() {
    mkdirSync(join(this.root, 'bin'));
    this.#executable(join(this.root, 'bin/systemctl'), SYSTEMCTL);
  }

  #executable(path: string, text: string): void {
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  }

  /**
   * @param migrations name and first line of each.
   * @param reportedVersion version that the release reports.
   * @returns the unpacked release and its archive.
   */
  release(
    name: string,
    migrations: Record<string, 'compatible' | 'breaking'> = {},
    reportedVersion = name,
  ): { folder: string; archive: string } {
    const folder = join(this.#releases, `fascicolo-${name}`);
    mkdirSync(join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'db/migrations'), { recursive: true });
    cpSync(deploy, join(folder, 'deploy'), { recursive: true, filter: (path) => !path.endsWith('/etc') });
    writeFileSync(join(folder, 'RELEASE'), `${reportedVersion}\n`);
    writeFileSync(join(folder, 'deploy/systemd/fascicolo.service'), `# of ${name}\n`);
    for (const [file, kind] of Object.entries(migrations)) {
      writeFileSync(join(folder, 'db/migrations', file), `--! ${kind}\nSELECT 1;\n`);
    }
    this.#executable(join(folder, 'bin/fascicolo'), COMMAND);
    const archive = `${folder}.tar.gz`;
    spawnSync('tar', ['-czf', archive, '-C', this.#releases, `fascicolo-${name}`]);
    const { stdout } = spawnSync('sha256sum', [archive], { encoding: 'utf8' });
    writeFileSync(`${archive}.sha256`, stdout);
    return { folder, archive };
  }

  run(script: string, ...args: string[]): CommandResult {
    const env = {
      PATH: `${join(this.root, 'bin')}:${process.env.PATH}`,
      ...{ FASCICOLO_ROOT: this.root, FASCICOLO_PATIENCE: '0', FASCICOLO_SETTLE: '0' },
    };
    const { status, stdout, stderr } = spawnSync(script, args, { encoding: 'utf8', env });
    return { code: status, said: `${stdout}${stderr}` };
  }

  /** Runs the update of the current release. */
  update(...args: string[]): CommandResult {
    return this.run(join(this.opt, 'current/deploy/update'), ...args);
  }

  rollBack(): CommandResult {
    return this.run(join(this.opt, 'current/deploy/back'));
  }

  /** `sick-RELEASE`: does not answer; `ends-RELEASE`: its jobs process ends; `fails-UNIT`: cannot be started. */
  mark(name: string): void {
    writeFileSync(join(this.root, name), '');
  }

  /** The targets of the links. */
  links(): { current: string | null; previous: string | null } {
    const at = (name: string) => (existsSync(join(this.opt, name)) ? readlinkSync(join(this.opt, name)) : null);
    return { current: at('current'), previous: at('previous') };
  }

  /** The release whose unit systemd has. */
  unit(): string {
    return readFileSync(join(this.root, 'etc/systemd/system/fascicolo.service'), 'utf8').trim();
  }

  /** The calls of systemctl since the last look, without queries. */
  systemctlCalls(): string[] {
    const path = join(this.root, 'asked');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    rmSync(path, { force: true });
    return lines.filter((line) => !/^(show|is-active|daemon-reload)/.test(line));
  }

  close(): void {
    for (const folder of [this.root, this.#releases]) rmSync(folder, { recursive: true, force: true });
  }
}
