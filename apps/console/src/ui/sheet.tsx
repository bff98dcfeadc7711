import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './sheet.module.css';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id} className={css.label}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Shows the data of a query; the last good answer stays on screen while a later one fails. */
export function Loaded<T>(props: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation();
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <div className={css.empty} aria-busy="true" />;
  return (
    <div role="alert" className={css.empty}>
      <p>{t(($) => $.failed)}</p>
      <Button variant="default" size="xs" onClick={() => query.refetch()}>
        {t(($) => $.retry)}
      </Button>
    </div>
  );
}

/** A figure with its name above it. */
export function Value(props: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={props.wide ? css.wide : undefined}>
      <dt>{props.label}</dt>
      <dd>
        <bdi dir="ltr">{props.children}</bdi>
      </dd>
    </div>
  );
}
