import { IconApi } from '@assay/kit/icons/api.ts';
import { IconBell } from '@assay/kit/icons/bell.ts';
import { IconBellRinging } from '@assay/kit/icons/bell-ringing.ts';
import { IconBuildingBank } from '@assay/kit/icons/building-bank.ts';
import { IconCalendarCheck } from '@assay/kit/icons/calendar-check.ts';
import { IconCoins } from '@assay/kit/icons/coins.ts';
import { IconDiscount } from '@assay/kit/icons/discount.ts';
import { IconGauge } from '@assay/kit/icons/gauge.ts';
import { IconHelp } from '@assay/kit/icons/help.ts';
import { IconHistory } from '@assay/kit/icons/history.ts';
import { IconId } from '@assay/kit/icons/id.ts';
import { IconPassword } from '@assay/kit/icons/password.ts';
import { IconShieldLock } from '@assay/kit/icons/shield-lock.ts';
import { IconUserCircle } from '@assay/kit/icons/user-circle.ts';
import { IconUsers } from '@assay/kit/icons/users.ts';
import { SideNav } from '@assay/kit/page/side-nav.tsx';
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
