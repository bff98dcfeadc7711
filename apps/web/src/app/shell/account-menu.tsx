import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { IconUserCircle } from '@assay/kit/icons/user-circle.ts';
import { IconWallet } from '@assay/kit/icons/wallet.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountLabel } from '../../lib/data/account-label.ts';
import { useSession } from '../../lib/data/session.ts';
import css from './header.module.css';
import { lateMenu } from './late-menu.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

const Opening = lateMenu(() => import('./account-items.tsx'));

/** Assets, and what can be done with the account. */
export function AccountMenu() {
  const { t } = useTranslation();
  const profile = useSession((session) => session.known);
  return (
    <>
      <Link to="/asset" className={`${css.tool} ${css.assets}`}>
        <IconWallet {...icon} />
        {t(($) => $.shell.nav.assets)}
      </Link>
      <Opening
        trigger={
          <button type="button" className={`${css.tool} ${css.account}`}>
            <IconUserCircle {...icon} />
            <span className="seen-by-ear">{t(($) => $.shell.account.menu)}</span>
            <span className={css.who}>
              {profile === null ? (
                <Skeleton width="100%" />
              ) : (
                <Ltr>{accountLabel(profile) || t(($) => $.shell.account.visitor)}</Ltr>
              )}
            </span>
          </button>
        }
      />
    </>
  );
}
