/** /my-page: shows the user's account and permissions. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canWrite, isReadOnlyIn } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { useSession } from '../../api/session.tsx';
import { FolderTypeLabel } from '../../connected/folder-type.tsx';
import { lazyExtra } from '../../connected/lazy-part.tsx';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { paths } from '../../paths.ts';
import { Card, Empty, Facts } from '../../ui/card.tsx';
import { InitialsTile, initials } from '../../ui/figures/tile.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './my-page.module.css';

const MailSwitch = lazyExtra(async () => (await import('./mail-switch.tsx')).MailSwitch);

export function MyPage() {
  const { t } = useTranslation();
  const { account, dealerName } = useSession();
  const roles = account.authorities.map((role) => t(`label.role.${role}`));
  const dealers = account.hstList.map((hst) => `${dealerName(hst)} (HST\u00a0${hst})`);
  const everyDealer = account.hstList.length === 0 && account.brands.length > 0;
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.home'), to: paths.home }, { label: t('header.myPage') }]}
        title={t('header.myPage')}
        lead={<InitialsTile letters={initials(account.firstName, account.lastName)} />}
      />
      <div className={classes.columns}>
        <Card title={t('account.page.profile')}>
          <Facts
            facts={[
              { label: t('account.page.name'), value: account.fullname },
              { label: t('label.field.login'), value: account.login },
              { label: t('label.field.email'), value: account.email },
              { label: t('account.page.roles', { count: roles.length }), value: roles.join(', ') },
              {
                // Every dealer: plural, without counting them.
                label: t('account.page.dealers', { count: everyDealer ? 2 : dealers.length }),
                value: everyDealer ? t('account.page.allDealers') : dealers.join(', ') || t('missing'),
              },
            ]}
          />
        </Card>
        <Card title={t('account.page.permissions')}>
          <Permissions />
          <p className={classes.note}>{t('account.page.permissionsText')}</p>
        </Card>
        <Card title={t('account.page.mails')}>
          <MailSwitch />
          <p className={classes.note}>{t('account.page.mailsText', { email: account.email })}</p>
        </Card>
      </div>
    </>
  );
}

function Permissions() {
  const { t } = useTranslation();
  const { account } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  if (brands.length === 0) {
    return <Empty icon={IconLock} title={t('account.page.noneTitle')} text={t('account.page.noneText')} />;
  }
  return (
    <ul className="stack">
      {brands.map((brand) => {
        const types = FOLDER_TYPES.filter((type) => canWrite(account, brand, type));
        return (
          <li key={brand} className={classes.brand}>
            <BrandTile brand={brand} size={28} />
            <div>
              <h3 className={classes.name}>{t(`label.brand.${brand}`)}</h3>
              {types.length === 0 || isReadOnlyIn(account, brand) ? (
                <p className="quiet">{t('account.page.readOnly')}</p>
              ) : (
                <ul className={classes.types}>
                  {types.map((type) => (
                    <li key={type}>
                      <FolderTypeLabel type={type} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
