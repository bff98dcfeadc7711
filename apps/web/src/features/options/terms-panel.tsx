import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { OPTION_TERMS } from '@assay/modules/options/rules';
import { useTranslation } from 'react-i18next';
import { AnnouncedTerms } from '../../ui/announced-terms.tsx';
import { useDelay } from './quote-lines.tsx';
import type { OptionMarket } from './use-options.ts';
import { useTermWords } from './words.ts';

const AMOUNTS = ['leastStake', 'mostStake', 'capacityExpiry', 'capacityOpen'] as const;
const SHARES = ['buyerSharePpm', 'feePpm', 'saleFeePpm', 'volatilityPpm'] as const;

/** All that is published of a market, the same for everybody, and what is announced of it. */
export function TermsPanel({ market }: { market: OptionMarket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const termWords = useTermWords();
  const delay = useDelay(market.tickDelayMs);
  const share = (ppm: number) => <bdi dir="ltr">{format.ppm(ppm)}</bdi>;
  return (
    <Panel title={t(($) => $.options.published)}>
      <PanelBody>
        <AnnouncedTerms specs={OPTION_TERMS} market={market.market} />
        <KeyValues
          columns={3}
          items={[
            ...AMOUNTS.map((name) => ({
              label: t(($) => $.terms.fields[name]),
              value: <Amount value={market[name]} asset={market.asset} named />,
            })),
            ...SHARES.map((name) => ({
              label: t(($) => $.terms.fields[name]),
              value: share(market[name]),
            })),
            ...delay,
            ...market.terms.map(({ termMs, payoutPpm }) => ({
              label: t(($) => $.options.rateOf, { term: termWords(termMs) }),
              value: share(payoutPpm),
            })),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
