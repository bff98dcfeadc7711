import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import type { ParameterView } from '@assay/modules/parameters/schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { ChangeForm } from './change-form.tsx';

interface ParameterDrawerProps {
  parameter: ParameterView | undefined;
  close(): void;
}

/** One parameter with its history, from where a change of it is proposed. */
export function ParameterDrawer({ parameter, close }: ParameterDrawerProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [changing, change] = useState(false);
  if (parameter === undefined) return null;
  if (changing) return <ChangeForm parameter={parameter} close={() => change(false)} />;
  const { subject, history, unit } = parameter;
  const name = t(($) => $.parameters.names[parameter.parameter]);
  return (
    <RecordDrawer
      opened
      title={subject === '' ? name : `${name}, ${subject}`}
      onClose={close}
      actions={
        may('parameters.prepare') ? (
          <Button onClick={() => change(true)}>{t(($) => $.parameters.change)}</Button>
        ) : null
      }
    >
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
                  <Plain value={version.before} /> → <Plain value={version.value} />{' '}
                  {t(($) => $.parameters.units[unit])}
                </>
              ),
            },
            {
              label: t(($) => $.parameters.effect),
              value: <Instant at={version.takesEffectAt} />,
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
          ]}
        />
      ))}
    </RecordDrawer>
  );
}
