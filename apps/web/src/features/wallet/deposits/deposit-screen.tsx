import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { RadioCards } from '@assay/kit/input/radio-cards.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../../lib/data/services.ts';
import { useRealm, useSession } from '../../../lib/data/session.ts';
import { RealOnly } from '../../../ui/real-only.tsx';
import { TurnoverPanel } from '../turnover-panel.tsx';
import { useRules } from '../use-rules.ts';
import { WalletPage } from '../wallet-page.tsx';
import { Arriving } from './arriving.tsx';
import css from './deposits.module.css';
import { ProofForm } from './proof-form.tsx';
import { TestMoney } from './test-money.tsx';
import { type Chain, useChains } from './use-deposits.ts';

type Token = Chain['tokens'][number];

/** /recharge: where to send coins, on which conditions, and what is on its way. */
export default function DepositScreen() {
  const { t } = useTranslation();
  const isVirtual = useRealm() === 'demo';
  return (
    <WalletPage title={t(($) => $.deposits.title)} lead={t(($) => $.deposits.lead)}>
      {isVirtual ? <RealOnly /> : <Depositing />}
    </WalletPage>
  );
}

function Depositing() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { data, isError, refetch } = useChains();
  const rules = useRules();
  const [chosen, setChosen] = useState({ chainId: 0, asset: params.get('asset') ?? '' });
  if (isError && data === undefined) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined || rules.data === undefined) return <Skeleton height="24rem" />;
  if (rules.data.firstReadAt === null) return <ReadFirst />;
  const { chains } = data;
  const chain = chains.find(({ chainId }) => chainId === chosen.chainId) ?? chains[0];
  const token = chain?.tokens.find(({ asset }) => asset === chosen.asset) ?? chain?.tokens[0];
  if (chain === undefined || token === undefined) {
    return (
      <Stack>
        <EmptyState
          title={t(($) => $.deposits.closed)}
          text={t(($) => $.deposits.closedText)}
          action={<Link to="/cbjl">{t(($) => $.deposits.records)}</Link>}
        />
      </Stack>
    );
  }
  return (
    <TwoColumns aside={<Conditions chain={chain} token={token} />}>
      <Stack>
        <Panel title={t(($) => $.deposits.network)}>
          <PanelBody>
            <Stack>
              <RadioCards
                label={t(($) => $.deposits.network)}
                cards={chains.map((one) => ({
                  value: String(one.chainId),
                  title: one.name,
                  text: one.isTest
                    ? t(($) => $.deposits.testNetwork)
                    : t(($) => $.deposits.networkText, {
                        ...{ minutes: one.minutes, confirmations: one.confirmations },
                      }),
                }))}
                value={String(chain.chainId)}
                onChange={(value) => setChosen({ ...chosen, chainId: Number(value) })}
              />
              <Segments
                label={t(($) => $.deposits.coin)}
                options={chain.tokens.map(({ asset }) => ({ value: asset, text: asset }))}
                value={token.asset}
                onChange={(asset) => setChosen({ ...chosen, asset })}
              />
            </Stack>
          </PanelBody>
        </Panel>
        <Address key={chain.chainId} chain={chain} token={token} />
        {chain.testMoney === null ? null : (
          <TestMoney chainId={chain.chainId} testMoney={chain.testMoney} />
        )}
        <Arriving />
        <ProofForm
          key={`${chain.chainId} ${token.asset}`}
          chainId={chain.chainId}
          chain={chain.name}
          asset={token.asset}
        />
        <TurnoverPanel />
      </Stack>
    </TwoColumns>
  );
}

/** Nothing is deposited before the way out is known. */
function ReadFirst() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(($) => $.deposits.readFirst)}
      text={t(($) => $.deposits.readFirstText)}
      action={
        <Button component={Link} to="/withdrawalRules?then=/recharge">
          {t(($) => $.deposits.readRules)}
        </Button>
      }
    />
  );
}

interface OfToken {
  chain: Chain;
  token: Token;
}

function Address({ chain, token: { asset, contract } }: OfToken) {
  const { t } = useTranslation();
  const { chainId, name: network, isRead } = chain;
  const account = useSession((session) => session.token);
  const { data, isError, refetch } = useQuery({
    queryKey: ['depositAddress', account, chainId],
    queryFn: ({ signal }) => api.call('getDepositAddress', { chainId }, { signal, quiet: true }),
    staleTime: Infinity,
  });
  return (
    <Panel title={t(($) => $.deposits.address)}>
      <PanelBody>
        <Stack>
          {isRead ? null : (
            <Callout tone="warning" title={t(($) => $.deposits.notRead)}>
              {t(($) => $.deposits.notReadText)}
            </Callout>
          )}
          {data === undefined ? (
            isError ? (
              <Failure compact onRetry={() => void refetch()} />
            ) : (
              <Skeleton height="10rem" />
            )
          ) : (
            <div className={css.address}>
              <Qr text={data.address} label={t(($) => $.deposits.scan)} />
              <div className={css.words}>
                <CopyField
                  label={t(($) => $.deposits.addressOf, { asset, network })}
                  text={data.address}
                />
                {contract === null ? null : (
                  <CopyField label={t(($) => $.deposits.contract, { asset })} text={contract} />
                )}
              </div>
            </div>
          )}
          <Callout tone="risk" title={t(($) => $.deposits.onlyThis, { asset, network })}>
            {t(($) => $.deposits.onlyThisText)}
          </Callout>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Conditions({ chain, token: { asset, minimum } }: OfToken) {
  const { t } = useTranslation();
  const { confirmations, withdrawalConfirmations, minutes } = chain;
  return (
    <>
      <Panel title={t(($) => $.deposits.conditions)}>
        <PanelBody>
          <Stack>
            <FigureLines
              lines={[
                {
                  label: t(($) => $.deposits.minimum),
                  value: <Amount value={minimum} asset={asset} named />,
                },
                { label: t(($) => $.deposits.untilCredit), value: confirmations },
                { label: t(($) => $.deposits.untilWithdrawal), value: withdrawalConfirmations },
                {
                  label: t(($) => $.deposits.time),
                  value: t(($) => $.deposits.minutes, { minutes }),
                },
                { label: t(($) => $.deposits.fee), value: t(($) => $.deposits.noFee) },
                { label: t(($) => $.deposits.credited), value: t(($) => $.wallet.currency) },
              ]}
            />
            <p className={css.note}>{t(($) => $.deposits.minimumText)}</p>
          </Stack>
        </PanelBody>
      </Panel>
      <Callout tone="risk">{t(($) => $.deposits.never)}</Callout>
    </>
  );
}
