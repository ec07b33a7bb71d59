/** Transforms SVG paths of the drawings. */

/** Mirrors a path to the other side: each pair of numbers is a point. */
export const mirrored = (path: string): string =>
  path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_all, x: string, y: string) => `${x} ${180 - Number(y)}`);

export const circle = (x: number, y: number, r: number): string => {
  const k = r * 0.5523;
  return (
    `M ${x - r} ${y} C ${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} ` +
    `C ${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} C ${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} ` +
    `C ${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} Z`
  );
};
