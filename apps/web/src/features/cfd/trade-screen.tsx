import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useClosedUntil } from '../../lib/data/use-session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AccountBar } from './account-bar.tsx';
import { Calculator } from './calculator.tsx';
import css from './cfd.module.css';
import { ContractChart } from './contract-chart.tsx';
import { OrdersPanel, PositionsPanel, ReceiptsPanel } from './panels.tsx';
import { useQuoteStream } from './quotes.ts';
import { RiskWarning } from './risk-warning.tsx';
import { Specification } from './specification.tsx';
import { Ticket } from './ticket.tsx';
import { type Contract, useContracts } from './use-cfd.ts';
import { useCfdEvents } from './use-events.ts';

/** The classes of contracts, as the tabs group them. */
const GROUPS = ['metals', 'oil', 'forex', 'crypto'] as const;
type Group = (typeof GROUPS)[number];
const GROUP_OF: Readonly<Record<Contract['market']['class'], Group>> = {
  ...{ metal: 'metals', oil: 'oil', gas: 'oil', forex: 'forex', coin: 'crypto' },
};

/** The chart, the ticket, and what a person has, for the contracts of a class. */
export function TradeScreen({ first }: { first: Group }) {
  const { t } = useTranslation();
  const title = t(($) => $.cfd.title);
  const lead = t(($) => $.cfd.lead);
  useTitle(title, lead);
  useQuoteStream();
  useCfdEvents();
  const { contracts, policy, isError, refetch } = useContracts();
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <Button component={Link} to="/lt" variant="default">
            {t(($) => $.cfd.myPositions)}
          </Button>
        }
      />
      <RiskWarning policy={policy} />
      {contracts !== undefined ? (
        <Trading contracts={contracts} first={first} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="36rem" />
      )}
    </Page>
  );
}

function useChoice(contracts: readonly Contract[], first: Group) {
  const [params, setParams] = useSearchParams();
  const asked = contracts.find(({ market }) => market.market === params.get('market'));
  const named = GROUPS.find((group) => group === params.get('tab'));
  const group = asked === undefined ? (named ?? first) : GROUP_OF[asked.market.class];
  const own = contracts.filter(({ market }) => GROUP_OF[market.class] === group);
  const write = (name: string, value: string, other: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        before.delete(other);
        return before;
      },
      { replace: true },
    );
  return {
    ...{ group, own, contract: asked ?? own[0] },
    chooseGroup: (next: Group) => write('tab', next, 'market'),
    choose: (market: string) => write('market', market, 'tab'),
  };
}

function Trading({ contracts, first }: { contracts: readonly Contract[]; first: Group }) {
  const { t } = useTranslation();
  const { group, own, contract, chooseGroup, choose } = useChoice(contracts, first);
  const names: Readonly<Record<Group, string>> = {
    metals: t(($) => $.cfd.groups.metals),
    oil: t(($) => $.cfd.groups.oil),
    forex: t(($) => $.cfd.groups.forex),
    crypto: t(($) => $.cfd.groups.crypto),
  };
  return (
    <Tabs
      bare
      label={t(($) => $.cfd.groups.label)}
      tabs={GROUPS.map((name) => ({ name, text: names[name] }))}
      value={group}
      onChange={chooseGroup}
    >
      {contract === undefined ? (
        <EmptyState title={t(($) => $.cfd.none)} text={t(($) => $.cfd.noneText)} />
      ) : (
        <div className={css.tab}>
          <TwoColumns aside={<Ticket key={contract.market.market} contract={contract} />}>
            <Panel title={t(($) => $.cfd.chart)} tools={<MarketState contract={contract} />}>
              <PanelBody>
                <div className={css.chart}>
                  <SelectField
                    dir="ltr"
                    label={t(($) => $.cfd.market)}
                    options={own.map(({ market }) => ({
                      value: market.market,
                      text: `${market.base}/${market.quote}`,
                    }))}
                    value={contract.market.market}
                    onChange={choose}
                  />
                  <ContractChart key={contract.market.market} contract={contract} />
                </div>
              </PanelBody>
            </Panel>
            <AccountBar />
          </TwoColumns>
          <PositionsPanel />
          <OrdersPanel />
          <ReceiptsPanel />
          <Specification contract={contract} />
          <Calculator key={contract.market.market} contract={contract} />
        </div>
      )}
    </Tabs>
  );
}

/** Whether it is traded now, and from when on where it is not. */
function MarketState({ contract: { view, market } }: { contract: Contract }) {
  const { t } = useTranslation();
  const opensAt = useClosedUntil(market);
  if (opensAt !== null) {
    return (
      <Badge tone="warning">
        {t(($) => $.cfd.state.opensAt)} <Instant at={opensAt} />
      </Badge>
    );
  }
  const isClosing = view.listing.status === 'closeOnly' || market.status === 'halted';
  if (isClosing) return <Badge tone="warning">{t(($) => $.cfd.state.closeOnly)}</Badge>;
  return <Badge tone="good">{t(($) => $.cfd.state.open)}</Badge>;
}
