import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { signWithWallet, walletOf } from '../proof/wallet.ts';
import type { PartProps } from './part.ts';
import { secured } from './secured.ts';

/** Wallets that log in; where the browser has one, it can be added. */
export function Wallets({ security }: PartProps) {
  const { t } = useTranslation();
  const wallet = walletOf(window);
  const { wallets } = security;
  if (wallet === null && wallets.length === 0) return null;
  const saved = (done: object | null) => {
    if (done !== null) toastSuccess(t(($) => $.identity.security.saved));
  };
  const add = async () => {
    if (wallet === null) return;
    const signed = await signWithWallet(wallet).catch(() => null);
    if (signed === null) return toastWarning(t(($) => $.identity.proof.failed));
    const fields = { ...signed, name: t(($) => $.identity.wallets.name) };
    const done = await secured('bindWallet', fields, (proof) =>
      api.call('bindWallet', { ...fields, ...proof }),
    );
    saved(done);
  };
  const remove = async (address: string) => {
    const done = await secured('removeWallet', { address }, (proof) =>
      api.call('removeWallet', { address, ...proof }),
    );
    saved(done);
  };
  return (
    <Panel
      title={t(($) => $.identity.wallets.title)}
      tools={
        wallet === null ? null : (
          <Button size="xs" variant="default" onClick={() => void add()}>
            {t(($) => $.identity.wallets.add)}
          </Button>
        )
      }
    >
      <KeyValues
        items={wallets.map(({ address, name }) => ({
          label: name,
          value: (
            <>
              <AddressText address={address} />{' '}
              <Button size="xs" variant="default" onClick={() => void remove(address)}>
                {t(($) => $.identity.factors.remove)}
              </Button>
            </>
          ),
        }))}
      />
      <PanelBody>{t(($) => $.identity.wallets.hold)}</PanelBody>
    </Panel>
  );
}
