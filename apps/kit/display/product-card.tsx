import type { ReactNode } from 'react';
import css from './product-card.module.css';

interface ProductCardProps {
  /** The mark of what it is about. */
  mark?: ReactNode;
  title: string;
  /** A badge at the end of the title's line: sold out, new. */
  badge?: ReactNode;
  text?: string;
  /** What decides: a rate, a term, a least amount. */
  facts: readonly { readonly label: string; readonly value: ReactNode }[];
  /** How much of it is taken. */
  progress?: ReactNode;
  action: ReactNode;
}

/** Something on offer, with what decides about it and the one thing to do. */
export function ProductCard(props: ProductCardProps) {
  const { mark, title, badge, text, facts, progress, action } = props;
  return (
    <article className={css.card} data-kit="card">
      <header className={css.head}>
        {mark}
        <h3 className={css.title}>{title}</h3>
        {badge}
      </header>
      {text === undefined ? null : <p className={css.text}>{text}</p>}
      <dl className={css.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {progress}
      <div className={css.action}>{action}</div>
    </article>
  );
}
