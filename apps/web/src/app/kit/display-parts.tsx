import type { Block } from '@assay/core/text';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { ChatBox, ChatLog } from '@assay/kit/display/chat.tsx';
import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Donut } from '@assay/kit/display/donut.tsx';
import { Amount, Change, Compact, Plain } from '@assay/kit/display/figures.tsx';
import { Fold } from '@assay/kit/display/fold.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { ProductCard } from '@assay/kit/display/product-card.tsx';
import { Progress, Ring } from '@assay/kit/display/progress.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { RichText } from '@assay/kit/display/rich-text.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Sparkline } from '@assay/kit/display/sparkline.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { useChatText } from '@assay/kit/display/use-chat.ts';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { AssetMark } from '../../ui/asset-mark.tsx';
import css from './kit-screen.module.css';
import { ADDRESS, CURVE, LINK, useWords } from './samples.ts';
import { Specimen } from './specimen.tsx';

/** What stands in a text. */
const LIMITS = {
  least: <Amount value="10" asset="USDT" />,
  most: <Amount value="5000" asset="USDT" named />,
};
type Limit = keyof typeof LIMITS;

export function DisplayParts() {
  const w = useWords();
  return (
    <Stack>
      <Figures />
      <Charts />
      <Products />
      <Grid least="24rem">
        <Specimen title={w.codes}>
          <Qr text={ADDRESS} label={w.scan} />
          <AddressText address={ADDRESS} />
          <CopyField label={w.link} text={LINK} />
        </Specimen>
        <Moving />
        <Specimen title={w.written}>
          <RichText document={samples(w)} />
        </Specimen>
        <Chat />
        <Specimen title={w.risk}>
          <Fold title={w.risk} value={w.pending}>
            {w.riskText}
          </Fold>
          <Fold opened title={w.risk} value={w.pending}>
            {w.riskText}
          </Fold>
        </Specimen>
        <Specimen title={w.badges}>
          <div className={css.row}>
            <Badge>{w.pending}</Badge>
            <Badge tone="good">{w.good}</Badge>
            <Badge tone="warning">{w.warned}</Badge>
            <Badge tone="bad">{w.bad}</Badge>
            <Badge tone="accent">{w.fresh}</Badge>
            <Badge tone="demo">{w.trial}</Badge>
          </div>
          <Points>
            <li>{w.sentence}</li>
            <li>{w.noneText}</li>
            <li>
              <Sentence parts={LIMITS}>
                {(put) => w.inText.replace(/\{\{(least|most)\}\}/g, (_, at: Limit) => put[at])}
              </Sentence>
            </li>
          </Points>
        </Specimen>
      </Grid>
    </Stack>
  );
}

function Chat() {
  const w = useWords();
  const chat = useChatText(async () => '');
  const said = { text: w.sentence, at: 1_767_225_600_000 };
  return (
    <Specimen title={w.written}>
      <ChatLog
        label={w.written}
        typing={w.pending}
        messages={[
          { ...said, id: '1', own: false, author: w.noticeOne },
          { ...said, id: '2', own: true, author: w.fresh, read: w.good },
        ]}
      />
      <ChatBox label={w.sentence} chat={chat} max={100} />
    </Specimen>
  );
}

/** Each kind of part once. */
function samples(w: ReturnType<typeof useWords>): readonly Block[] {
  const line = [{ kind: 'text', text: w.sentence }] as const;
  const link = { kind: 'link', to: '/help', content: [{ kind: 'strong', content: line }] } as const;
  return [
    { kind: 'heading', level: 2, content: [{ kind: 'text', text: w.noticeOne }] },
    { kind: 'paragraph', content: [...line, { kind: 'break' }, link] },
    { kind: 'list', ordered: true, items: [[{ kind: 'paragraph', content: line }]] },
    { kind: 'quote', content: [{ kind: 'paragraph', content: line }] },
    { kind: 'table', head: [line, [{ kind: 'code', text: ADDRESS.slice(0, 8) }]], rows: [] },
    { kind: 'rule' },
    { kind: 'code', text: LINK },
  ];
}

function Figures() {
  const w = useWords();
  const spark = CURVE.slice(-24).map(({ value }) => value);
  return (
    <StatCards>
      <StatCard
        label={w.total}
        value={<Amount value="12845.331" asset="USDT" named />}
        note={<Change value="1.84" />}
        chart={<Sparkline values={spark} change="1.84" />}
      />
      <StatCard label={w.profit} value={<Plain value="-231.5" unit="USDT" />} note={w.today} />
      <StatCard label={w.positions} value={<Compact value="1284500" />} note={w.today} />
      <StatCard label={w.profit} value={undefined} note={w.today} />
    </StatCards>
  );
}

function Charts() {
  const w = useWords();
  return (
    <Grid least="28rem">
      <Specimen title={w.curve}>
        <LineChart label={w.curve} points={CURVE} unit="USDT" />
      </Specimen>
      <Specimen title={w.allocation}>
        <Donut
          label={w.allocation}
          parts={[
            { name: 'BTC', share: 0.48, value: '6,165.76' },
            { name: 'USDT', share: 0.31, value: '3,982.05' },
            { name: 'ETH', share: 0.15, value: '1,926.80' },
            { name: w.others, share: 0.06, value: '770.72' },
          ]}
        >
          <Compact value="12845.33" unit="USDT" />
        </Donut>
      </Specimen>
      <Specimen title={w.tableLoading}>
        <LineChart label={w.tableLoading} points={undefined} unit="USDT" height={120} />
      </Specimen>
    </Grid>
  );
}

function Moving() {
  const w = useWords();
  // Far away, and full: the picture of a page must not depend on when it is taken.
  const until = Date.now() + 1000 * 3_600_000;
  return (
    <Specimen title={w.progress}>
      <Progress label={w.turnover} share={0.634} />
      <Progress label={w.taken} share={1} tone="good" text="12 / 12" />
      <div className={css.narrow}>
        <Progress label={w.taken} share={1} />
      </div>
      <div className={css.row}>
        <Ring label={w.turnover} share={0.634} />
        <Ring label={w.turnover} share={0.08} tone="warning" />
        <Countdown label={w.stepThree} until={0} since={-1} />
        <Countdown label={w.stepThree} until={until} />
      </div>
    </Specimen>
  );
}

function Products() {
  const w = useWords();
  const facts = [
    { label: w.rate, value: '4.20%' },
    { label: w.term, value: `30 ${w.day}` },
    { label: w.least, value: '0.001 BTC' },
  ];
  return (
    <Grid least="18rem">
      <ProductCard
        mark={<AssetMark asset="BTC" />}
        title={w.product}
        badge={<Badge tone="accent">{w.fresh}</Badge>}
        text={w.productText}
        facts={facts}
        progress={<Progress label={w.taken} share={0.37} />}
        action={<Button>{w.subscribe}</Button>}
      />
      <ProductCard
        mark={<AssetMark asset="ETH" />}
        title={w.product}
        badge={<Badge>{w.soldOut}</Badge>}
        text={w.productText}
        facts={facts}
        progress={<Progress label={w.taken} share={1} />}
        action={<Button disabled>{w.soldOut}</Button>}
      />
      <ProductCard
        mark={<AssetMark asset="USDT" />}
        title={w.product}
        facts={facts}
        action={<Button variant="default">{w.subscribe}</Button>}
      />
    </Grid>
  );
}
