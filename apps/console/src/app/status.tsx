import { useTranslation } from 'react-i18next';
import { Feed } from '../features/feeds/feed.tsx';
import { HouseAccounts } from '../features/ledger/house-accounts.tsx';
import { Engines } from '../features/operators/engines.tsx';
import { StaffLog } from '../features/operators/staff-log.tsx';
import css from '../ui/sheet.module.css';

/** The state of the deployment: engines, feed, the house's accounts, and the actions of staff. */
export function Status() {
  const { t } = useTranslation();
  return (
    <>
      <header className={css.head}>
        <h1 className={css.title}>{t(($) => $.nav.status)}</h1>
      </header>
      <Engines />
      <Feed />
      <div className={css.pair}>
        <div>
          <HouseAccounts realm="real" />
        </div>
        <div>
          <HouseAccounts realm="demo" />
        </div>
      </div>
      <StaffLog />
    </>
  );
}
