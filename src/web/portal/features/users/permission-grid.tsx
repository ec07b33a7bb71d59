/** The editable permission grid: boxes that are excluded or not grantable are disabled, with the reason as text. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { useSession } from '../../api/session.tsx';
import { Checkbox } from '../../ui/inputs/control-styles.ts';
import classes from './grid.module.css';
import { GridFrame, GridNote, usePermissionName } from './grid-frame.tsx';
import {
  type BrandColumn,
  boxReason,
  givableIn,
  gridRows,
  type Permission,
  toggled,
  wholeColumn,
} from './permission-rules.ts';
import { brandField, type UserValues } from './user-values.ts';

type BrandLists = Readonly<Record<Brand, readonly string[]>>;

export const brandLists = (values: UserValues): BrandLists => ({
  bmw: values.brand_bmw,
  bmwi: values.brand_bmwi,
  mini: values.brand_mini,
  moto: values.brand_moto,
});

export function PermissionGrid(props: {
  chosen: BrandLists;
  /** The permissions when the form was opened: they may be granted again. */
  had: BrandLists;
  errors: Readonly<Partial<Record<Brand, string>>>;
  onChange: (brand: Brand, permissions: string[]) => void;
  /** A box of the brand lost the focus. */
  onBlur: (brand: Brand) => void;
}) {
  const { t } = useTranslation();
  const { account } = useSession();
  const nameOf = usePermissionName();
  const title = useId();
  const notes = useId();
  const column = (brand: Brand): BrandColumn => ({
    chosen: props.chosen[brand],
    had: props.had[brand],
    givable: givableIn(account, brand),
  });
  const columns = { bmw: column('bmw'), bmwi: column('bmwi'), mini: column('mini'), moto: column('moto') };
  const rows = gridRows(columns);
  const withheld = BRANDS.some((brand) =>
    rows.some((permission) => boxReason(permission, columns[brand]) === 'notGivable'),
  );
  const box = (permission: Permission, brand: Brand) => (
    <Checkbox
      size="xs"
      radius="xs"
      className={classes.box}
      aria-label={t('users.grid.box', { row: nameOf(permission), brand: t(`label.brand.${brand}`) })}
      checked={columns[brand].chosen.includes(permission)}
      disabled={boxReason(permission, columns[brand]) !== null}
      aria-describedby={notes}
      onChange={() => props.onChange(brand, toggled(columns[brand].chosen, permission))}
      onBlur={() => props.onBlur(brand)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold the heading beside the table
    <div role="group" aria-labelledby={title} aria-describedby={notes}>
      <GridFrame
        title={title}
        rows={rows}
        cell={box}
        head={(brand) => <WholeColumn brand={brand} column={columns[brand]} onChange={props.onChange} />}
      />
      {BRANDS.map((brand) =>
        props.errors[brand] ? (
          <p key={brand} className="field-error" role="alert">
            {t('users.grid.error', { brand: t(`label.brand.${brand}`), message: props.errors[brand] })}
          </p>
        ) : null,
      )}
      <div id={notes} className={classes.notes}>
        <GridNote text={t('users.grid.readonly')} />
        {withheld ? <GridNote text={t('users.grid.notGivable')} /> : null}
        <GridNote text={t('users.grid.vehicleExit')} />
      </div>
    </div>
  );
}

/** Fills or clears a column in one click; also takes the focus when the column has an error. */
function WholeColumn(props: { brand: Brand; column: BrandColumn; onChange: (brand: Brand, all: string[]) => void }) {
  const { t } = useTranslation();
  const { brand, column } = props;
  const empty = column.chosen.length === 0;
  const wholeTypes = wholeColumn(column);
  if (empty && wholeTypes.length === 0) return null;
  const name = t(`label.brand.${brand}`);
  return (
    <button
      type="button"
      className={classes.whole}
      data-path={brandField(brand)}
      aria-label={t(empty ? 'users.grid.allOf' : 'users.grid.clearOf', { brand: name })}
      onClick={() => props.onChange(brand, empty ? wholeTypes : [])}
    >
      {t(empty ? 'users.grid.all' : 'users.grid.clear')}
    </button>
  );
}
