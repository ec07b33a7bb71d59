/** Starts the signature of several documents with one link and one code; who signs for the dealer is asked first where nobody knows (P-6). */
import { useTranslation } from 'react-i18next';
import { startSign } from '#contract/calls/signing.ts';
import { ask } from '../api/client.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { useAct } from './act/use-act.ts';
import { orAskSigners } from './asked/missing-signers.ts';
import type { ChosenSigners } from './document-work.ts';
import { showRefusedPage } from './refused-page/refused-page.ts';

interface Start {
  ids: readonly number[];
  /** Once they were asked for. */
  signers?: ChosenSigners;
}

const send = ({ ids: [first = 0, ...together], signers }: Start): Promise<DocumentRow> =>
  ask(startSign, { path: { id: first }, body: { together, ...(signers && { signers }) } });

/** @returns null from the mutation when it is asked first who signs for the dealer. */
export function useStartTogether() {
  const { t } = useTranslation();
  const words = ({ ids: { length: count } }: Start) => ({
    doing: t('documentDialogs.together.doing', { count }),
    done: (row: DocumentRow | null) => row && t('documentDialogs.together.done', { count }),
    failed: (failure: unknown) => {
      const title = t('documentDialogs.together.failed');
      return showRefusedPage(title, failure) ? null : title;
    },
  });
  const told = { words, detail: () => t('documentDialogs.together.detail'), call: startSign };
  const named = useAct<Start, DocumentRow>({ ...told, send });
  return useAct<Start, DocumentRow | null>({
    ...told,
    send: (start) =>
      orAskSigners(
        start.ids[0] ?? 0,
        () => send(start),
        (signers) => named.mutateAsync({ ...start, signers }),
      ),
  });
}
