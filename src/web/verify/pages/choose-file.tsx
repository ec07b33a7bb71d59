/** The first state: the visitor drops or chooses a file, and reads beforehand what will be checked. */
import { IconFileSearch } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { sizeText } from '../../shared/chrome/format.ts';
import { MAX_CHECKED_BYTES } from '../check/check-file.ts';
import { useTexts } from '../text/load-texts.ts';
import { CheckList } from './check-list.tsx';

export function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const { choose, language } = useTexts();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [hasSeveralFiles, setSeveralFiles] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    setSeveralFiles(event.dataTransfer.files.length > 1);
  };
  return (
    <div className="choose">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the input inside does the same */}
      <div
        className="card drop"
        data-over={isDraggedOver || undefined}
        onDragOver={() => setDraggedOver(true)}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={onDrop}
      >
        <IconFileSearch aria-hidden="true" />
        <p className="drop-words">
          <strong>{choose.drop}</strong> {choose.or}
        </p>
        <label className="button button-primary">
          {choose.button}
          <input
            type="file"
            className="visually-hidden"
            accept=".pdf,application/pdf"
            aria-describedby="limite"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
            }}
          />
        </label>
        <p id="limite" className="caption">
          {choose.limit(sizeText(MAX_CHECKED_BYTES, language.locale))}
        </p>
        <p className="error" role="alert">
          {hasSeveralFiles ? choose.many : ''}
        </p>
      </div>
      <CheckList />
    </div>
  );
}
