import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { isOfReal, RealOnly } from '../../ui/real-only.tsx';

type Credit = CallOutput<'getCreditScore'>;

/** /credit: the score, of what it is made, and how to object to it. */
export default function CreditScreen() {
  const { t } = useTranslation();
  return (
    <AccountPage title={t(($) => $.credit.title)} lead={t(($) => $.credit.lead)}>
      <Score />
    </AccountPage>
  );
}

function Score() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const { data, error, refetch } = useQuery({
    queryKey: ['credit', token],
    queryFn: ({ signal }) => api.call('getCreditScore', {}, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  });
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return (
    <Stack>
      <StatCards>
        <StatCard
          label={t(($) => $.credit.score)}
          value={data.score}
          note={t(($) => $.credit.of, { most: data.most })}
        />
        <StatCard label={t(($) => $.credit.grade)} value={t(($) => $.credit.grades[data.grade])} />
        <StatCard label={t(($) => $.credit.assessed)} value={<Instant at={data.assessedAt} />} />
      </StatCards>
      <Parts credit={data} />
      <Inputs credit={data} />
      <Panel title={t(($) => $.credit.effect)}>
        <PanelBody>
          <p>{t(($) => $.credit.effectText)}</p>
        </PanelBody>
      </Panel>
      <Appeal />
    </Stack>
  );
}

function Parts({ credit: { parts } }: { credit: Credit }) {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.credit.parts)}>
      <PanelBody>
        <Stack>
          {parts.map(({ part, points, most }) => (
            <div key={part}>
              <Progress
                label={t(($) => $.credit.part[part])}
                share={points / most}
                text={t(($) => $.credit.points, { points, most })}
              />
              <p>{t(($) => $.credit.rule[part])}</p>
            </div>
          ))}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Inputs({ credit: { inputs } }: { credit: Credit }) {
  const { t } = useTranslation();
  const yes = (is: boolean) => (is ? t(($) => $.credit.yes) : t(($) => $.credit.no));
  return (
    <Panel title={t(($) => $.credit.inputs)}>
      <KeyValues
        columns={3}
        items={[
          { label: t(($) => $.credit.since), value: <Instant at={inputs.createdAt} /> },
          {
            label: t(($) => $.credit.part.verification),
            value: t(($) => $.credit.verified[inputs.verified]),
          },
          { label: t(($) => $.credit.address), value: yes(inputs.hasAddress) },
          { label: t(($) => $.credit.tradePassword), value: yes(inputs.hasTradePassword) },
          { label: t(($) => $.credit.email), value: yes(inputs.hasEmail) },
          {
            label: t(($) => $.credit.volume),
            value: <Amount value={inputs.volume} asset="USDT" named />,
          },
        ]}
      />
    </Panel>
  );
}

function Appeal() {
  const { t } = useTranslation();
  const refusalsOf = useRefusals();
  const form = useForm({
    first: { text: '' },
    rules: { text: (text) => (text.trim() === '' ? t(($) => $.credit.appealMissing) : '') },
    send: async ({ text }) => {
      try {
        await api.call('appealCreditScore', { text }, { quiet: true });
        toastSuccess(t(($) => $.credit.appealed));
        return undefined;
      } catch (error) {
        return refusalsOf(error, { names: ['text'] });
      }
    },
  });
  return (
    <Panel title={t(($) => $.credit.appeal)}>
      <PanelBody>
        <StateForm quiet form={form} action={t(($) => $.credit.appealSend)}>
          <p>{t(($) => $.credit.appealText)}</p>
          <TextArea label={t(($) => $.credit.appealField)} {...textOf(form, 'text')} />
        </StateForm>
      </PanelBody>
    </Panel>
  );
}
