/** Signs the documents one after the other: a failure is reported for its document, and the rest continue. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveOwnSignature } from '#contract/calls/signing.ts';
import { pageRanges } from '#domain/signing/trail/page-ranges.ts';
import { ask } from '../../../api/client.ts';
import { ownSignatureQuery } from '../../../api/queries/own-signature.ts';
import { useAct } from '../../../connected/act/use-act.ts';
import type { Paper } from './papers-to-sign.ts';

/** By signature id: why it was not signed. */
export type Failures = ReadonlyMap<number, unknown>;

const bodyOf = (papers: readonly Paper[]) => ({
  points: papers.flatMap(({ reading }) => reading.points),
  shown: papers.map(({ document }) => document.sha256),
  seen: papers.map(({ document, reading }) => ({ sha256: document.sha256, pages: pageRanges(reading.pages) })),
});

export function useSignAll() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failures, setFailures] = useState<Failures>(new Map());
  const sign = useAct({
    words: (papers: readonly Paper[]) => ({
      doing: t('ownSignature.signing'),
      done: (failed: Failures) => {
        if (failed.size > 0) return null;
        return t(papers.length === 1 ? 'ownSignature.signedToast' : 'ownSignature.signedManyToast');
      },
    }),
    send: async (papers) => {
      const failed = new Map<number, unknown>();
      for (const [id, papersOfAct] of Map.groupBy(papers, ({ act }) => act)) {
        await ask(giveOwnSignature, { path: { id }, body: bodyOf(papersOfAct) }).then(
          (answer) => client.setQueryData(ownSignatureQuery(id).queryKey, answer),
          (failure: unknown) => failed.set(id, failure),
        );
      }
      setFailures(failed);
      return failed;
    },
    call: giveOwnSignature,
    waits: true,
  });
  return { sign, failures };
}
