/** Decides where each action is placed on the document page: one primary, some buttons, the rest in the menu. Pure. */
import type { ShownDocument } from '#domain/documents/unsigned-actions.ts';
import { type ListedAction, portalActionOf } from '../../entities/documents/use-document-acts.tsx';

export interface PlacedAction extends ListedAction {
  readonly place: 'primary' | 'button' | 'menu';
}

const WEIGHT = { menu: 0, menuTop: 1, button: 2, primary: 3 } as const;

/** From the least to the most important; the primary action comes last because it is on the right. */
export function placedActions(document: ShownDocument, actions: readonly ListedAction[]): PlacedAction[] {
  const offers = (key: string) => actions.some((action) => action.key === key);
  const placed = actions.flatMap((action) => {
    const { place = () => 'menu' as const } = portalActionOf(action.key);
    const position = place({ document, refused: action.refused, offers });
    return position === null ? [] : [{ ...action, position: position }];
  });
  return placed
    .sort((a, b) => WEIGHT[a.position] - WEIGHT[b.position])
    .map(({ position, ...action }) => ({ ...action, place: position === 'menuTop' ? 'menu' : position }));
}
