/** Brand cards with a menu of document types per folder type, headed 'Firma'; tabs on a phone. */
import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FolderTypeIcon } from '../../connected/folder-type.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { paths } from '../../paths.ts';
import { formatCount } from '../../text/numbers.ts';
import classes from './dashboard.module.css';
import type { BrandCard, OfferedFolderType } from './offered-cards.ts';

export function BrandCards(props: { cards: readonly BrandCard[] }) {
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  if (phone && props.cards.length > 1) return <BrandTabs cards={props.cards} />;
  return (
    <div className={classes.cards}>
      {props.cards.map((card) => (
        <BrandPanel key={card.brand} card={card} />
      ))}
    </div>
  );
}

function BrandPanel(props: { card: BrandCard }) {
  const { t } = useTranslation();
  const { brand, folderTypes } = props.card;
  return (
    <section className={classes.card} aria-label={t(`label.brand.${brand}`)} data-accent={brand}>
      <div className={classes.brand}>
        <BrandTile brand={brand} size={36} />
        <div>
          <h3 className={classes.brandName}>{t(`label.brand.${brand}`)}</h3>
          <OpenFolders brand={brand} />
        </div>
      </div>
      <FolderTypes brand={brand} folderTypes={folderTypes} />
    </section>
  );
}

/** The number of open folders that the user sees in this brand; empty until loaded. */
function OpenFolders(props: { brand: Brand }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const criteria = { brand: { equals: props.brand }, status: { equals: 'OPEN' } };
  const search = { page: 0, size: 1, sort: 'id,desc', criteria };
  const folders = useQuery({ ...folderSearch(account, search), staleTime: 60_000 });
  if (folders.data === undefined) return <p className="caption num">{'\u00a0'}</p>;
  const count = folders.data.total;
  return <p className="caption num">{t('dashboard.openFolders', { count, replace: { count: formatCount(count) } })}</p>;
}

/** Four stacked cards would push the documents off a phone screen, so it shows tabs. */
function BrandTabs(props: { cards: readonly BrandCard[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const card = props.cards[chosen] ?? props.cards[0];
  const move = (by: number) => {
    const next = (chosen + by + props.cards.length) % props.cards.length;
    setChosen(next);
    document.getElementById(`brand-tab-${next}`)?.focus();
  };
  if (!card) return null;
  return (
    <div className={classes.card}>
      <div
        role="tablist"
        aria-label={t('label.field.brands')}
        className={classes.tabs}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          if (event.key === 'ArrowLeft') move(-1);
        }}
      >
        {props.cards.map((entry, index) => (
          <button
            key={entry.brand}
            id={`brand-tab-${index}`}
            type="button"
            role="tab"
            aria-selected={index === chosen}
            aria-controls="brand-panel"
            tabIndex={index === chosen ? 0 : -1}
            className={classes.tab}
            data-accent={entry.brand}
            onClick={() => setChosen(index)}
          >
            <BrandTile brand={entry.brand} size={36} />
            {t(`label.brandShort.${entry.brand}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="brand-panel" aria-labelledby={`brand-tab-${chosen}`} data-accent={card.brand}>
        <FolderTypes key={card.brand} brand={card.brand} folderTypes={card.folderTypes} />
      </div>
    </div>
  );
}

function FolderTypes(props: { brand: Brand; folderTypes: readonly OfferedFolderType[] }) {
  return (
    <ul>
      {props.folderTypes.map((entry) => (
        <li key={entry.folderType}>
          <DocumentMenu brand={props.brand} entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function DocumentMenu(props: { brand: Brand; entry: OfferedFolderType }) {
  const { t } = useTranslation();
  const { brand, entry } = props;
  const folderType = t(`label.folderType.${entry.folderType}`);
  // The menu takes its name from its button; the brand keeps the names on the page unique.
  const name = `${folderType} ${t(`label.brand.${brand}`)}`;
  return (
    <Menu position="bottom" width="target" offset={2}>
      <Menu.Target>
        <button type="button" className={classes.type} aria-label={name}>
          <FolderTypeIcon type={entry.folderType} size={18} />
          {folderType}
          <IconChevronDown size={16} stroke={1.9} aria-hidden="true" className={classes.chevron} />
        </button>
      </Menu.Target>
      <Menu.Dropdown data-accent={brand} className={classes.documents}>
        <Menu.Label>{t('dashboard.menuLabel')}</Menu.Label>
        {entry.documentTypes.map((type) => (
          <Menu.Item
            key={type.slug}
            component={Link}
            to={paths.wizard(brand, entry.folderType, type.slug)}
            leftSection={<IconFileText size={16} stroke={1.8} />}
          >
            {documentTypeLabel(t, type.slug)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
