import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { type ContractListing, termsOfListing } from '@assay/modules/cfd/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { AnnouncedTerms } from '../../ui/announced-terms.tsx';
import { TermsForm } from '../../ui/terms-form.tsx';
import { Calendars } from './calendars.tsx';
import { CASH, quoteOn, useContractColumns } from './columns.tsx';
import { Details } from './details.tsx';
import { ListContract } from './list-contract.tsx';
import { type Exposure, useExposure } from './use-exposure.ts';
import { useStages } from './use-stages.ts';

/** All of them at once: what they may cost the house is one sum. */
const MOST = 100;

/** Contracts: their terms, what customers have open, and what that may cost the house. */
export function Contracts() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const state = useTableState();
  const realm: Realm = state.filter('realm') === 'demo' ? 'demo' : 'real';
  const [shown, show] = useState('');
  const [changing, setChanging] = useState(false);
  const query = useExposure(realm);
  const { stages, free } = useStages();
  const contracts = query.data?.contracts.map((contract) => ({
    ...contract,
    stage: stages.get(contract.listing.symbol),
  }));
  const open = contracts?.find(({ listing }) => listing.symbol === shown);
  return (
    <Page>
      <PageHead
        title={t(($) => $.contracts.title)}
        lead={t(($) => $.contracts.lead)}
        actions={may('parameters.prepare') ? <ListContract indices={free} /> : null}
      />
      <Stack>
        <Panel title={t(($) => $.contracts.totals)}>
          <Totals exposure={query.data} />
        </Panel>
        <Panel title={t(($) => $.contracts.exposure)}>
          <DataTable
            caption={t(($) => $.contracts.exposure)}
            columns={useContractColumns()}
            rows={contracts}
            keyOf={({ listing }) => listing.symbol}
            state={state}
            pageRows={MOST}
            file="exposure"
            failed={query.isError}
            onRetry={() => void query.refetch()}
            onOpen={({ listing }) => show(listing.symbol)}
            filters={
              <Segments
                label={t(($) => $.house.realm)}
                options={REALMS.map((value) => ({ value, text: t(($) => $.house.realms[value]) }))}
                value={realm}
                onChange={(value) => state.setFilter('realm', value)}
              />
            }
            empty={<EmptyState compact title={t(($) => $.contracts.none)} />}
          />
        </Panel>
        <AnnouncedTerms kind="contract" />
        <Calendars />
      </Stack>
      {open === undefined || changing ? null : (
        <Details
          contract={open}
          at={query.data?.at ?? 0}
          change={may('house.prepare') ? () => setChanging(true) : undefined}
          close={() => show('')}
        />
      )}
      {open === undefined || !changing ? null : (
        <TermsForm
          kind="contract"
          subject={open.listing.symbol}
          values={termsOfListing(open.listing as ContractListing)}
          asset={quoteOn(open.listing.index)}
          close={() => {
            setChanging(false);
            show('');
          }}
        />
      )}
    </Page>
  );
}

/** All contracts together, beside what there is for them. */
function Totals({ exposure }: { exposure: Exposure | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = (value: string | undefined) => <Amount value={value} asset={CASH} named />;
  return (
    <KeyValues
      columns={3}
      items={[
        { label: t(($) => $.contracts.worst), value: amount(exposure?.worst) },
        { label: t(($) => $.contracts.capital), value: amount(exposure?.capital) },
        { label: t(($) => $.contracts.insurance), value: amount(exposure?.insurance) },
        { label: t(($) => $.contracts.owed), value: amount(exposure?.owed) },
        {
          label: t(($) => $.contracts.endangered),
          value: format.integer(exposure?.endangered ?? 0),
        },
      ]}
    />
  );
}
