import { Ltr } from '@assay/kit/display/ltr.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Menu } from '@mantine/core';
import {
  IconApi,
  IconArrowBackUp,
  IconFlask,
  IconKey,
  IconLogout,
  IconRefresh,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { accountLabel } from '../../lib/data/account-label.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { openVirtualAccount } from '../../lib/data/virtual-account.ts';
import { ExitDialog } from './exit-dialog.tsx';
import css from './header.module.css';
import menu from './menu.module.css';
import { ResetDialog } from './reset-dialog.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Assets, user centre, opening and leaving the virtual account, log-out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const profile = useSession((session) => session.known);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const demo = useRealm() === 'demo';
  const label = profile && accountLabel(profile);
  const name = label || t(($) => $.shell.account.visitor);
  return (
    <>
      <Link to="/asset" className={`${css.tool} ${css.assets}`}>
        <IconWallet {...icon} />
        {t(($) => $.shell.nav.assets)}
      </Link>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={`${css.tool} ${css.account}`}>
            <IconUserCircle {...icon} />
            <span className="seen-by-ear">{t(($) => $.shell.account.menu)}</span>
            <Ltr>{name}</Ltr>
            {demo ? <span className={css.realm}>{t(($) => $.shell.demo.ribbon)}</span> : null}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={menu.wide}>
          <AccountItems
            demo={demo}
            visitor={label === ''}
            askReset={() => setAsking(true)}
            askExit={() => setLeaving(true)}
          />
        </Menu.Dropdown>
      </Menu>
      <ResetDialog opened={asking} close={() => setAsking(false)} />
      <ExitDialog opened={leaving} visitor={label === ''} close={() => setLeaving(false)} />
    </>
  );
}

interface AccountItemsProps {
  demo: boolean;
  /** A user with a virtual account only, who has no password to change. */
  visitor: boolean;
  askReset(): void;
  askExit(): void;
}

function AccountItems({ demo, visitor, askReset, askExit }: AccountItemsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = async () => {
    // The server forgets the session if it can be reached; this browser forgets it in any case.
    await api.call('logout', {}, { quiet: true }).catch(() => undefined);
    // First: a page that needs an account would ask for a log-in once the session is gone.
    navigate('/index', { flushSync: true });
    useSession.getState().leave();
    toastSuccess(t(($) => $.shell.account.signedOut));
  };
  const open = () =>
    openVirtualAccount().then(() => toastSuccess(t(($) => $.shell.demo.opened)), ignore);
  return (
    <>
      <Menu.Item component={Link} to="/setting" leftSection={<IconUserCircle {...icon} />}>
        {t(($) => $.shell.account.centre)}
      </Menu.Item>
      {visitor ? null : (
        <Menu.Item
          component={Link}
          to="/forgetpwd?type=changepwd"
          leftSection={<IconKey {...icon} />}
        >
          {t(($) => $.shell.account.changePassword)}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/apiKeys" leftSection={<IconApi {...icon} />}>
        {t(($) => $.apiKeys.title)}
      </Menu.Item>
      <Menu.Divider />
      {demo ? (
        <>
          <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={askReset}>
            {t(($) => $.shell.account.resetVirtual)}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={askExit}>
            {t(($) => $.shell.account.exitVirtual)}
          </Menu.Item>
        </>
      ) : (
        <Menu.Item leftSection={<IconFlask {...icon} />} onClick={open}>
          {t(($) => $.shell.account.openVirtual)}
        </Menu.Item>
      )}
      <Menu.Divider />
      {/* A visitor who signed out could never come back to the account. */}
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={visitor ? askExit : signOut}>
        {t(($) => $.shell.account.signOut)}
      </Menu.Item>
    </>
  );
}

/** The API client has already shown why the call failed. */
const ignore = () => undefined;
