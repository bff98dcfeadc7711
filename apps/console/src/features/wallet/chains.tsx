import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextButton } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { AcceptForm } from './accept-form.tsx';
import { ChainForm } from './chain-form.tsx';
import { CustodyPanels } from './custody.tsx';
import { DepositSearch } from './deposit-search.tsx';
import { TokenForm } from './token-form.tsx';
import { type Chain, type Token, useChains } from './use-chains.ts';

/** What is changed: a chain or a token, null for another one, or a contradiction. */
type Open =
  | { readonly what: 'chain'; readonly chain: Chain | null }
  | { readonly what: 'token'; readonly chain: Chain; readonly token: Token | null }
  | { readonly what: 'accept'; readonly chain: Chain };

/** The chains on which customers deposit, where their nodes stand, and what came in. */
export function Chains() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [opened, open] = useState<Open | null>(null);
  const query = useChains();
  const mayPrepare = may('wallet.prepare');
  return (
    <Page>
      <PageHead
        title={t(($) => $.chains.title)}
        lead={t(($) => $.chains.lead)}
        actions={
          mayPrepare ? (
            <Button variant="default" onClick={() => open({ what: 'chain', chain: null })}>
              {t(($) => $.chains.addChain)}
            </Button>
          ) : undefined
        }
      />
      <Stack>
        <Loaded query={query}>
          {({ chains, hasKey }) => (
            <Stack>
              {hasKey ? null : (
                <Callout tone="warning" title={t(($) => $.chains.noKey)}>
                  {t(($) => $.chains.noKeyText)}
                </Callout>
              )}
              {chains.length === 0 ? (
                <EmptyState compact title={t(($) => $.none)} />
              ) : (
                chains.map((chain) => (
                  <ChainPanel
                    key={chain.chainId}
                    chain={chain}
                    open={mayPrepare ? open : undefined}
                  />
                ))
              )}
            </Stack>
          )}
        </Loaded>
        <CustodyPanels />
        <DepositSearch />
      </Stack>
      <Opened opened={opened} close={() => open(null)} />
    </Page>
  );
}

function Opened({ opened, close }: { opened: Open | null; close(): void }) {
  if (opened === null) return null;
  const { what, chain } = opened;
  if (what === 'chain') return <ChainForm chain={chain} close={close} />;
  if (what === 'token') return <TokenForm chain={chain} token={opened.token} close={close} />;
  return <AcceptForm chain={chain} close={close} />;
}

interface ChainPanelProps {
  chain: Chain;
  /** Undefined for whoever may change nothing. */
  open: ((what: Open) => void) | undefined;
}

function ChainPanel({ chain, open }: ChainPanelProps) {
  const { t } = useTranslation();
  const { name, status, isTest, isOpen, tokens } = chain;
  return (
    <Panel
      title={name}
      tools={
        <>
          {isTest ? <Badge tone="demo">{t(($) => $.chains.test)}</Badge> : null}
          <Health status={status} isOpen={isOpen} />
          {open === undefined ? null : (
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() => open({ what: 'token', chain, token: null })}
              >
                {t(($) => $.chains.addToken)}
              </Button>
              <Button size="xs" variant="default" onClick={() => open({ what: 'chain', chain })}>
                {t(($) => $.chains.change)}
              </Button>
            </>
          )}
        </>
      }
    >
      <Trouble chain={chain} accept={open && (() => open({ what: 'accept', chain }))} />
      <Figures chain={chain} />
      <KeyValues
        columns={2}
        items={tokens.map((token) => ({
          label: `${token.asset}${token.isOpen ? '' : ` (${t(($) => $.chains.closed)})`}`,
          value: (
            <TokenLine
              token={token}
              change={open && (() => open({ what: 'token', chain, token }))}
            />
          ),
          wide: true,
        }))}
      />
    </Panel>
  );
}

function Health({ status, isOpen }: Pick<Chain, 'status' | 'isOpen'>) {
  const { t } = useTranslation();
  if (status === null) return <Badge>{t(($) => $.chains.noNode)}</Badge>;
  if (status.contradiction) return <Badge tone="bad">{t(($) => $.chains.contradicted)}</Badge>;
  if (status.trouble) return <Badge tone="warning">{t(($) => $.chains.notRead)}</Badge>;
  return isOpen ? (
    <Badge tone="good">{t(($) => $.chains.open)}</Badge>
  ) : (
    <Badge>{t(($) => $.chains.closed)}</Badge>
  );
}

/** What is wrong with a chain, and what people can do about it. */
function Trouble({ chain, accept }: { chain: Chain; accept: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { status } = chain;
  if (status?.contradiction) {
    const { at, common } = status.contradiction;
    return (
      <PanelBody>
        <Callout
          tone="danger"
          title={t(($) => $.chains.tookBack, { block: at })}
          action={
            accept === undefined || common === null ? undefined : (
              <Button onClick={accept}>{t(($) => $.chains.accept)}</Button>
            )
          }
        >
          {t(($) => $.chains.tookBackText, { count: status.contradicted })}{' '}
          {common === null
            ? t(($) => $.chains.noCommon)
            : t(($) => $.chains.common, { block: common })}
        </Callout>
      </PanelBody>
    );
  }
  if (!status?.trouble) return null;
  return (
    <PanelBody>
      <Callout tone="warning" title={t(($) => $.chains.notRead)}>
        {status.trouble.text} <Instant at={status.trouble.since} />
      </Callout>
    </PanelBody>
  );
}

function Figures({ chain }: { chain: Chain }) {
  const { t } = useTranslation();
  const { integer } = useFormat();
  const none = t(($) => $.none);
  const { chainId, confirmations, withdrawalConfirmations, minutes, status } = chain;
  const { head = null, read = null, final = null, readAt = null, hosts = [] } = status ?? {};
  const block = (number: number | null) => (number === null ? none : integer(number));
  return (
    <KeyValues
      columns={4}
      items={[
        { label: t(($) => $.chains.id), value: <Ltr>{chainId}</Ltr> },
        { label: t(($) => $.chains.nodes), value: <Ltr>{hosts.join(', ') || none}</Ltr> },
        { label: t(($) => $.chains.head), value: block(head) },
        {
          label: t(($) => $.chains.lag),
          value: head === null || read === null ? none : integer(Math.max(0, head - read)),
        },
        { label: t(($) => $.chains.final), value: block(final) },
        {
          label: t(($) => $.chains.readAt),
          value: readAt === null ? none : <Instant at={readAt} />,
        },
        {
          label: t(($) => $.chains.confirmations),
          value: `${confirmations} / ${withdrawalConfirmations}`,
        },
        { label: t(($) => $.chains.minutes), value: minutes },
      ]}
    />
  );
}

function TokenLine({ token, change }: { token: Token; change: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { contract, decimals, minimum, asset } = token;
  return (
    <>
      <Ltr>{contract ?? t(($) => $.chains.coin)}</Ltr>
      {', '}
      {t(($) => $.chains.tokenLine, { decimals, minimum, asset })}{' '}
      {change === undefined ? null : (
        <TextButton onClick={change}>{t(($) => $.chains.changeOf, { asset })}</TextButton>
      )}
    </>
  );
}
