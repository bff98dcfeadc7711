import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import css from './cfd.module.css';
import { CHANGING, useCfdAccount } from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

/** Whether an opposite order closes positions; it can be changed while nothing is open. */
export function ModeField() {
  const { t } = useTranslation();
  const trial = useTrial();
  const { data } = useCfdAccount();
  if (data === undefined) return null;
  const isBusy = data.positions.length + data.orders.length > 0;
  const choose = async (mode: 'hedged' | 'netted') => {
    try {
      await api.call('setCfdMode', { mode, ...trial });
    } catch {
      // The API client has already shown why the call failed.
    }
    for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Panel title={t(($) => $.cfd.mode.title)}>
      <PanelBody>
        <div>
          <Segments
            label={t(($) => $.cfd.mode.title)}
            options={(['hedged', 'netted'] as const).map((value) => ({
              value,
              text: t(($) => $.cfd.mode[value]),
            }))}
            value={data.account.netted ? 'netted' : 'hedged'}
            disabled={isBusy}
            onChange={(mode) => void choose(mode)}
          />
        </div>
        <p className={css.note}>{t(($) => $.cfd.mode.text)}</p>
      </PanelBody>
    </Panel>
  );
}
