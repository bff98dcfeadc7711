import { SideNav } from '@assay/kit/page/side-nav.tsx';
import {
  IconApi,
  IconBell,
  IconBellRinging,
  IconBuildingBank,
  IconHelp,
  IconHistory,
  IconId,
  IconPassword,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The navigation of the user area. */
export function AccountNav() {
  const { t } = useTranslation();
  const links = [
    {
      to: '/setting',
      text: t(($) => $.identity.setting.title),
      icon: <IconUserCircle {...icon} />,
    },
    {
      to: '/setting/security',
      text: t(($) => $.identity.security.title),
      icon: <IconShieldLock {...icon} />,
      below: ['/bindphone', '/setting/email', '/setting/questions'],
    },
    {
      to: '/bindmpwd',
      text: t(($) => $.identity.tradePassword.title),
      icon: <IconPassword {...icon} />,
    },
    {
      to: '/sfyz',
      text: t(($) => $.verification.title),
      icon: <IconId {...icon} />,
      below: ['/authentication', '/smauth', '/seniorauth', '/dzrz'],
    },
    {
      to: '/receive',
      text: t(($) => $.identity.receive.title),
      icon: <IconBuildingBank {...icon} />,
    },
    {
      to: '/news',
      text: t(($) => $.inbox.title),
      icon: <IconBell {...icon} />,
      below: ['/newsDetail'],
    },
    { to: '/service', text: t(($) => $.support.title), icon: <IconHelp {...icon} /> },
    { to: '/alerts', text: t(($) => $.alerts.title), icon: <IconBellRinging {...icon} /> },
    { to: '/apiKeys', text: t(($) => $.apiKeys.title), icon: <IconApi {...icon} /> },
    { to: '/deallog', text: t(($) => $.accountLog.title), icon: <IconHistory {...icon} /> },
  ];
  return <SideNav label={t(($) => $.identity.setting.area)} groups={[{ links }]} />;
}
