import { Badge } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import css from './content.module.css';
import { type Item, useSending, useWork } from './use-item.ts';

/** What can be done: publish the draft, propose it to a second person, withdraw the item. */
export function Publish({ item }: { item: Item }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const work = useWork(item.key);
  const { key, changed, editions, takesTwo, kind } = item;
  const [last] = editions;
  const isShown = last !== undefined && !last.withdrawn;
  const withdraw = () =>
    void work(
      () => call('withdrawContent', { key }),
      t(($) => $.content.withdrawn),
    );
  return (
    <Panel
      title={t(($) => $.content.publish)}
      tools={changed ? <Badge tone="warning">{t(($) => $.content.changed)}</Badge> : null}
    >
      <div className={css.body}>
        {takesTwo ? (
          <Callout title={t(($) => $.content.takesTwo)}>
            <code dir="ltr">{item.digest}</code>
          </Callout>
        ) : null}
        {changed && may('content.prepare') ? <Go item={item} /> : null}
        {takesTwo && may('content.prepare') ? <TakeBack item={item} /> : null}
        {isShown && kind !== 'text' && kind !== 'site' && may('content.prepare') ? (
          <Button variant="default" onClick={withdraw}>
            {t(($) => $.content.withdraw)}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}

/** The time from which it is shown; for a text of law, why, and then another person decides. */
function Go({ item }: { item: Item }) {
  const { t } = useTranslation();
  const sending = useSending(item.key);
  const { key, revision, takesTwo, digest } = item;
  const wrong = (typed: string) => {
    if (takesTwo) return typed.trim() === '' ? t(($) => $.content.missing) : '';
    return timeOf(typed) === null ? t(($) => $.content.notATime) : '';
  };
  const form = useForm({
    first: { typed: '' },
    rules: { typed: wrong },
    send: ({ typed }) => {
      if (takesTwo) {
        const command = { realm: 'real', type: 'publishLaw', body: { key, digest } } as const;
        const proposal = { proposalId: crypto.randomUUID(), ...command, reason: typed };
        return sending(
          call('prepareProposal', proposal),
          t(($) => $.content.proposed),
        );
      }
      const at = timeOf(typed) ?? undefined;
      const publishAt = at === undefined ? {} : { publishAt: at };
      return sending(
        call('publishContent', { key, revision, ...publishAt }),
        t(($) => $.content.published),
      );
    },
  });
  return (
    <StateForm
      form={form}
      action={takesTwo ? t(($) => $.content.propose) : t(($) => $.content.publish)}
    >
      <TextField
        label={takesTwo ? t(($) => $.content.proposeWhy) : t(($) => $.content.publishAt)}
        {...textOf(form, 'typed')}
      />
    </StateForm>
  );
}

/** Proposes to take back what is announced; customers read the reason. */
function TakeBack({ item: { key, editions } }: { item: Item }) {
  const { t } = useTranslation();
  const sending = useSending(key);
  const [opened] = useState(Date.now);
  const announced = editions.find((one) => !one.withdrawn && one.publishAt > opened);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (reason) => (reason.trim() === '' ? t(($) => $.content.missing) : '') },
    send: ({ reason }) => {
      const body = { key, edition: announced?.edition ?? 0 };
      const command = { realm: 'real', type: 'withdrawLaw', body, reason } as const;
      return sending(
        call('prepareProposal', { proposalId: crypto.randomUUID(), ...command }),
        t(($) => $.content.proposed),
      );
    },
  });
  if (announced === undefined) return null;
  const { number } = announced;
  return (
    <StateForm form={form} action={t(($) => $.content.takeBack)}>
      <Callout tone="warning">{t(($) => $.content.takeBackText, { number })}</Callout>
      <TextField label={t(($) => $.content.proposeWhy)} {...textOf(form, 'reason')} />
    </StateForm>
  );
}

/** A time in UTC; undefined for none, null for what is not one. */
function timeOf(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(text.trim());
  const at = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2]}:00Z`);
  return Number.isNaN(at) ? null : at;
}
