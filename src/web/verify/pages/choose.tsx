/** The first state: the visitor drops or chooses a file, and reads beforehand what will be checked. */
import { IconFileSearch } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { sizeText } from '../../shared/chrome/format.ts';
import { MAX_CHECKED_BYTES } from '../check/check-file.ts';
import { useWords } from '../text/words.ts';
import { Checks } from './checks.tsx';

export function Choose({ onFile }: { onFile: (file: File) => void }) {
  const { choose, language } = useWords();
  const [over, setOver] = useState(false);
  const [many, setMany] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setMany(event.dataTransfer.files.length > 1);
  };
  return (
    <div className="choose">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the input inside does the same */}
      <div
        className="card drop"
        data-over={over || undefined}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
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
          {many ? choose.many : ''}
        </p>
      </div>
      <Checks />
    </div>
  );
}
