import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './stepper.module.css';

/** The steps of a task in their order; `at` is the index of the present one. */
export function Stepper(props: { label: string; steps: readonly string[]; at: number }) {
  const { label, steps, at } = props;
  const { t } = useTranslation();
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map((step, i) => {
        const state = i < at ? 'done' : i === at ? 'current' : 'ahead';
        return (
          <li
            key={step}
            className={css.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={css.mark} aria-hidden="true">
              {state === 'done' ? <IconCheck size={13} stroke={2.25} /> : i + 1}
            </span>
            <span className={css.text}>{step}</span>
            {state === 'done' ? (
              <span className="seen-by-ear">{t(($) => $.kit.stepDone)}</span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
