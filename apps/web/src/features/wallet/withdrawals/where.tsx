import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { AddressField } from '@assay/kit/input/address-field.tsx';
import { RadioCards } from '@assay/kit/input/radio-cards.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { KINDS, type Kind, type Terms, unitsOf } from './use-withdrawals.ts';

export const kindOf = (kind: string): Kind => KINDS.find((known) => known === kind) ?? 'ordinary';

interface WhereProps {
  terms: Terms;
  values: Readonly<Record<'kind' | 'chainId' | 'address', string>>;
  set(name: 'kind' | 'chainId' | 'address', value: string): void;
  address: Omit<ComponentProps<typeof AddressField>, 'label' | 'hint'>;
}

/** How money leaves, and where to: to an address, or back to the source of a deposit. */
export function Where({ terms, values, set, address }: WhereProps) {
  const { t } = useTranslation();
  const { networks, sources } = terms;
  const to = (place: { chainId: number; address: string } | undefined) => {
    set('address', place?.address ?? '');
    set('chainId', String(place?.chainId ?? networks[0]?.chainId ?? 0));
  };
  return (
    <>
      <KindField
        terms={terms}
        value={kindOf(values.kind)}
        onChange={(kind) => {
          set('kind', kind);
          to(kind === 'return' ? sources[0] : undefined);
        }}
      />
      {values.kind === 'return' ? (
        <SourceField sources={sources} value={values.address} onChange={to} />
      ) : (
        <>
          <NetworkField
            networks={networks}
            value={values.chainId}
            onChange={(chainId) => set('chainId', chainId)}
          />
          <AddressField
            label={t(($) => $.wallet.out.address)}
            hint={t(($) => $.wallet.out.addressHint)}
            {...address}
          />
        </>
      )}
    </>
  );
}

interface KindFieldProps {
  terms: Terms;
  value: Kind;
  onChange(kind: Kind): void;
}

/** The ways out: what is too small, and what was not used, have one of their own. */
function KindField({ terms, value, onChange }: KindFieldProps) {
  const { t } = useTranslation();
  const isSmall = unitsOf(terms.available) > 0n && unitsOf(terms.available) < unitsOf(terms.least);
  const isThere = { ordinary: true, exit: isSmall, return: terms.sources.length > 0 };
  const kinds = KINDS.filter((kind) => isThere[kind]);
  if (kinds.length < 2) return null;
  return (
    <RadioCards
      label={t(($) => $.wallet.out.kind)}
      value={value}
      onChange={onChange}
      cards={kinds.map((kind) => ({
        value: kind,
        title: t(($) => $.wallet.out.kinds[kind].title),
        text: t(($) => $.wallet.out.kinds[kind].text),
      }))}
    />
  );
}

interface SourceFieldProps {
  sources: Terms['sources'];
  value: string;
  onChange(source: Terms['sources'][number]): void;
}

/** Where deposits came from; the person says that it is still theirs by choosing it. */
function SourceField({ sources, value, onChange }: SourceFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t(($) => $.wallet.out.source)}
      hint={t(($) => $.wallet.out.sourceHint)}
      value={value}
      options={sources.map(({ address }) => ({ value: address, text: address }))}
      onChange={(address) => onChange(sources.find((one) => one.address === address)!)}
    />
  );
}

interface NetworkFieldProps {
  networks: Terms['networks'];
  value: string;
  onChange(chainId: string): void;
}

/** The network; a choice where there are several. */
function NetworkField({ networks, value, onChange }: NetworkFieldProps) {
  const { t } = useTranslation();
  const label = t(($) => $.wallet.out.network);
  if (networks.length < 2) return <KeyValues items={[{ label, value: networks[0]?.chain }]} />;
  const options = networks.map(({ chainId, chain }) => ({ value: String(chainId), text: chain }));
  return <SelectField label={label} options={options} value={value} onChange={onChange} />;
}
