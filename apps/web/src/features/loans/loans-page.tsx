import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { IconCoins } from '@assay/kit/icons/coins.ts';
import { IconListDetails } from '@assay/kit/icons/list-details.ts';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, type PageHeadProps } from '@assay/kit/page/page.tsx';
import { SideNav } from '@assay/kit/page/side-nav.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallError } from '../../lib/api/errors.ts';
import { isOfReal, RealOnly } from '../../ui/real-only.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { type Detail, useLoan } from './use-loans.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** A page about loans, with the navigation between them. */
export function LoansPage({ children, ...head }: PageHeadProps & { children: ReactNode }) {
  const { t } = useTranslation();
  useTitle(head.title);
  const links = [
    { to: '/currency', text: t(($) => $.loans.title), icon: <IconCoins {...icon} /> },
    {
      to: '/currencyRecord',
      text: t(($) => $.loans.records),
      icon: <IconListDetails {...icon} />,
      below: ['/repayment', '/repayment2'],
    },
  ];
  return (
    <Page side={<SideNav label={t(($) => $.loans.title)} groups={[{ links }]} />}>
      <PageHead {...head} />
      {children}
    </Page>
  );
}

/** The loan that the address names, as soon as it is there. */
export function TheLoan({ children }: { children(detail: Detail): ReactNode }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = Number(params.get('id') ?? '');
  const applicationId = Number.isSafeInteger(id) && id > 0 ? id : 0;
  const { data, error, refetch } = useLoan(applicationId);
  const records = <TextLink to="/currencyRecord">{t(($) => $.loans.records)}</TextLink>;
  if (!params.has('id')) {
    return (
      <EmptyState
        title={t(($) => $.loans.choose)}
        text={t(($) => $.loans.chooseText)}
        action={records}
      />
    );
  }
  if (applicationId === 0 || (error instanceof CallError && error.kind === 'refusal')) {
    return (
      <EmptyState
        title={t(($) => $.loans.unknown)}
        text={t(($) => $.loans.unknownText)}
        action={records}
      />
    );
  }
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return children(data);
}

/** What only real accounts are offered, as soon as it is there. */
export function OfReal<T>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children(data: T): ReactNode;
}) {
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return children(data);
}
