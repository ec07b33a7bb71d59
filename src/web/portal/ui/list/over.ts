/** What is open over a list stands in its address: a link opens it, Back closes it, page, filters and search stay. */
import { useNavigate, useSearch } from '@tanstack/react-router';

/** @param name of the parameter in the address. */
export function useOver(name: string) {
  const navigate = useNavigate();
  const opened = (useSearch({ strict: false }) as Record<string, string | undefined>)[name] ?? null;
  const go = (value: string | undefined, replace: boolean, others: Readonly<Record<string, string>> = {}) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...others, [name]: value }),
      state: true,
      resetScroll: false,
      replace,
    });
  return {
    /** `new`, an id, or null. */
    opened,
    /** The id that is open; null for anything that is none. */
    id: opened !== null && /^\d{1,15}$/.test(opened) ? Number(opened) : null,
    show: (value: string | number) => go(String(value), false),
    close: () => go(undefined, true),
    /** Another one of the same page takes its place. */
    giveWay: (to: string, value: number) => go(undefined, true, { [to]: String(value) }),
  };
}
