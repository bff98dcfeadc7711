import { IconAddressBook } from '@assay/kit/icons/address-book.ts';
import { IconArrowBarUp } from '@assay/kit/icons/arrow-bar-up.ts';
import { IconArrowsExchange } from '@assay/kit/icons/arrows-exchange.ts';
import { IconBuildingBank } from '@assay/kit/icons/building-bank.ts';
import { IconCash } from '@assay/kit/icons/cash.ts';
import { IconChartDots } from '@assay/kit/icons/chart-dots.ts';
import { IconCoins } from '@assay/kit/icons/coins.ts';
import { IconDoorExit } from '@assay/kit/icons/door-exit.ts';
import { IconDownload } from '@assay/kit/icons/download.ts';
import { IconHistory } from '@assay/kit/icons/history.ts';
import { IconListDetails } from '@assay/kit/icons/list-details.ts';
import { IconReceipt } from '@assay/kit/icons/receipt.ts';
import { Page, PageHead, type PageHeadProps } from '@assay/kit/page/page.tsx';
import { SideNav } from '@assay/kit/page/side-nav.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../ui/use-title.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

interface WalletPageProps extends PageHeadProps {
  width?: 'form';
  children: ReactNode;
}

/** A page of the asset area, with the navigation between them. */
export function WalletPage({ children, width, ...head }: WalletPageProps) {
  useTitle(head.title);
  return (
    <Page {...(width && { width })} side={<WalletNav />}>
      <PageHead {...head} />
      {children}
    </Page>
  );
}

/** The pages of the asset area. */
export function WalletNav() {
  const { t } = useTranslation();
  const links = [
    { to: '/table1', text: t(($) => $.wallet.currency), icon: <IconCoins {...icon} /> },
    { to: '/table2', text: t(($) => $.wallet.contract), icon: <IconChartDots {...icon} /> },
    {
      to: '/transfer',
      text: t(($) => $.wallet.transfer.title),
      icon: <IconArrowsExchange {...icon} />,
    },
    { to: '/recharge', text: t(($) => $.deposits.title), icon: <IconDownload {...icon} /> },
    {
      to: '/kjmbSelect',
      text: t(($) => $.purchases.title),
      icon: <IconBuildingBank {...icon} />,
      below: ['/kjmb'],
    },
    { to: '/currency', text: t(($) => $.wallet.loans), icon: <IconCash {...icon} /> },
    { to: '/cbjl', text: t(($) => $.deposits.records), icon: <IconHistory {...icon} /> },
    {
      to: '/money',
      text: t(($) => $.wallet.out.title),
      icon: <IconArrowBarUp {...icon} />,
    },
    {
      to: '/tbjl',
      text: t(($) => $.wallet.out.records),
      icon: <IconReceipt {...icon} />,
    },
    { to: '/address', text: t(($) => $.addresses.title), icon: <IconAddressBook {...icon} /> },
    {
      to: '/withdrawalRules',
      text: t(($) => $.addresses.wayOut),
      icon: <IconDoorExit {...icon} />,
    },
    { to: '/record', text: t(($) => $.wallet.records), icon: <IconListDetails {...icon} /> },
  ];
  return <SideNav label={t(($) => $.wallet.area)} groups={[{ links }]} />;
}
