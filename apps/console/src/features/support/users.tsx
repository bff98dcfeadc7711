import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { CustomerPanel } from './customer.tsx';
import { CustomerLimits } from './customer-limits.tsx';
import { CustomerSessions } from './customer-sessions.tsx';
import type { Customer } from './use-support.ts';

/** Finds one customer by what is known in full; nobody can be looked for by a part of it. */
export function Users() {
  const { t } = useTranslation();
  const [found, setFound] = useState<Customer | null>(null);
  const { may } = useOperator();
  const again = async ({ userId }: Customer) =>
    setFound(await call('getCustomer', { account: `#${userId}` }));
  const form = useForm({
    first: { account: '' },
    rules: { account: (text) => (text.trim() === '' ? t(($) => $.support.accountMissing) : '') },
    send: ({ account }) => {
      setFound(null);
      const asked = call('getCustomer', { account }).then(setFound);
      return refusalOf(
        asked,
        t(($) => $.support.failed),
      );
    },
  });
  return (
    <Page width="page">
      <PageHead title={t(($) => $.support.users)} lead={t(($) => $.support.usersLead)} />
      <Stack>
        <Panel>
          <PanelBody>
            <StateForm form={form} action={t(($) => $.support.find)}>
              <TextField
                label={t(($) => $.support.account)}
                hint={t(($) => $.support.accountHint)}
                dir="ltr"
                value={form.values.account}
                error={form.errorOf('account')}
                onChange={(account) => form.set('account', account)}
              />
            </StateForm>
          </PanelBody>
        </Panel>
        {found === null ? null : (
          <>
            <CustomerPanel key={found.userId} customer={found} />
            <CustomerLimits customer={found} changed={() => void again(found)} />
            {may('users.freeze') ? <CustomerSessions userId={found.userId} /> : null}
          </>
        )}
      </Stack>
    </Page>
  );
}
