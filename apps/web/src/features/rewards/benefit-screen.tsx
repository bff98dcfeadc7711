import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { BenefitCard, PLACES } from './benefit-card.tsx';
import { SignAmounts } from './sign-amounts.tsx';
import { TasksDetail } from './tasks-detail.tsx';
import { TierTable } from './tier-table.tsx';
import { type BenefitId, useBenefits } from './use-rewards.ts';

const isBenefit = (id: string): id is BenefitId => id in PLACES;

/** /benefitsDetail: one benefit, by its name in the address. */
export default function BenefitScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = params.get('id') ?? 'signIn';
  const title = isBenefit(id)
    ? t(($) => $.rewards.benefits[id].title)
    : t(($) => $.rewards.benefits.title);
  useTitle(title);
  return (
    <Page width="page">
      <PageHead
        title={title}
        trail={[{ text: t(($) => $.rewards.benefits.title), to: '/benefits' }]}
      />
      {isBenefit(id) ? (
        <Detail id={id} />
      ) : (
        <EmptyState
          title={t(($) => $.rewards.benefits.unknown)}
          action={<TextLink to="/benefits">{t(($) => $.rewards.benefits.all)}</TextLink>}
        />
      )}
    </Page>
  );
}

function Detail({ id }: { id: BenefitId }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useBenefits();
  if (data === undefined) {
    return isError ? <Failure onRetry={() => void refetch()} /> : <Skeleton height="20rem" />;
  }
  return (
    <Stack>
      {id === 'tasks' ? null : (
        <BenefitCard
          benefits={data}
          id={id}
          to={PLACES[id]}
          action={t(($) => $.rewards.benefits.go)}
        />
      )}
      {id === 'signIn' ? (
        <Panel
          title={t(($) => $.rewards.rule.pays)}
          tools={<TextLink to="/signRule">{t(($) => $.rewards.sign.rules)}</TextLink>}
        >
          <PanelBody>
            <SignAmounts signIn={data.signIn} />
          </PanelBody>
        </Panel>
      ) : null}
      {id === 'tasks' ? <TasksDetail tasks={data.tasks} /> : null}
      {id === 'feeTiers' ? (
        <TierTable
          title={t(($) => $.rewards.tiers.schedule)}
          tiers={data.feeTiers}
          asset={data.signIn.fund.asset}
        />
      ) : null}
    </Stack>
  );
}
