/** Draws the background and border of a widget, as rectangle or circle. */
import { circlePath } from './button-marks.ts';
import { decimal, type Style } from './widget-style.ts';

/** Beveled and inset borders are twice as wide: their second half is the shading. */
export const insetOf = (style: Style): number => {
  if (!style.border) return 0;
  return style.borderWidth * (style.borderStyle === 'B' || style.borderStyle === 'I' ? 2 : 1);
};

/** @returns operators; an empty string when there is nothing to draw. */
export function frameOperators(style: Style, round = false): string {
  const { width, height, borderWidth: line } = style;
  const operators: string[] = [];
  const outline = (inset: number): string =>
    round
      ? circlePath(width / 2, height / 2, Math.min(width, height) / 2 - inset)
      : `${[inset, inset, width - 2 * inset, height - 2 * inset].map(decimal).join(' ')} re`;
  if (style.background) operators.push(`q ${style.background} ${outline(0)} f Q`);
  if (style.border && line > 0) {
    if (!round) operators.push(shading(style));
    const dash = style.borderStyle === 'D' ? `[${style.dash.map(decimal).join(' ')}] 0 d ` : '';
    const path =
      style.borderStyle === 'U' && !round
        ? `0 ${decimal(line / 2)} m ${decimal(width)} ${decimal(line / 2)} l`
        : outline(line / 2);
    operators.push(`q ${dash}${style.border} ${decimal(line)} w ${path} S Q`);
  }
  return operators.filter(Boolean).join('\n');
}

/** Light from the top left for a beveled border, shadow for an inset one. */
function shading({ borderStyle, borderWidth: w, width, height }: Style): string {
  if (borderStyle !== 'B' && borderStyle !== 'I') return '';
  const [upper, lower] = borderStyle === 'B' ? ['1 g', '0.5 g'] : ['0.5 g', '0.75 g'];
  const polygon = (...points: [number, number][]): string =>
    `${points.map(([x, y], index) => `${decimal(x)} ${decimal(y)} ${index ? 'l' : 'm'}`).join(' ')} h f`;
  const [l, b, r, t] = [w, w, width - w, height - w];
  const top = polygon([l, b], [l, t], [r, t], [r - w, t - w], [l + w, t - w], [l + w, b + w]);
  const bottom = polygon([r, t], [r, b], [l, b], [l + w, b + w], [r - w, b + w], [r - w, t - w]);
  return `q ${upper} ${top} ${lower} ${bottom} Q`;
}
