import { Panel } from '@assay/kit/display/panel.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Feed, Indices } from '../features/feeds/feed.tsx';
import { Accounts, Sums } from '../features/ledger/house-accounts.tsx';
import { Engines } from '../features/operators/engines.tsx';
import { Jobs } from '../features/operators/jobs.tsx';
import { StaffLog } from '../features/operators/staff-log.tsx';
import { useOperator } from '../lib/operator.ts';

const VIEWS = {
  indices: Indices,
  feed: Feed,
  sums: Sums,
  accounts: Accounts,
  jobs: Jobs,
  log: StaffLog,
} as const satisfies Record<string, ComponentType>;
type View = keyof typeof VIEWS;

const isView = (name: string): name is View => name in VIEWS;

/** The state of the deployment: both engines, and one of its lists at a time. */
export function Status() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useAddressPart('view', 'indices');
  const view = isView(asked) && (asked !== 'log' || may('audit.read')) ? asked : 'indices';
  const Shown = VIEWS[view];
  const names: readonly { name: View; text: string }[] = [
    { name: 'indices', text: t(($) => $.feeds.indices) },
    { name: 'feed', text: t(($) => $.feeds.title) },
    { name: 'sums', text: t(($) => $.house.sumsTitle) },
    { name: 'accounts', text: t(($) => $.house.title) },
    { name: 'jobs', text: t(($) => $.jobs.title) },
    ...(may('audit.read') ? [{ name: 'log' as const, text: t(($) => $.log.title) }] : []),
  ];
  return (
    <Page>
      <PageHead title={t(($) => $.nav.status)} />
      <Engines />
      <Panel>
        <Tabs label={t(($) => $.nav.status)} tabs={names} value={view} onChange={ask}>
          <Shown key={view} />
        </Tabs>
      </Panel>
    </Page>
  );
}
