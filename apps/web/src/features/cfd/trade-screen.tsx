import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { useIsNarrow } from '@assay/kit/look/small-screens.ts';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClosedUntil } from '../../lib/data/use-session.ts';
import { LessonAgain } from '../../ui/lesson.tsx';
import {
  GROUP_OF,
  GROUPS,
  type Group,
  useGroupChoice,
  useGroupNames,
} from '../../ui/market-groups.ts';
import { useTitle } from '../../ui/use-title.ts';
import { AccountBar } from './account-bar.tsx';
import { Calculator } from './calculator.tsx';
import css from './cfd.module.css';
import { contractsToChoose, isClosingOnly } from './closing.ts';
import { ContractChart, type Picked, Prices } from './contract-chart.tsx';
import { CfdLesson } from './lesson.tsx';
import { ActivityPanel } from './panels.tsx';
import { useQuoteStream } from './quotes.ts';
import { RiskWarning } from './risk-warning.tsx';
import { Specification } from './specification.tsx';
import { Ticket } from './ticket.tsx';
import { type Contract, useCfdAccount, useContracts } from './use-cfd.ts';
import { useCfdEvents } from './use-events.ts';
import { useTrialPath } from './use-trial.ts';

const CONTRACT = {
  name: ({ market }: Contract) => market.market,
  group: ({ market }: Contract) => GROUP_OF[market.class],
};

/** The chart, the ticket, and what a person has, for the contracts of a class. */
export function TradeScreen({ first }: { first: Group }) {
  const { t } = useTranslation();
  const title = t(($) => $.cfd.title);
  const lead = t(($) => $.cfd.lead);
  useTitle(title, lead);
  useQuoteStream();
  useCfdEvents();
  const positions = useTrialPath('/lt');
  const { contracts, policy, isError, refetch } = useContracts();
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            <LessonAgain lesson="cfd" />
            <Button component={Link} to={positions} variant="default">
              {t(($) => $.cfd.myPositions)}
            </Button>
          </>
        }
      />
      <RiskWarning policy={policy} />
      <Loaded query={{ data: contracts, isError, refetch }} height="36rem">
        {(all) => <Trading contracts={all} first={first} />}
      </Loaded>
    </Page>
  );
}

function Trading({ contracts: all, first }: { contracts: readonly Contract[]; first: Group }) {
  const { t } = useTranslation();
  const contracts = contractsToChoose(all, useCfdAccount().data);
  const choice = useGroupChoice(contracts, first, CONTRACT);
  const { group, own, chosen: contract, chooseGroup, choose } = choice;
  const names = useGroupNames();
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
          <Desk key={`desk ${contract.market.market}`} contract={contract}>
            <SelectField
              dir="ltr"
              label={t(($) => $.cfd.market)}
              options={own.map((one) => ({
                value: one.market.market,
                text: isClosingOnly(one)
                  ? `${pairOf(one)} · ${t(($) => $.cfd.state.closeOnly)}`
                  : pairOf(one),
              }))}
              value={contract.market.market}
              onChange={choose}
            />
          </Desk>
          <ActivityPanel />
          <Specification contract={contract} />
          <Calculator key={`calculator ${contract.market.market}`} contract={contract} />
        </div>
      )}
    </Tabs>
  );
}

const pairOf = ({ market }: Contract) => `${market.base}/${market.quote}`;

/** A contract's chart beside its ticket, to which a price goes that is chosen on the chart. */
function Desk({ contract, children }: { contract: Contract; children: ReactNode }) {
  const { t } = useTranslation();
  const [picked, pick] = useState<Picked | null>(null);
  // In one column the ticket comes right after the chart, and the account after both.
  const isNarrow = useIsNarrow();
  return (
    <>
      <TwoColumns aside={<Ticket contract={contract} picked={picked} />}>
        <Panel title={t(($) => $.cfd.prices)} tools={<MarketState contract={contract} />}>
          <div className={css.strip}>
            {children}
            <Prices contract={contract} />
          </div>
          <ContractChart contract={contract} onPick={pick} />
        </Panel>
        <CfdLesson />
        {isNarrow ? null : <AccountBar />}
      </TwoColumns>
      {isNarrow ? <AccountBar /> : null}
    </>
  );
}

/** Whether it is traded now, and from when on where it is not. */
function MarketState({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { market } = contract;
  const opensAt = useClosedUntil(market);
  if (market.stage === 'preOpen') {
    return <Badge tone="warning">{t(($) => $.cfd.state.preOpen)}</Badge>;
  }
  if (opensAt !== null) {
    return (
      <Badge tone="warning">
        <Sentence parts={{ at: <Instant at={opensAt} /> }}>
          {(put) => t(($) => $.cfd.state.opensAt, put)}
        </Sentence>
      </Badge>
    );
  }
  if (isClosingOnly(contract)) {
    return <Badge tone="warning">{t(($) => $.cfd.state.closeOnly)}</Badge>;
  }
  return <Badge tone="good">{t(($) => $.cfd.state.open)}</Badge>;
}
