import { Callout } from '@assay/kit/feedback/callout.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, type PageHeadProps } from '@assay/kit/page/page.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasAccount } from '../lib/data/session.ts';
import { AccountNav } from './account-nav.tsx';
import { useTitle } from './use-title.ts';

interface AccountPageProps extends PageHeadProps {
  children: ReactNode;
  width?: 'form' | 'page' | 'table';
  /** For people with an account of their own: others have nothing to secure. */
  own?: boolean;
}

/** A page of the account area, with the navigation between them. */
export function AccountPage({ children, width = 'table', own = false, ...head }: AccountPageProps) {
  const { t } = useTranslation();
  useTitle(head.title);
  const hasAccount = useHasAccount();
  return (
    <Page width={width} side={<AccountNav />}>
      <PageHead {...head} />
      {own && hasAccount === false ? (
        <Callout
          tone="demo"
          action={<TextLink to="/register">{t(($) => $.shell.account.register)}</TextLink>}
        >
          {t(($) => $.accountArea.visitor)}
        </Callout>
      ) : (
        children
      )}
    </Page>
  );
}
