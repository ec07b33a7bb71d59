/** A dialog that the address knows of: after a reload or a new sign-in it is open again, with what was typed (specification §5). */
import { useNavigate, useSearch } from '@tanstack/react-router';

/** @param name of the parameter; `value` is what it says while the dialog is open, null while it is closed. */
export function useAddressedDialog(name: string): {
  value: string | null;
  open: (value?: string) => void;
  close: () => void;
} {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const say = (value: string | undefined) =>
    void navigate({
      to: '.',
      // Addresses are plain text here (paths.ts): the router knows no parameters of theirs.
      search: ((before: object) => ({ ...before, [name]: value })) as never,
      state: true,
      replace: true,
      resetScroll: false,
    });
  return { value: search[name] || null, open: (value = '1') => say(value), close: () => say(undefined) };
}
