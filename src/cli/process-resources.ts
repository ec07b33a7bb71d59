/** Measures the resources of a process and its children, from Linux's /proc. */
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';

/** Clock ticks per second in /proc (proc(5): USER_HZ). */
const TICKS = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The second field is a name in parentheses, which may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, pastUser = 0, pastSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at]);
  return { pid, parent, ticks: user + system + pastUser + pastSystem };
}

async function treeOf(root: number): Promise<Stat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = (await Promise.all(pids.map(statOf))).filter((stat) => stat !== null);
  const tree = stats.filter(({ pid }) => pid === root);
  for (const member of tree) tree.push(...stats.filter(({ parent }) => parent === member.pid));
  return tree;
}

/** CPU milliseconds used by a process, its children and its reaped children. */
export async function cpuMs(pid: number): Promise<number> {
  // This process's children are measured separately.
  const counted = pid === process.pid ? [await statOf(pid)] : await treeOf(pid);
  return counted.reduce((sum, stat) => sum + ((stat?.ticks ?? 0) * 1000) / TICKS, 0);
}

/** CPU milliseconds of a process's first thread: in Node the one that handles requests. */
export async function mainThreadMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user + system) * 1000) / TICKS;
}

/** A child that runs the same program shares the pages of program and libraries with the first process: count them once. */
async function memoryBytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const program = await programOf(pid);
  let sum = 0;
  for (const member of await treeOf(pid)) {
    const status = await readFile(`/proc/${member.pid}/status`, 'utf8').catch(() => '');
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
    const sharesPages = member.pid !== pid && program !== null && (await programOf(member.pid)) === program;
    sum += bytes(field) - (sharesPages ? bytes('RssFile') : 0);
  }
  return sum;
}

const programOf = (pid: number): Promise<string | null> => readlink(`/proc/${pid}/exe`).catch(() => null);

/** Resident bytes of a process and its children. */
export const residentBytes = (pid: number): Promise<number> => memoryBytes(pid, 'VmRSS');

/** Peak memory of a process and its children during some work: the kernel records it, no polling needed. */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  // proc(5): 5 resets the peak to the current value.
  for (const member of await treeOf(pid)) await writeFile(`/proc/${member.pid}/clear_refs`, '5');
  await work();
  return memoryBytes(pid, 'VmHWM');
}
