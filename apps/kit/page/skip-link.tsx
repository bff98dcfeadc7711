import css from './skip-link.module.css';

/** The first stop of the keyboard: past the header, to the landmark `main`. */
export function SkipLink({ text }: { text: string }) {
  return (
    <a href="#main" className={css.skip}>
      {text}
    </a>
  );
}
