import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { StateForm } from '@assay/kit/input/form.tsx';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { AccountPage } from '../../../ui/account-page.tsx';
import { useCountries } from '../countries.ts';
import type { AccountKind } from '../kinds.ts';
import { useProof } from '../use-proof.ts';
import { CodeStep, WhoFields } from '../who-fields.tsx';
import { secured } from './secured.ts';

/** Binds an address or number, which a code proves, or replaces it. */
export function Bind({ kind }: { kind: AccountKind }) {
  const { t } = useTranslation();
  const { countries } = useCountries();
  const proof = useProof('bind', countries, kind);
  const { country } = proof.form.values;
  const bind = async () => {
    const proved = proof.proved();
    if (proved === null) return;
    const { account, code, codeId } = proved;
    const fields = { account, code, codeId };
    const phone = { ...fields, country };
    const done =
      kind === 'email'
        ? await secured('bindemail', fields, (more) =>
            api.call('bindemail', { ...fields, ...more }),
          )
        : await secured('bindphone', phone, (more) => api.call('bindphone', { ...phone, ...more }));
    if (done === null) return;
    toastSuccess(t(($) => $.identity.security.saved));
    useSession.getState().setProfile(await api.call('getInfo', {}));
  };
  const submit = async () => {
    const taken = await proof.form.submit();
    if (taken) await bind();
    return taken;
  };
  return (
    <AccountPage
      own
      width="form"
      title={t(($) => $.identity.bind[kind])}
      lead={t(($) => $.identity.bind.lead)}
    >
      {kind === 'phone' ? <Callout>{t(($) => $.identity.bind.weaker)}</Callout> : null}
      <StateForm form={{ ...proof.form, submit }} action={t(($) => $.identity.security.save)}>
        <WhoFields form={proof.form} countries={countries} />
        <CodeStep form={proof.form} sent={proof.sent} send={proof.send} />
      </StateForm>
    </AccountPage>
  );
}
