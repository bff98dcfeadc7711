import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { ApplyForm } from './apply-form.tsx';
import { Documents } from './documents.tsx';
import { LoansPage } from './loans-page.tsx';
import { useProducts } from './use-loans.ts';

/** /currency: what is lent, what it costs in all, and how to apply for it. */
export default function LoanProductsScreen() {
  const { t } = useTranslation();
  return (
    <LoansPage title={t(($) => $.loans.title)} lead={t(($) => $.loans.lead)}>
      <Applying />
    </LoansPage>
  );
}

function Applying() {
  const { t } = useTranslation();
  const { data, error, refetch } = useProducts();
  if (data === undefined && error instanceof CallError && error.kind === 'refusal') {
    return (
      <EmptyState
        title={t(($) => $.loans.notHere)}
        text={error.message}
        action={<TextLink to="/login">{t(($) => $.loans.realAccount)}</TextLink>}
      />
    );
  }
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  const open = data.products.filter(({ isOpen }) => isOpen);
  if (open.length === 0) {
    return <EmptyState title={t(($) => $.loans.closed)} text={t(($) => $.loans.closedText)} />;
  }
  if (!data.isOffered) {
    const [title, text] = [t(($) => $.loans.notOffered), t(($) => $.loans.notOfferedText)];
    return <EmptyState title={title} text={text} />;
  }
  const isVerified = data.verified !== 'none';
  return (
    <Stack>
      {isVerified ? null : (
        <Callout
          tone="warning"
          title={t(($) => $.loans.notVerified)}
          action={<TextLink to="/sfyz">{t(($) => $.loans.verify)}</TextLink>}
        >
          {t(($) => $.loans.notVerifiedText)}
        </Callout>
      )}
      <Documents />
      <Panel title={t(($) => $.loans.apply)}>
        <PanelBody>
          <ApplyForm products={open} disabled={!isVerified} />
        </PanelBody>
      </Panel>
    </Stack>
  );
}
