import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { ApplyForm } from './apply-form.tsx';
import { Documents } from './documents.tsx';
import { LoansPage, OfReal } from './loans-page.tsx';
import { SecuredOffer } from './secured-offer.tsx';
import { useDocuments, useProducts } from './use-loans.ts';

/** /currency: what is lent, what it costs in all, and how to apply for it. */
export default function LoanProductsScreen() {
  const { t } = useTranslation();
  const [asked, choose] = useAddressPart('kind', 'documents');
  const kind = asked === 'coins' ? 'coins' : 'documents';
  return (
    <LoansPage
      title={t(($) => $.loans.title)}
      lead={kind === 'coins' ? t(($) => $.secured.lead) : t(($) => $.loans.lead)}
    >
      <Tabs
        bare
        label={t(($) => $.secured.kinds)}
        tabs={[
          { name: 'documents', text: t(($) => $.secured.byDocuments) },
          { name: 'coins', text: t(($) => $.secured.byCoins) },
        ]}
        value={kind}
        onChange={choose}
      >
        {kind === 'coins' ? <SecuredOffer /> : <Applying />}
      </Tabs>
    </LoansPage>
  );
}

function Applying() {
  const products = useProducts();
  // The form stands below the documents, and does not move when they come.
  const waits = useDocuments().isPending;
  const query = waits ? { ...products, data: undefined } : products;
  return <OfReal query={query}>{(offer) => <Offer offer={offer} />}</OfReal>;
}

function Offer({ offer }: { offer: CallOutput<'lendList'> }) {
  const { t } = useTranslation();
  const open = offer.products.filter(({ isOpen }) => isOpen);
  if (open.length === 0) {
    return <EmptyState title={t(($) => $.loans.closed)} text={t(($) => $.loans.closedText)} />;
  }
  if (!offer.isOffered) {
    const [title, text] = [t(($) => $.loans.notOffered), t(($) => $.loans.notOfferedText)];
    return <EmptyState title={title} text={text} />;
  }
  const isVerified = offer.verified !== 'none';
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
      {isVerified ? <Documents /> : null}
      <Panel title={t(($) => $.loans.apply)}>
        <PanelBody>
          <ApplyForm products={open} disabled={!isVerified} />
        </PanelBody>
      </Panel>
    </Stack>
  );
}
