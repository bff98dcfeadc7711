import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { OfReal } from './loans-page.tsx';
import { SecuredForm } from './secured-form.tsx';
import { type SecuredTerms, useSecuredTerms } from './use-secured.ts';

/** Loans against coins: the rules, the calculator, and the terms of each coin. */
export function SecuredOffer() {
  return <OfReal query={useSecuredTerms()}>{(offer) => <Offer offer={offer} />}</OfReal>;
}

function Offer({ offer }: { offer: CallOutput<'getCollateralTerms'> }) {
  const { t } = useTranslation();
  const { terms, days, lentAsset, isOffered } = offer;
  const open = terms.filter(({ isOpen }) => isOpen);
  if (!isOffered) {
    const [title, text] = [t(($) => $.loans.notOffered), t(($) => $.loans.notOfferedText)];
    return <EmptyState title={title} text={text} />;
  }
  return (
    <Stack>
      <Callout tone="information" title={t(($) => $.secured.rules)}>
        {t(($) => $.secured.rulesText)}
      </Callout>
      {open.length === 0 ? (
        <EmptyState title={t(($) => $.secured.none)} text={t(($) => $.secured.noneText)} />
      ) : (
        <Panel title={t(($) => $.secured.borrow)}>
          <PanelBody>
            <SecuredForm terms={open} days={days} lentAsset={lentAsset} />
          </PanelBody>
        </Panel>
      )}
      <Terms terms={terms} lentAsset={lentAsset} />
      {terms.map((one) => (
        <Announced key={one.asset} one={one} />
      ))}
    </Stack>
  );
}

function Terms({ terms, lentAsset }: { terms: readonly SecuredTerms[]; lentAsset: string }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return (
    <Panel title={t(($) => $.secured.terms)}>
      <ListTable
        caption={t(($) => $.secured.terms)}
        columns={[
          { head: t(($) => $.secured.coin) },
          { head: t(($) => $.secured.initial), figure: true },
          { head: t(($) => $.secured.call), figure: true },
          { head: t(($) => $.secured.liquidation), figure: true },
          { head: t(($) => $.secured.apr), figure: true },
          { head: t(($) => $.secured.fee), figure: true },
          { head: t(($) => $.secured.room), figure: true },
        ]}
      >
        {terms.map((one) => (
          <TableRow
            key={one.asset}
            cells={[
              one.asset,
              ppm(one.initialPpm),
              ppm(one.callPpm),
              ppm(one.liquidationPpm),
              ppm(one.aprPpm),
              ppm(one.feePpm),
              <Room key="room" one={one} lentAsset={lentAsset} />,
            ]}
          />
        ))}
      </ListTable>
    </Panel>
  );
}

function Room({ one, lentAsset }: { one: SecuredTerms; lentAsset: string }) {
  const { t } = useTranslation();
  if (!one.isOpen) return <Badge tone="neutral">{t(($) => $.secured.closed)}</Badge>;
  if (one.room === '0') return <Badge tone="warning">{t(($) => $.secured.soldOut)}</Badge>;
  return <Amount value={one.room} asset={lentAsset} named />;
}

function Announced({ one: { asset, announced } }: { one: SecuredTerms }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  if (announced === null) return null;
  const values = {
    ...{ initial: ppm(announced.initialPpm), call: ppm(announced.callPpm) },
    ...{ liquidation: ppm(announced.liquidationPpm), apr: ppm(announced.aprPpm) },
    fee: ppm(announced.feePpm),
  };
  return (
    <Callout tone="information" title={t(($) => $.secured.announced, { asset })}>
      <Sentence parts={{ at: <Instant at={announced.from} /> }}>
        {(put) => t(($) => $.secured.announcedText, { ...values, ...put })}
      </Sentence>
    </Callout>
  );
}
