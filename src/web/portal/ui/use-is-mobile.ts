/** Whether there is room for only a few buttons: a page then shows its primary action and puts the others in one menu. */
import { useMediaQuery } from '@mantine/hooks';

export function useIsMobile(): boolean {
  return useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
}
