import { Segments } from '@assay/kit/input/segments.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useForm } from './use-ticket.ts';

/** Which price sets off the stop, where the product has more than one. */
export function TriggerSource() {
  const { t } = useTranslation();
  const { rules, ticket } = useDesk();
  const { triggerSource } = useForm();
  const { triggerSources } = rules.features;
  if (triggerSources.length < 2) return null;
  return (
    <Segments
      look="tools"
      label={t(($) => $.desk.ticket.triggerSource)}
      options={triggerSources.map((value) => ({
        value,
        text: t(($) => $.desk.source[value]),
        title: t(($) => $.desk.sourceHint[value]),
      }))}
      value={triggerSource}
      onChange={(source) => ticket.getState().setOptions({ triggerSource: source })}
    />
  );
}
