/** The product's dialog, based on the native one, so that focus stays inside and returns afterwards; full height on a phone. */
import { type MantineThemeOverride, MantineThemeProvider } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

const inside = { withinPortal: false, floatingStrategy: 'fixed' } as const;
/** Only elements inside the native dialog are above it: keep a field's popups in it. */
const inDialog: MantineThemeOverride = {
  components: {
    Autocomplete: { defaultProps: { comboboxProps: inside } },
    Select: { defaultProps: { comboboxProps: inside } },
    MultiSelect: { defaultProps: { comboboxProps: inside } },
    Menu: { defaultProps: inside },
    Tooltip: { defaultProps: inside },
  },
};

/** Initial focus: the requested field, otherwise the first field of a form, otherwise the title. */
function firstOf(dialog: HTMLDialogElement | null): HTMLElement | null {
  // A select is readonly too, but not fixed; of radio buttons take the checked one, as the Tab key does.
  const fixed = '[readonly]:not([role="combobox"])';
  const passed = `[type="hidden"], :disabled, ${fixed}, fieldset:has(:checked) [type="radio"]:not(:checked)`;
  const field = `form :is(input, textarea, select):not(${passed})`;
  const requestedField = dialog?.querySelector<HTMLElement>('[data-first]');
  return requestedField ?? dialog?.querySelector<HTMLElement>(field) ?? dialog?.querySelector('h2') ?? null;
}

/** 480 confirmation, 620 QR, 760 forms, 1180 a form with its paper next to it. */
export type DialogWidth = 480 | 620 | 760 | 1180;

/** Window width in pixels from which a dialog has room for a paper next to its form. */
export const PREVIEW_ROOM = 1200;

export function Dialog(props: {
  opened: boolean;
  title: string;
  width: DialogWidth;
  /** The dialog cannot be closed while the action runs. */
  busy?: boolean;
  /** `onClose` decides whether it closes: unsaved input may be lost. */
  held?: boolean;
  onClose: () => void;
  /** Buttons on the right of the footer: Annulla, then the action. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { opened, busy, held, onClose } = props;
  useEffect(() => {
    if (opened && !dialog.current?.open) {
      dialog.current?.showModal();
      firstOf(dialog.current)?.focus();
    }
    if (!opened) dialog.current?.close();
  }, [opened]);
  // A dialog unmounted while open must return the focus too: close it before its element is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      style={{ '--width': `${props.width}px` } as CSSProperties}
      data-toasts
      data-preview={props.width === 1180 || undefined}
      aria-labelledby={title}
      // Escape in an open list of choices closes only the list, not the dialog.
      onKeyDown={(event) => {
        const listed = event.target instanceof Element && event.target.closest('[aria-expanded="true"]');
        if (event.key === 'Escape' && listed) event.preventDefault();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        // The page decides: if the browser closed it first, the dialog would stay closed when reopened before the page
        // gets the event.
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || !opened) return;
        // Browsers do not let a page prevent closing twice in a row.
        if (held) dialog.current.showModal();
        onClose();
      }}
    >
      {opened ? (
        <MantineThemeProvider theme={inDialog} inherit>
          <DialogHeader id={title} title={props.title} busy={busy} onClose={onClose} />
          <div className={classes.body}>{props.children}</div>
          {props.foot ? <footer className={classes.foot}>{props.foot}</footer> : null}
        </MantineThemeProvider>
      ) : null}
    </dialog>
  );
}

function DialogHeader(props: { id: string; title: string; busy: boolean | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={classes.head}>
      <h2 id={props.id} className={classes.title} tabIndex={-1}>
        {props.title}
      </h2>
      <button
        type="button"
        className={classes.close}
        aria-label={t('actions.close')}
        disabled={props.busy}
        onClick={props.onClose}
      >
        <IconX size={18} stroke={1.9} />
      </button>
    </header>
  );
}
