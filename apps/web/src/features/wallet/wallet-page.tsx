import { Page, PageHead, type PageHeadProps } from '@assay/kit/page/page.tsx';
import { SideNav } from '@assay/kit/page/side-nav.tsx';
import { IconChartDots, IconCoins, IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../ui/use-title.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** A page of the asset area, with the navigation between them. */
export function WalletPage({ children, ...head }: PageHeadProps & { children: ReactNode }) {
  const { t } = useTranslation();
  useTitle(head.title);
  const links = [
    { to: '/table1', text: t(($) => $.wallet.currency), icon: <IconCoins {...icon} /> },
    { to: '/table2', text: t(($) => $.wallet.contract), icon: <IconChartDots {...icon} /> },
    { to: '/record', text: t(($) => $.wallet.records), icon: <IconListDetails {...icon} /> },
  ];
  return (
    <Page side={<SideNav label={t(($) => $.wallet.area)} groups={[{ links }]} />}>
      <PageHead {...head} />
      {children}
    </Page>
  );
}
