import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { IconApi } from '@assay/kit/icons/api.ts';
import { IconArrowBackUp } from '@assay/kit/icons/arrow-back-up.ts';
import { IconBell } from '@assay/kit/icons/bell.ts';
import { IconFlask } from '@assay/kit/icons/flask.ts';
import { IconHelp } from '@assay/kit/icons/help.ts';
import { IconKey } from '@assay/kit/icons/key.ts';
import { IconListDetails } from '@assay/kit/icons/list-details.ts';
import { IconLogin2 } from '@assay/kit/icons/login-2.ts';
import { IconLogout } from '@assay/kit/icons/logout.ts';
import { IconRefresh } from '@assay/kit/icons/refresh.ts';
import { IconUserCircle } from '@assay/kit/icons/user-circle.ts';
import { IconUserPlus } from '@assay/kit/icons/user-plus.ts';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { accountLabel } from '../../lib/data/account-label.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { openVirtualAccount } from '../../lib/data/virtual-account.ts';
import { ExitDialog } from './exit-dialog.tsx';
import type { Trigger } from './late-menu.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import { ResetDialog } from './reset-dialog.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** User centre, opening and leaving the virtual account, log-out. */
export default function AccountItems({ trigger }: { trigger: Trigger }) {
  const profile = useSession((session) => session.known);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const demo = useRealm() === 'demo';
  const visitor = profile !== null && accountLabel(profile) === '';
  return (
    <>
      <OpenedMenu trigger={trigger} wide>
        <Items
          demo={demo}
          visitor={visitor}
          askReset={() => setAsking(true)}
          askExit={() => setLeaving(true)}
        />
      </OpenedMenu>
      <ResetDialog opened={asking} close={() => setAsking(false)} />
      <ExitDialog opened={leaving} visitor={visitor} close={() => setLeaving(false)} />
    </>
  );
}

interface ItemsProps {
  demo: boolean;
  /** A user with a virtual account only, who has no password to change. */
  visitor: boolean;
  askReset(): void;
  askExit(): void;
}

function Items({ demo, visitor, askReset, askExit }: ItemsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = async () => {
    // First: a page that needs an account would ask for a log-in once the session is gone, which
    // the stream may say before the call is answered.
    navigate('/index');
    // The server forgets the session if it can be reached; this browser forgets it in any case.
    await api.call('logout', {}, { quiet: true }).catch(() => undefined);
    useSession.getState().leave();
    toastSuccess(t(($) => $.shell.account.signedOut));
  };
  const open = () =>
    openVirtualAccount().then(() => toastSuccess(t(($) => $.shell.demo.opened)), ignore);
  return (
    <>
      {visitor ? (
        <>
          <Menu.Item component={Link} to="/register" leftSection={<IconUserPlus {...icon} />}>
            {t(($) => $.shell.account.register)}
          </Menu.Item>
          <Menu.Item component={Link} to="/login" leftSection={<IconLogin2 {...icon} />}>
            {t(($) => $.shell.account.login)}
          </Menu.Item>
          <Menu.Divider />
        </>
      ) : null}
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
      <Menu.Item component={Link} to="/all" leftSection={<IconListDetails {...icon} />}>
        {t(($) => $.shell.account.orders)}
      </Menu.Item>
      <Menu.Item component={Link} to="/news" leftSection={<IconBell {...icon} />}>
        {t(($) => $.shell.account.messages)}
      </Menu.Item>
      <Menu.Item component={Link} to="/service" leftSection={<IconHelp {...icon} />}>
        {t(($) => $.shell.account.support)}
      </Menu.Item>
      <Menu.Item component={Link} to="/apiKeys" leftSection={<IconApi {...icon} />}>
        {t(($) => $.shell.account.apiKeys)}
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
