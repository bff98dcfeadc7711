import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import type { PartProps } from './part.ts';
import { secured } from './secured.ts';

const NAMES = ['login', 'trade', 'funds'] as const;

/** Which actions ask for a second factor. */
export function Guards({ security }: PartProps) {
  const { t } = useTranslation();
  const { guards } = security;
  const change = async (name: (typeof NAMES)[number], isOn: boolean) => {
    const fields = { ...guards, [name]: isOn };
    const done = await secured('editCenterLevel', fields, (proof) =>
      api.call('editCenterLevel', { ...fields, ...proof }),
    );
    if (done !== null) toastSuccess(t(($) => $.identity.security.saved));
  };
  return (
    <Panel anchor="guards" title={t(($) => $.identity.guards.title)}>
      <PanelBody>
        {NAMES.map((name) => (
          <Checkbox
            key={name}
            kind="switch"
            checked={guards[name]}
            onChange={(isOn) => void change(name, isOn)}
          >
            {t(($) => $.identity.guards[name])}
          </Checkbox>
        ))}
        <p>{t(($) => $.identity.guards.hold)}</p>
      </PanelBody>
    </Panel>
  );
}
