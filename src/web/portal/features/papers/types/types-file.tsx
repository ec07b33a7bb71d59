/** A file of folder types: chosen, previewed and applied. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../text/numbers.ts';
import { Card } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/inputs/file-drop.tsx';
import { TypesPreview } from './types-preview.tsx';

/** Written into JSON once more, it stays below what the call takes. */
const MAX_BYTES = 2 * 1_048_576;

type Problem = 'many' | 'large' | 'empty' | 'unreadable' | 'encoding';

export function TypesFile() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const latest = useRef<File | null>(null);
  const readChosen = async (chosen: File | null) => {
    latest.current = chosen;
    setFile(chosen);
    setText(null);
    setProblem(null);
    if (chosen === null) return;
    if (chosen.size === 0) return setProblem('empty');
    if (chosen.size > MAX_BYTES) return setProblem('large');
    const bytes = await chosen.arrayBuffer().catch(() => null);
    // Another one may have been chosen while this one was read.
    if (latest.current !== chosen) return;
    if (bytes === null) return setProblem('unreadable');
    try {
      setText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      // Letters with accents would become signs without meaning.
      setProblem('encoding');
    }
  };
  const max = formatSize(MAX_BYTES);
  return (
    <>
      <Card title={t('folderTypes.load')}>
        <div className="stack">
          <FileDrop
            label={t('folderTypes.file')}
            hint={t('folderTypes.hint', { max })}
            accept=".json,application/json"
            required={false}
            file={file}
            error={problem === null ? undefined : t(`folderTypes.${problem}`, { max })}
            onFile={(chosen) => void readChosen(chosen)}
            onTooMany={() => setProblem('many')}
          />
        </div>
      </Card>
      {text === null ? null : <TypesPreview key={text} text={text} onApplied={() => void readChosen(null)} />}
    </>
  );
}
