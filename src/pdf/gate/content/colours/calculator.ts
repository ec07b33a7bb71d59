/** Runs calculator functions (ISO 32000-2, 7.10.5). */
import { refuse } from '../content-fault.ts';

type Word = number | string | readonly Word[];

const MAX_STACK = 100;
const MAX_STEPS = 100_000;
const DEGREES = 180 / Math.PI;

/** @param source with its outer braces and only known operators. @returns the stack at the end. @throws ContentFault */
export function calculated(source: string, inputs: readonly number[]): number[] {
  const words = source.match(/[{}]|[^\s{}]+/g) ?? [];
  const [program] = parsed(words, 0);
  const stack = [...inputs];
  run((program[0] ?? []) as readonly Word[], stack, { steps: 0 });
  return stack;
}

function parsed(words: readonly string[], from: number): [Word[], number] {
  const block: Word[] = [];
  let at = from;
  while (at < words.length && words[at] !== '}') {
    const word = words[at] as string;
    if (word === '{') {
      const [inner, end] = parsed(words, at + 1);
      block.push(inner);
      at = end + 1;
    } else {
      block.push(Number.isNaN(Number(word)) ? word : Number(word));
      at++;
    }
  }
  return [block, at];
}

const truth = (value: boolean): number => (value ? 1 : 0);
const UNARY: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  ceiling: Math.ceil,
  cos: (a) => Math.cos(a / DEGREES),
  cvi: Math.trunc,
  cvr: (a) => a,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log10,
  neg: (a) => -a,
  not: (a) => truth(a === 0),
  round: Math.round,
  sin: (a) => Math.sin(a / DEGREES),
  sqrt: Math.sqrt,
  truncate: Math.trunc,
};
const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  and: (a, b) => a & b,
  atan: (a, b) => (Math.atan2(a, b) * DEGREES + 360) % 360,
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
  div: (a, b) => a / b,
  eq: (a, b) => truth(a === b),
  exp: (a, b) => a ** b,
  ge: (a, b) => truth(a >= b),
  gt: (a, b) => truth(a > b),
  idiv: (a, b) => Math.trunc(a / b),
  le: (a, b) => truth(a <= b),
  lt: (a, b) => truth(a < b),
  mod: (a, b) => a % b,
  mul: (a, b) => a * b,
  ne: (a, b) => truth(a !== b),
  or: (a, b) => a | b,
  sub: (a, b) => a - b,
  xor: (a, b) => a ^ b,
};

function run(block: readonly Word[], stack: number[], work: { steps: number }): void {
  const pop = (): number => stack.pop() ?? refuse('a calculator that takes more than there is');
  for (const [index, word] of block.entries()) {
    work.steps++;
    if (stack.length > MAX_STACK || work.steps > MAX_STEPS) refuse('a calculator that does not end');
    if (typeof word === 'number') stack.push(word);
    else if (typeof word !== 'string') continue;
    else if (UNARY[word]) stack.push(UNARY[word](pop()));
    else if (BINARY[word]) {
      const second = pop();
      stack.push(BINARY[word](pop(), second));
    } else if (word === 'if') {
      if (pop() !== 0) run(blockAt(block, index - 1), stack, work);
    } else if (word === 'ifelse') run(blockAt(block, index - (pop() === 0 ? 1 : 2)), stack, work);
    else arrange(word, stack, pop);
  }
}

const blockAt = (block: readonly Word[], index: number): readonly Word[] => {
  const inner = block[index];
  return Array.isArray(inner) ? inner : refuse('a malformed calculator');
};

function arrange(word: string, stack: number[], pop: () => number): void {
  if (word === 'true' || word === 'false') stack.push(truth(word === 'true'));
  else if (word === 'pop') pop();
  else if (word === 'dup') stack.push(...stack.slice(-1));
  else if (word === 'exch') {
    const [last, before] = [pop(), pop()];
    stack.push(last, before);
  } else if (word === 'copy') {
    const count = pop();
    if (count > 0) stack.push(...stack.slice(-count));
  } else if (word === 'index') {
    const depth = pop();
    stack.push(stack.at(-1 - depth) ?? refuse('a calculator that takes more than there is'));
  } else if (word === 'roll') {
    const [turns, count] = [pop(), pop()];
    if (count < 1 || count > stack.length) return;
    const part = stack.splice(-count);
    const shift = ((turns % count) + count) % count;
    stack.push(...part.slice(count - shift), ...part.slice(0, count - shift));
  }
}
