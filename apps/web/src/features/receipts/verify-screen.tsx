import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keptHash } from '../../lib/data/receipts.ts';
import { useRealm } from '../../lib/data/session.ts';
import type { Signature } from '../../lib/data/signed.ts';
import { useTitle } from '../../ui/use-title.ts';
import { CollateralCheck } from './collateral-check.tsx';
import { ContractCheck } from './contract-check.tsx';
import { forgetHeads, prove, useHeads } from './heads.ts';
import { isInLog, type KeyedHead, readReceipt, signatureOf } from './log-check.ts';
import { OptionCheck } from './option-check.tsx';
import css from './verify.module.css';

/** /verify: checks a receipt against the log by what this browser computes itself. */
export default function VerifyScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.receipts.title);
  useTitle(
    title,
    t(($) => $.receipts.lead),
  );
  const [params] = useSearchParams();
  const own = useRealm();
  const asked = REALMS.find((one) => one === params.get('realm'));
  const [realm, setRealm] = useState<Realm>(asked ?? own);
  return (
    <Page width="page">
      <PageHead title={title} lead={t(($) => $.receipts.lead)} />
      <div>
        <Segments
          label={t(($) => $.receipts.realm)}
          options={REALMS.map((one) => ({ value: one, text: t(($) => $.receipts.realms[one]) }))}
          value={realm}
          onChange={setRealm}
        />
      </div>
      <ReceiptForm key={realm} realm={realm} seq={params.get('seq') ?? ''} />
      <OptionReceipt realm={realm} optionId={optionOf(params.get('option'))} />
      <ContractReceipt realm={realm} asked={pairOf(params.get('contract'))} />
      <CollateralReceipt realm={realm} asked={pairOf(params.get('collateral'))} />
      <Heads realm={realm} />
    </Page>
  );
}

/** Checked against the key that this browser knows of the logs. */
function OptionReceipt({ realm, optionId }: { realm: Realm; optionId: number | null }) {
  const { data } = useHeads(realm);
  return <OptionCheck realm={realm} publicKey={data?.newest.publicKey ?? ''} optionId={optionId} />;
}

interface PairProps {
  readonly realm: Realm;
  readonly asked: readonly [number, number] | null;
}

function ContractReceipt({ realm, asked }: PairProps) {
  const { data } = useHeads(realm);
  const [params] = useSearchParams();
  // Of trial funds, which a link names beside the receipt.
  const voucherId = optionOf(params.get('trial'));
  const of = voucherId === null ? {} : { voucherId };
  const one = asked && { seq: asked[0], n: asked[1], ...of };
  return <ContractCheck publicKey={data?.newest.publicKey ?? ''} asked={one} />;
}

function CollateralReceipt({ realm, asked }: PairProps) {
  const { data } = useHeads(realm);
  const one = asked && { loanId: asked[0], seq: asked[1] };
  return <CollateralCheck publicKey={data?.newest.publicKey ?? ''} asked={one} />;
}

/** A receipt by two numbers, as a link to this page names it: `12-1`. */
function pairOf(text: string | null): readonly [number, number] | null {
  const [, one, other] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return one === undefined ? null : [Number(one), Number(other)];
}

/** The number of a delivery contract, as a link to this page names it. */
function optionOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

interface Verdict {
  readonly inLog: boolean;
  readonly signature: Signature;
  readonly seq: number;
  readonly at: number;
}

function ReceiptForm({ realm, seq: given }: { realm: Realm; seq: string }) {
  const { t } = useTranslation();
  const [seq, setSeq] = useState(given);
  const [hash, setHash] = useState(keptHash(realm, Number(given)) ?? '');
  const [verdict, setVerdict] = useState<Verdict | 'invalid' | 'failed' | null>(null);
  const check = async () => {
    const receipt = readReceipt(seq, hash);
    if (receipt === null) return setVerdict('invalid');
    try {
      const proof = await prove(realm, receipt.seq);
      const [inLog, signature] = [await isInLog(receipt, proof), await signatureOf(proof)];
      setVerdict({ inLog, signature, seq: proof.head.seq, at: proof.head.at });
    } catch {
      setVerdict('failed');
    }
  };
  return (
    <Panel title={t(($) => $.receipts.receipt)}>
      <div className={css.form}>
        <Form
          error=""
          onSubmit={() => void check()}
          actions={<Button type="submit">{t(($) => $.receipts.check)}</Button>}
        >
          <TextField
            label={t(($) => $.receipts.seq)}
            value={seq}
            inputMode="numeric"
            onChange={setSeq}
          />
          <TextField
            label={t(($) => $.receipts.hash)}
            hint={t(($) => $.receipts.hashHint)}
            value={hash}
            onChange={setHash}
          />
        </Form>
      </div>
      <div role="status" className={css.verdict}>
        {verdict === null ? null : <VerdictText verdict={verdict} />}
      </div>
    </Panel>
  );
}

function VerdictText({ verdict }: { verdict: Verdict | 'invalid' | 'failed' }) {
  const { t } = useTranslation();
  if (verdict === 'invalid') return <p>{t(($) => $.receipts.invalid)}</p>;
  if (verdict === 'failed') return <p>{t(($) => $.receipts.failed)}</p>;
  const isGood = verdict.inLog && verdict.signature !== 'invalid';
  return (
    <>
      <p className={isGood ? css.good : css.bad}>
        {t(($) => $.receipts[isGood ? 'inLog' : 'notInLog'])}
      </p>
      <p>
        <bdi>{t(($) => $.receipts.signature[verdict.signature], { seq: verdict.seq })}</bdi>{' '}
        <Instant at={verdict.at} />
      </p>
    </>
  );
}

function Heads({ realm }: { realm: Realm }) {
  const { t } = useTranslation();
  const { data } = useHeads(realm);
  if (data === undefined) return null;
  const { first, newest, broken } = data;
  const shown: readonly (readonly [string, KeyedHead])[] =
    broken === null
      ? [
          [t(($) => $.receipts.first), first],
          [t(($) => $.receipts.last), newest],
        ]
      : [
          [t(($) => $.receipts.contradicted), broken.seen],
          [t(($) => $.receipts.contradicts), broken.head],
        ];
  return (
    <Panel title={t(($) => $.receipts.heads)}>
      <div className={css.heads}>
        {broken === null ? (
          <p>{t(($) => $.receipts.unbroken)}</p>
        ) : (
          <p role="alert" className={css.bad}>
            <bdi>{t(($) => $.receipts.broken[broken.why], { seq: broken.head.head.seq })}</bdi>
          </p>
        )}
        {shown.map(([name, { head }]) => (
          <dl key={name} className={css.head}>
            <dt>{name}</dt>
            <dd>
              <bdi>{t(($) => $.receipts.headAt, { seq: head.seq })}</bdi> <Instant at={head.at} />
            </dd>
            <dd className={css.hash}>
              <Ltr>{head.hash}</Ltr>
            </dd>
          </dl>
        ))}
        <p className={css.hash}>
          {t(($) => $.receipts.key)} <Ltr>{newest.publicKey}</Ltr>
        </p>
        {broken === null ? null : (
          <div>
            <p className={css.hint}>{t(($) => $.receipts.forgetHint)}</p>
            <Button variant="default" size="xs" onClick={() => forgetHeads(realm)}>
              {t(($) => $.receipts.forget)}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
