/** Shows a brand as a hue, a neutral icon and its name, never as a logo. */
import { IconBolt, IconCar, IconMotorbike, IconSteeringWheel } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import classes from './brand.module.css';

const ICONS = { bmw: IconCar, bmwi: IconBolt, mini: IconSteeringWheel, moto: IconMotorbike } as const;
/** Icon size by tile size in px. */
const ICON_SIZE = { 20: 13, 28: 17, 36: 21, 40: 22 } as const;

export function BrandTile(props: { brand: Brand; size?: keyof typeof ICON_SIZE }) {
  const size = props.size ?? 20;
  const Icon = ICONS[props.brand];
  return (
    <span className={classes.tile} data-accent={props.brand} data-size={size} aria-hidden="true">
      <Icon size={ICON_SIZE[size]} stroke={1.9} />
    </span>
  );
}

/** Small tile with the brand's name, as in tables. */
export function BrandLabel(props: { brand: Brand; short?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="with-icon">
      <BrandTile brand={props.brand} />
      {props.short ? t(`label.brandShort.${props.brand}`) : t(`label.brand.${props.brand}`)}
    </span>
  );
}

/** Applies a brand's accent to the whole page while the caller is mounted. */
export function usePageAccent(brand: Brand | undefined): void {
  useEffect(() => {
    if (brand) document.documentElement.dataset.accent = brand;
  }, [brand]);
}
