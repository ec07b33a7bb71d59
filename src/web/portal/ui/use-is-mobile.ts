/** Whether there is room for few buttons only: a page then keeps its primary action and puts the others in one menu (DESIGN.md §2). */
import { useMediaQuery } from '@mantine/hooks';

export function usePhone(): boolean {
  return useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
}
