/** The draft of an earlier visit to a form; the note is loaded only when there is one. */
import { lazyExtra } from '../lazy-part.tsx';
import type { useFormDraft } from './use-form-draft.ts';

export const DraftNote = lazyExtra(async () => (await import('./draft/draft-note.tsx')).DraftNote, 'draft');

/** Offers the form's kept input; `onResume` restores it. */
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
