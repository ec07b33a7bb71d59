/** The product's dialog: the browser's own, so that focus stays inside and goes back; full height on a phone (DESIGN.md §4). */
import { type MantineThemeOverride, MantineThemeProvider } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

const inside = { withinPortal: false, floatingStrategy: 'fixed' } as const;
/** Only what stands inside the browser's dialog is above it: what opens from a field stays there. */
const inDialog: MantineThemeOverride = {
  components: {
    Autocomplete: { defaultProps: { comboboxProps: inside } },
    Select: { defaultProps: { comboboxProps: inside } },
    MultiSelect: { defaultProps: { comboboxProps: inside } },
    Menu: { defaultProps: inside },
    Tooltip: { defaultProps: inside },
  },
};

/** Where the focus begins: the field that is asked for, else the first one of a form, else the title (DESIGN.md §4). */
function firstOf(dialog: HTMLDialogElement | null): HTMLElement | null {
  // A list to choose from is readonly too, but not fixed; of radio buttons the chosen one, as with the Tab key.
  const fixed = '[readonly]:not([role="combobox"])';
  const passed = `[type="hidden"], :disabled, ${fixed}, fieldset:has(:checked) [type="radio"]:not(:checked)`;
  const field = `form :is(input, textarea, select):not(${passed})`;
  const asked = dialog?.querySelector<HTMLElement>('[data-first]');
  return asked ?? dialog?.querySelector<HTMLElement>(field) ?? dialog?.querySelector('h2') ?? null;
}

/** 480 confirmation, 620 QR, 760 forms, 1180 a form with its paper beside it. */
export type DialogWidth = 480 | 620 | 760 | 1180;

/** Pixels of the window from which on a dialog has room for a paper beside its form. */
export const PREVIEW_ROOM = 1200;

export function Dialog(props: {
  opened: boolean;
  title: string;
  width: DialogWidth;
  /** While work is under way the dialog does not close. */
  busy?: boolean;
  /** It does not close by itself: `onClose` asks first, whether what is unsaved may be lost. */
  held?: boolean;
  onClose: () => void;
  /** Buttons at the right of the foot: Annulla, then the action. */
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
  // One that leaves the page while it is open gives the focus back too: closed before its element goes.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-width={props.width}
      data-toasts
      aria-labelledby={title}
      // Escape in an open list of choices closes the list alone: the dialog is asked next.
      onKeyDown={(event) => {
        const listed = event.target instanceof Element && event.target.closest('[aria-expanded="true"]');
        if (event.key === 'Escape' && listed) event.preventDefault();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        // The page decides: closed by the browser first, it would stay shut if it is asked for again before the page has heard.
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current || !opened) return;
        // A browser lets nobody hold a dialog twice in a row.
        if (held) dialog.current.showModal();
        onClose();
      }}
    >
      {opened ? (
        <MantineThemeProvider theme={inDialog} inherit>
          <Head id={title} title={props.title} busy={busy} onClose={onClose} />
          <div className={classes.body}>{props.children}</div>
          {props.foot ? <footer className={classes.foot}>{props.foot}</footer> : null}
        </MantineThemeProvider>
      ) : null}
    </dialog>
  );
}

function Head(props: { id: string; title: string; busy: boolean | undefined; onClose: () => void }) {
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
