/** Starts the signature of several documents with one link and one code; who signs for the dealer is asked first where nobody knows (P-6). */
import { useTranslation } from 'react-i18next';
import { startSign } from '#contract/calls/signing.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { useStart } from './asked/use-start.ts';
import { showRefusedPage } from './refused-page/refused-page.ts';

/** @returns null from the mutation when it is asked first who signs for the dealer. */
export function useStartTogether() {
  const { t } = useTranslation();
  return useStart<{ ids: readonly number[] }, DocumentRow>({
    words: ({ ids: { length: count } }) => ({
      doing: t('documentDialogs.together.doing', { count }),
      done: t('documentDialogs.together.done', { count }),
      failed: (failure) => {
        const title = t('documentDialogs.together.failed');
        return showRefusedPage(title, failure) ? null : title;
      },
    }),
    detail: () => t('documentDialogs.together.detail'),
    send: ({ ids: [first = 0, ...together] }, start) => start(startSign, first, { together }),
    call: startSign,
  });
}
