import { SideNav } from '@assay/kit/page/side-nav.tsx';
import {
  IconApi,
  IconBell,
  IconBellRinging,
  IconBuildingBank,
  IconCalendarCheck,
  IconCoins,
  IconDiscount,
  IconGauge,
  IconHelp,
  IconHistory,
  IconId,
  IconPassword,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The navigation of the user area. */
export function AccountNav() {
  const { t } = useTranslation();
  const links = [
    {
      to: '/setting',
      text: t(($) => $.accountArea.setting),
      icon: <IconUserCircle {...icon} />,
    },
    {
      to: '/setting/security',
      text: t(($) => $.accountArea.security),
      icon: <IconShieldLock {...icon} />,
      below: ['/bindphone', '/setting/email', '/setting/questions'],
    },
    {
      to: '/bindmpwd',
      text: t(($) => $.accountArea.tradePassword),
      icon: <IconPassword {...icon} />,
    },
    {
      to: '/sfyz',
      text: t(($) => $.accountArea.verification),
      icon: <IconId {...icon} />,
      below: ['/authentication', '/smauth', '/seniorauth', '/dzrz'],
    },
    {
      to: '/receive',
      text: t(($) => $.accountArea.receive),
      icon: <IconBuildingBank {...icon} />,
    },
    {
      to: '/news',
      text: t(($) => $.accountArea.inbox),
      icon: <IconBell {...icon} />,
      below: ['/newsDetail'],
    },
    {
      to: '/subscriptionList',
      text: t(($) => $.accountArea.subscriptions),
      icon: <IconCoins {...icon} />,
      below: ['/subscription', '/subscribe'],
    },
    { to: '/service', text: t(($) => $.accountArea.support), icon: <IconHelp {...icon} /> },
    { to: '/alerts', text: t(($) => $.accountArea.alerts), icon: <IconBellRinging {...icon} /> },
    { to: '/apiKeys', text: t(($) => $.accountArea.apiKeys), icon: <IconApi {...icon} /> },
    { to: '/deallog', text: t(($) => $.accountArea.accountLog), icon: <IconHistory {...icon} /> },
    {
      to: '/sign',
      text: t(($) => $.accountArea.sign),
      icon: <IconCalendarCheck {...icon} />,
      below: ['/signRule'],
    },
    { to: '/mypromotion', text: t(($) => $.accountArea.promotion), icon: <IconUsers {...icon} /> },
    { to: '/vip', text: t(($) => $.accountArea.vip), icon: <IconDiscount {...icon} /> },
    { to: '/credit', text: t(($) => $.accountArea.credit), icon: <IconGauge {...icon} /> },
  ];
  return <SideNav label={t(($) => $.accountArea.label)} groups={[{ links }]} />;
}
