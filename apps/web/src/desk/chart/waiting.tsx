import css from './waiting.module.css';

/** The place of a drawing that is on its way. `over`: it lies over what is there already. */
export function Waiting({ over = false }: { over?: boolean }) {
  return (
    <div className={css.waiting} data-waiting="" data-over={over || undefined} aria-hidden="true" />
  );
}
