import { useTranslation } from 'react-i18next';
import { IconCheck } from '../icons/check.ts';
import css from './stepper.module.css';

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** The index of the present one. */
  at: number;
  /** Which are done, where these are not simply those before the present one. */
  isDone?(index: number): boolean;
}

/** The steps of a task in their order. */
export function Stepper({ label, steps, at, isDone = (i) => i < at }: StepperProps) {
  const { t } = useTranslation();
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map((step, i) => {
        const state = i === at ? 'current' : isDone(i) ? 'done' : 'ahead';
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
