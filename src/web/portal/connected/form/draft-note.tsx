/** What an earlier visit left in a form; the note is fetched when there is something. */
import { fetchedNote } from './fetched-note.tsx';
import type { useFormDraft } from './use-form-draft.ts';

export const DraftNote = fetchedNote('draft', async () => (await import('./draft/draft-note.tsx')).DraftNote);

/** Offers what a form kept as it was typed; `onResume` puts it back. */
export function DraftOffer<V extends object>(props: {
  draft: Pick<ReturnType<typeof useFormDraft<V>>, 'offered' | 'take' | 'discard'>;
  onResume: (values: V) => void;
}) {
  const { offered, take, discard } = props.draft;
  if (!offered) return null;
  const resume = () => {
    props.onResume(offered.values);
    take();
  };
  return <DraftNote at={offered.at} onResume={resume} onDiscard={discard} />;
}
