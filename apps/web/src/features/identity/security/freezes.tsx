import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Buttons } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECURITY } from '../../../lib/data/security.ts';
import { api, queries } from '../../../lib/data/services.ts';
import type { PartProps } from './part.ts';
import { secured } from './secured.ts';

const DAYS = ['1', '3', '7', '14', '30'] as const;

/** What limits the account now, and what its owner can do about it. */
export function Freezes({ security }: PartProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const [locking, setLocking] = useState(false);
  const { restrictions, withdrawalStop } = security;
  const everybodys = withdrawalStop === null ? [] : [withdrawalStop];
  const saved = (done: object | null) => {
    if (done !== null) toastSuccess(t(($) => $.identity.security.saved));
  };
  const freeze = async () => {
    saved(await api.call('freezeAccount', {}).catch(() => null));
    await queries.invalidateQueries({ queryKey: [SECURITY] });
  };
  const unfreeze = async () => {
    saved(await secured('unfreezeAccount', {}, (proof) => api.call('unfreezeAccount', proof)));
  };
  const lock = async () => {
    const done = await secured('lockSettings', { days }, (proof) =>
      api.call('lockSettings', { days, ...proof }),
    );
    saved(done);
  };
  return (
    <Panel title={t(($) => $.identity.freezes.title)}>
      <KeyValues
        items={[
          ...everybodys.map(({ reason, until }) => ({
            label: t(($) => $.identity.freezes.everybody),
            value: (
              <>
                <Instant at={until} /> <bdi>{reason}</bdi>
              </>
            ),
          })),
          ...restrictions.map(({ restrictionId, kind, reason, expiresAt }) => ({
            label: `${
              reason === 'factorsGivenUp'
                ? t(($) => $.identity.freezes.untilVerified)
                : t(($) => $.identity.freezes.kinds[kind])
            } #${restrictionId}`,
            value:
              expiresAt === null ? t(($) => $.identity.freezes.open) : <Instant at={expiresAt} />,
          })),
        ]}
      />
      <PanelBody>
        {restrictions.length + everybodys.length === 0 ? (
          <p>{t(($) => $.identity.freezes.none)}</p>
        ) : null}
        <p>{t(($) => $.identity.freezes.lockText)}</p>
        <SelectField
          label={t(($) => $.identity.freezes.days)}
          options={DAYS.map((value) => ({ value, text: value }))}
          value={days}
          onChange={setDays}
        />
        <Buttons>
          {restrictions.some(({ liftable }) => liftable) ? (
            <Button variant="default" onClick={() => void unfreeze()}>
              {t(($) => $.identity.freezes.unfreeze)}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void freeze()}>
              {t(($) => $.identity.freezes.freeze)}
            </Button>
          )}
          <Button variant="default" onClick={() => setLocking(true)}>
            {t(($) => $.identity.freezes.lock)}
          </Button>
        </Buttons>
      </PanelBody>
      {locking ? (
        <Confirm
          danger
          title={t(($) => $.identity.freezes.lockTitle)}
          action={t(($) => $.identity.freezes.lock)}
          run={async () => {
            setLocking(false);
            await lock();
          }}
          close={() => setLocking(false)}
        >
          {t(($) => $.identity.freezes.lockAsk, { count: Number(days) })}
        </Confirm>
      ) : null}
    </Panel>
  );
}
