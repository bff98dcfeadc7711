import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { usePropose } from '../../lib/propose.ts';

type Custody = CallOutputOf<'getCustody'>;
type CustodyChain = Custody['chains'][number];
type Difference = Custody['differences'][number];

const POLL_MS = 5_000;
const LEDGER = 0;
/** A signer reports with every look, which is every few seconds. */
const SILENT_MS = 60_000;

type Open =
  | { readonly what: 'accept'; readonly difference: Difference }
  | { readonly what: 'declare'; readonly chain: CustodyChain };

/** What custody has, where, whether it is as it should be, and how the signers are. */
export function CustodyPanels() {
  const [opened, open] = useState<Open | null>(null);
  const mayPrepare = useOperator().may('wallet.prepare');
  const query = useQuery({
    queryKey: ['custody'],
    queryFn: ({ signal }) => call('getCustody', {}, signal),
    refetchInterval: POLL_MS,
  });
  const close = () => open(null);
  return (
    <>
      <Loaded query={query}>
        {({ chains, differences }) => (
          <Stack>
            <Differences {...{ chains, differences }} open={mayPrepare ? open : undefined} />
            {chains
              .filter(({ block }) => block !== null)
              .map((chain) => (
                <CustodyPanel
                  key={chain.chainId}
                  {...{ chain }}
                  open={mayPrepare ? open : undefined}
                />
              ))}
          </Stack>
        )}
      </Loaded>
      {opened?.what === 'accept' ? (
        <AcceptDifference difference={opened.difference} close={close} />
      ) : null}
      {opened?.what === 'declare' ? <Declare chain={opened.chain} close={close} /> : null}
    </>
  );
}

interface DifferencesProps extends Custody {
  open: ((what: Open) => void) | undefined;
}

function Differences({ chains, differences, open }: DifferencesProps) {
  const { t } = useTranslation();
  return differences.map((difference) => {
    const { chainId, asset, amount, foundAt } = difference;
    const ofLedger = chainId === LEDGER;
    const lacks = ofLedger || amount.startsWith('-');
    const place = ofLedger
      ? t(($) => $.custody.ledger)
      : (chains.find((chain) => chain.chainId === chainId)?.name ?? String(chainId));
    return (
      <Callout
        key={`${chainId} ${asset}`}
        tone={lacks ? 'danger' : 'warning'}
        title={t(($) => $.custody.differs, { place, amount, asset })}
        action={
          open === undefined || ofLedger ? undefined : (
            <Button onClick={() => open({ what: 'accept', difference })}>
              {t(($) => $.custody.accept)}
            </Button>
          )
        }
      >
        {ofLedger
          ? t(($) => $.custody.ledgerText)
          : lacks
            ? t(($) => $.custody.lacksText)
            : t(($) => $.custody.moreText)}{' '}
        <Instant at={foundAt} />
      </Callout>
    );
  });
}

interface CustodyPanelProps {
  chain: CustodyChain;
  open: ((what: Open) => void) | undefined;
}

function CustodyPanel({ chain, open }: CustodyPanelProps) {
  const { t } = useTranslation();
  const { name, lines, addresses, isStopped, at } = chain;
  return (
    <Panel
      title={t(($) => $.custody.of, { chain: name })}
      tools={
        <>
          {isStopped ? (
            <Badge tone="bad">{t(($) => $.custody.stopped)}</Badge>
          ) : (
            <Badge tone="good">{t(($) => $.custody.pays)}</Badge>
          )}
          {open === undefined ? null : (
            <Button size="xs" variant="default" onClick={() => open({ what: 'declare', chain })}>
              {t(($) => $.custody.declare)}
            </Button>
          )}
        </>
      }
    >
      <Signer chain={chain} />
      <KeyValues
        columns={2}
        items={[
          ...lines.map(({ asset, has, own }) => ({
            label: t(($) => $.custody.has, { asset }),
            value: (
              <>
                <Sentence
                  parts={{
                    all: <Amount value={has} asset={asset} named />,
                    own: <Amount value={own} asset={asset} named />,
                  }}
                >
                  {(put) => t(($) => $.custody.own, put)}
                </Sentence>
              </>
            ),
          })),
          {
            label: t(($) => $.custody.lookedAt),
            value: at === null ? t(($) => $.none) : <Instant at={at} />,
          },
        ]}
      />
      <KeyValues
        items={addresses.map(({ address, kind, name: called, holds }) => ({
          label: called || t(($) => $.custody.kinds[kind]),
          value: (
            <>
              <AddressText address={address} />{' '}
              {holds.map(({ asset, amount }) => (
                <span key={asset}>
                  <Amount value={amount} asset={asset} named />{' '}
                </span>
              ))}
            </>
          ),
        }))}
      />
    </Panel>
  );
}

function Signer({ chain: { signer } }: { chain: CustodyChain }) {
  const { t } = useTranslation();
  const [opened] = useState(() => Date.now());
  if (signer === null) {
    return <PanelBody>{t(($) => $.custody.noSigner)}</PanelBody>;
  }
  const { problem, seenAt, underWay, withheld } = signer;
  const isSilent = Math.max(opened, Date.now()) - seenAt > SILENT_MS;
  const state = isSilent ? (
    <Badge tone="bad">{t(($) => $.custody.silent)}</Badge>
  ) : problem === '' ? (
    <Badge tone="good">{t(($) => $.custody.well)}</Badge>
  ) : (
    <Badge tone="warning">{problem}</Badge>
  );
  return (
    <KeyValues
      columns={4}
      items={[
        { label: t(($) => $.custody.signer), value: state },
        { label: t(($) => $.custody.seen), value: <Instant at={seenAt} /> },
        { label: t(($) => $.custody.underWay), value: underWay },
        { label: t(($) => $.custody.withheld), value: withheld },
      ]}
    />
  );
}

/** Proposes that what differs is, or was, the house's own. */
function AcceptDifference({ difference, close }: { difference: Difference; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('acceptDifference', close);
  const { chainId, asset, amount } = difference;
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ chainId, asset, amount }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.custody.accept)}: ${amount} ${asset}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.custody.acceptText)}</Callout>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes that an address of the operator belongs to custody. */
function Declare({ chain, close }: { chain: CustodyChain; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('declareCustody', close);
  const filled = (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : '');
  const form = useForm({
    first: { address: '', name: '', reason: '' },
    rules: {
      address: (text) =>
        /^0x[0-9a-fA-F]{40}$/.test(text.trim()) ? '' : t(($) => $.chains.contractWrong),
      name: filled,
      reason: filled,
    },
    send: ({ address, name, reason }) =>
      propose({ chainId: chain.chainId, address: address.trim(), name: name.trim() }, reason),
  });
  return (
    <FormDialog
      title={`${t(($) => $.custody.declare)}: ${chain.name}`}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout>{t(($) => $.custody.declareText)}</Callout>
      <TextField dir="ltr" label={t(($) => $.custody.address)} {...textOf(form, 'address')} />
      <TextField label={t(($) => $.custody.name)} {...textOf(form, 'name')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
