/** Determines what `sc` and `scn` set (ISO 32000-2, 8.6.8), by the current colour space. */
import { refuse } from './content-fault.ts';
import type { Operands } from './operands.ts';
import type { ColourSpace, Scope } from './resource-scope.ts';
import { GRAY, INHERITED } from './tracked-state.ts';

/**
 * @returns the edit that makes the operator plain: none, drop the operator, or keep only the first of its
 * numbers. @throws ContentFault
 */
export function colourChange(operands: Operands, space: ColourSpace, scope: Scope): 'none' | 'drop' | 'one' {
  const { count } = operands;
  // No operands, no effect.
  if (count === 0) return 'drop';
  const hasName = operands.isName(count - 1);
  const numbers = hasName ? count - 1 : count;
  if (!operands.areNumbers(numbers)) refuse('a colour that is no number');
  if (hasName) {
    const pattern = scope.pattern(operands.name(count - 1)) ?? refuse('a pattern that is not there');
    if (!space.isPattern && space !== INHERITED) refuse('a pattern where a colour should be');
    if (pattern !== 'uncoloured' && numbers > 0) refuse('a pattern with a colour besides its own');
    if (pattern === 'uncoloured' && space !== INHERITED && numbers !== space.components)
      refuse('a pattern of another colour');
    return 'none';
  }
  if (space.isPattern) refuse('a colour where a pattern should be');
  if (numbers === space.components || space === INHERITED) return 'none';
  // The same grey expressed by one number or by three.
  if (space !== GRAY || numbers !== 3 || !operands.areEqual()) refuse('a colour of another space');
  return 'one';
}
