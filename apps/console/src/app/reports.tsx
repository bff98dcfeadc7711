import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { HouseEntries } from '../features/ledger/house-entries.tsx';
import { DailyFigures } from '../features/reports/daily-figures.tsx';
import { TrialBalance } from '../features/reports/trial-balance.tsx';

const VIEWS = {
  figures: DailyFigures,
  trialBalance: TrialBalance,
  entries: HouseEntries,
} as const satisfies Record<string, ComponentType>;
type View = keyof typeof VIEWS;

const isView = (name: string): name is View => name in VIEWS;

/** What the house reports: the figures of each day, and that everything adds up. */
export function Reports() {
  const { t } = useTranslation();
  const [asked, ask] = useAddressPart('view', 'figures');
  const view = isView(asked) ? asked : 'figures';
  const Shown = VIEWS[view];
  const title = t(($) => $.reports.title);
  const names = [
    { name: 'figures', text: t(($) => $.reports.figures) },
    { name: 'trialBalance', text: t(($) => $.reports.trialBalance) },
    { name: 'entries', text: t(($) => $.house.entries) },
  ] as const;
  return (
    <Page>
      <PageHead title={title} />
      <Tabs bare label={title} tabs={names} value={view} onChange={ask}>
        <Shown key={view} />
      </Tabs>
    </Page>
  );
}
