/** Confirmation before a row is permanently deleted, and the deletion. */
import type { Call } from '#contract/calls/call.ts';
import { ask } from '../../api/client.ts';
import { ActDialog, type ActDialogProps } from './act-dialog.tsx';
import { type Entity, useAct } from './use-act.ts';

export function DeleteDialog(
  props: Pick<ActDialogProps, 'opened' | 'title' | 'text' | 'action' | 'onClose'> & {
    entity: Entity;
    /** The row to delete; null shows nothing. */
    row: { id: number } | null;
    /** Takes the row's id. */
    call: Call & { readonly path: `/${string}/{id}` };
    /** Second line of the toast. */
    detail?: string | undefined;
    /** After `onClose`. */
    onDeleted?: () => void;
  },
) {
  const { row, opened = row !== null, call, onClose } = props;
  const remove = useAct({
    of: ['delete', props.entity],
    send: (id: number) => ask(call, { path: { id } }),
    call,
    path: (id) => ({ id }),
    detail: () => props.detail,
    onDone: () => {
      onClose();
      props.onDeleted?.();
    },
  });
  return (
    <ActDialog
      opened={opened}
      title={props.title}
      text={props.text}
      action={props.action}
      danger
      act={remove}
      onAct={() => row && remove.mutate(row.id)}
      onClose={onClose}
    />
  );
}
