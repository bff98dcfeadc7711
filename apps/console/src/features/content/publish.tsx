import { Badge } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import css from './content.module.css';
import { type Item, useWork } from './use-item.ts';

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
  const work = useWork(item.key);
  const [typed, type] = useState('');
  const [wrong, setWrong] = useState('');
  const { key, revision, takesTwo, digest } = item;
  const send = () => {
    if (takesTwo) {
      if (typed.trim() === '') return setWrong(t(($) => $.content.missing));
      const command = { realm: 'real', type: 'publishLaw', body: { key, digest } } as const;
      const proposal = { proposalId: crypto.randomUUID(), ...command, reason: typed };
      return work(
        () => call('prepareProposal', proposal),
        t(($) => $.content.proposed),
      );
    }
    const at = timeOf(typed);
    if (at === null) return setWrong(t(($) => $.content.notATime));
    const publishAt = at === undefined ? {} : { publishAt: at };
    const publish = () => call('publishContent', { key, revision, ...publishAt });
    return work(
      publish,
      t(($) => $.content.published),
    );
  };
  return (
    <Form
      error=""
      onSubmit={() => void send()}
      actions={
        <Button type="submit">
          {takesTwo ? t(($) => $.content.propose) : t(($) => $.content.publish)}
        </Button>
      }
    >
      <TextField
        label={takesTwo ? t(($) => $.content.proposeWhy) : t(($) => $.content.publishAt)}
        value={typed}
        error={wrong}
        onChange={(text) => {
          setWrong('');
          type(text);
        }}
      />
    </Form>
  );
}

/** A time in UTC; undefined for none, null for what is not one. */
function timeOf(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(text.trim());
  const at = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2]}:00Z`);
  return Number.isNaN(at) ? null : at;
}
