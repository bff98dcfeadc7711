import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import css from './ticket.module.css';
import { useForm } from './use-ticket.ts';

/** Which price sets off the stop, where the product has more than one. */
export function TriggerSource() {
  const { t } = useTranslation();
  const { rules, ticket } = useDesk();
  const { triggerSource } = useForm();
  const { triggerSources } = rules.features;
  if (triggerSources.length < 2) return null;
  return (
    <fieldset className={css.plain}>
      <legend className="seen-by-ear">{t(($) => $.desk.ticket.triggerSource)}</legend>
      {triggerSources.map((source) => (
        <button
          key={source}
          type="button"
          className={css.toolButton}
          aria-pressed={source === triggerSource}
          title={t(($) => $.desk.sourceHint[source])}
          onClick={() => ticket.getState().setOptions({ triggerSource: source })}
        >
          {t(($) => $.desk.source[source])}
        </button>
      ))}
    </fieldset>
  );
}
