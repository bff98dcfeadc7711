import { useTranslation } from 'react-i18next';
import css from './checks.module.css';

/** Three claims that can be checked, in one line. */
export function Checks() {
  const { t } = useTranslation();
  const checks = [
    [t(($) => $.home.checks.one), t(($) => $.home.checks.oneText)],
    [t(($) => $.home.checks.two), t(($) => $.home.checks.twoText)],
    [t(($) => $.home.checks.three), t(($) => $.home.checks.threeText)],
  ];
  return (
    <ul className={css.checks} aria-label={t(($) => $.home.checks.label)}>
      {checks.map(([title, text]) => (
        <li key={title}>
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
