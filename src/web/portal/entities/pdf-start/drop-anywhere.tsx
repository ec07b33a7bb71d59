/** A PDF dropped on any page of the portal starts a document; a file dropped elsewhere never replaces the page. */
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { useSession } from '../../api/session.tsx';
import { lazyExtra } from '../../connected/lazy-part.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './drop-anywhere.module.css';

const StartDialog = lazyExtra(async () => (await import('./start-dialog.tsx')).StartDialog, 'pdfStart');

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
/** The wizard has its own drop area, and an open dialog waits for its answer. */
const isOccupied = () =>
  window.location.pathname.startsWith('/app/wizard/') || document.querySelector('dialog:modal') !== null;

export function DropAnywhere() {
  const { t } = useTranslation();
  const { account } = useSession();
  const [isOver, setIsOver] = useState(false);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const mayCreate = mayEver(account, 'document.create').ok;
  useEffect(() => {
    // Entering a child element leaves its parent: the drag is over the window while there are more enter than leave
    // events.
    let entered = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      entered += 1;
      if (mayCreate && !isOccupied()) setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      entered = Math.max(0, entered - 1);
      if (entered === 0) setIsOver(false);
    };
    const allow = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      entered = 0;
      setIsOver(false);
      // A drop area on the page has handled it.
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      if (mayCreate && !isOccupied()) setFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: allow, drop } as const;
    for (const [name, listen] of Object.entries(listeners)) window.addEventListener(name as 'drop', listen);
    return () => {
      for (const [name, listen] of Object.entries(listeners)) window.removeEventListener(name as 'drop', listen);
    };
  }, [mayCreate]);
  return (
    <>
      {isOver ? (
        <div className={classes.veil} aria-hidden="true">
          <span className={classes.sign}>
            <IconFileUpload size={28} stroke={1.7} />
            {t('dashboard.dropPdf')}
          </span>
        </div>
      ) : null}
      {files ? <StartDialog files={files} onClose={() => setFiles(null)} /> : null}
    </>
  );
}

/** The alternative for keyboard users: an ordinary file button. */
export function StartFromPdf() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  return (
    <>
      <SmallButton
        ref={button}
        leftSection={<IconFileUpload size={16} stroke={1.8} />}
        onClick={() => input.current?.click()}
      >
        {t('dashboard.fromPdf')}
      </SmallButton>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,application/pdf"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          // Lets the user choose the same file again.
          event.target.value = '';
          if (chosen.length > 0) setFiles(chosen);
        }}
      />
      {files ? (
        <StartDialog
          files={files}
          onClose={() => {
            setFiles(null);
            button.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
