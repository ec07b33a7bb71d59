/**
 * A dialog kept in the address as `?name=value`: a link opens it, and it is still open after a reload or a new sign-in.
 * Other parameters, including the list's search, stay unchanged.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;

/** Adds the parameter to the address; for links and for `navigate`. Addresses are plain strings: the router has no types for them. */
export const dialogLink = (name: string, value: string | number | undefined) => ({
  to: '.' as const,
  search: ((before: Search) => ({ ...before, [name]: value === undefined ? undefined : String(value) })) as never,
  state: true as const,
  resetScroll: false,
});

export type DialogLink = ReturnType<typeof dialogLink>;

export interface DialogParam {
  /** `new`, an id or another word; null while the dialog is closed. */
  value: string | null;
  /** The value as an id; null when it is not one. */
  id: number | null;
  open: (value?: string | number) => void;
  close: () => void;
  /** Closes this dialog and opens another one of the same page in one step. */
  switchTo: (name: string, value: number) => void;
}

/** @param history `push`: Back closes the dialog. `replace`: it shares the page's entry, and Back leaves the page. */
export function useDialogParam(name: string, history: 'push' | 'replace' = 'push'): DialogParam {
  const navigate = useNavigate();
  const value = (useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>)[name] || null;
  return {
    value,
    id: value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null,
    open: (next = '1') => void navigate({ ...dialogLink(name, next), replace: history === 'replace' }),
    close: () => void navigate({ ...dialogLink(name, undefined), replace: true }),
    switchTo: (other, next) =>
      void navigate({
        ...dialogLink(name, undefined),
        search: ((before: Search) => ({ ...before, [name]: undefined, [other]: String(next) })) as never,
        replace: true,
      }),
  };
}
