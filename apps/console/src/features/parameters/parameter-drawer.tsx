import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { ParameterFigure, ParameterValue } from '../../ui/parameter-value.tsx';
import { ChangeForm } from './change-form.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

interface ParameterDrawerProps {
  parameter: ParameterView | undefined;
  close(): void;
}

/** One parameter with its history, from where a change of it is proposed. */
export function ParameterDrawer({ parameter, close }: ParameterDrawerProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [doing, act] = useState<'change' | 'withdraw' | null>(null);
  if (parameter === undefined) return null;
  const { subject, history, unit, announced } = parameter;
  const done = () => act(null);
  if (doing === 'change') return <ChangeForm parameter={parameter} close={done} />;
  if (doing === 'withdraw' && announced !== null) {
    return <WithdrawForm change={announced} close={done} />;
  }
  const name = t(($) => $.parameters.names[parameter.parameter]);
  return (
    <RecordDrawer
      opened
      title={subject === '' ? name : `${name}, ${subject}`}
      onClose={close}
      actions={
        may('parameters.prepare') ? (
          announced === null ? (
            parameter.unit === 'stage' ? null : (
              <Button onClick={() => act('change')}>{t(($) => $.parameters.change)}</Button>
            )
          ) : (
            <Button onClick={() => act('withdraw')}>{t(($) => $.parameters.withdraw)}</Button>
          )
        ) : null
      }
    >
      <Standing parameter={parameter} />
      {history.length === 0 ? (
        <Callout tone="information">{t(($) => $.parameters.never)}</Callout>
      ) : null}
      {history.map((version) => (
        <KeyValues
          key={version.versionId}
          items={[
            {
              label: t(($) => $.parameters.after),
              value: (
                <>
                  <ParameterValue value={version.before} unit={unit} /> →{' '}
                  <ParameterValue value={version.value} unit={unit} />
                </>
              ),
            },
            {
              label: t(($) => $.parameters.effect),
              value:
                version.withdrawn === null ? (
                  <Instant at={version.takesEffectAt} />
                ) : (
                  t(($) => $.parameters.neverTook)
                ),
            },
            {
              label: t(($) => $.parameters.published),
              value: <Instant at={version.publishedAt} />,
            },
            {
              label: t(($) => $.parameters.by),
              value: version.signers.map((signer) => `#${signer}`).join(', '),
            },
            { label: t(($) => $.parameters.reason), value: version.reason, wide: true },
            ...withdrawalItems(version, t),
          ]}
        />
      ))}
    </RecordDrawer>
  );
}

function withdrawalItems(
  { withdrawn, withdrawnBy }: ParameterView['history'][number],
  t: TFunction,
) {
  if (withdrawn === null) return [];
  const by = withdrawnBy.map((signer) => `#${signer}`).join(', ');
  return [
    { label: t(($) => $.parameters.withdrawn), value: <Instant at={withdrawn.at} /> },
    { label: t(($) => $.parameters.by), value: by },
    { label: t(($) => $.parameters.reason), value: withdrawn.reason, wide: true },
  ];
}

/** What holds now, and within which bounds it may be changed. */
function Standing({ parameter: { present, least, most, unit, against } }: StandingProps) {
  const { t } = useTranslation();
  return (
    <KeyValues
      items={[
        {
          label: t(($) => $.parameters.present),
          value: <ParameterValue value={present} unit={unit} />,
        },
        {
          label: t(($) => $.parameters.bounds),
          value: (
            <>
              <ParameterFigure value={least} unit={unit} /> –{' '}
              <ParameterValue value={most} unit={unit} />
            </>
          ),
        },
        { label: t(($) => $.parameters.against), value: t(($) => $.parameters[against]) },
      ]}
    />
  );
}

interface StandingProps {
  parameter: ParameterView;
}
