import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import field from '@assay/kit/input/number-field.module.css';
import { NumberInput } from '@assay/kit/input/number-input.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndicatorName } from './catalogue.ts';
import type { ChartStore } from './chart-store.ts';
import css from './dialog.module.css';
import { defaultLevels } from './levels.ts';
import { LineStyleButton } from './line-style-button.tsx';
import { type LineName, linesOf } from './lines.ts';
import { defaultParams, PARAMETERS, type ParameterMeaning } from './parameters.ts';
import { isUsable, type SavedIndicator, usualLook } from './settings.ts';

interface ParametersProps {
  indicator: SavedIndicator;
  store: ChartStore;
  close(): void;
}

/** The parameters of one indicator on the chart, the looks of its lines, its reference lines. */
export default function ParametersDialog({ indicator, store, close }: ParametersProps) {
  const { t } = useTranslation();
  const { id, name } = indicator;
  const [texts, setTexts] = useState(indicator.params.map(String));
  const [lines, setLines] = useState(indicator.lines);
  const [levels, setLevels] = useState(() => levelTexts(name, indicator.levels));
  const params = texts.map(Number);
  const kept = levels.filter((text) => text !== '').map(Number);
  const usable = params.every(isUsable) && kept.every(Number.isFinite);
  const save = () => {
    if (!usable) return;
    store.getState().editIndicator(id, { params, lines, levels: kept });
    close();
  };
  const restore = () => {
    const usual = usualLook(indicator, store.getState().indicators);
    setTexts(defaultParams(name).map(String));
    setLines(usual.lines);
    setLevels(levelTexts(name, usual.levels));
  };
  const title = `${name} · ${t(($) => $.chart.indicators[name])}`;
  return (
    <Dialog opened onClose={close} title={title} size="24rem">
      <Form
        error={usable ? '' : t(($) => $.chart.dialog.wrong)}
        onSubmit={save}
        actions={
          <>
            <Button variant="default" onClick={restore}>
              {t(($) => $.chart.dialog.usual)}
            </Button>
            <Button type="submit" disabled={!usable}>
              {t(($) => $.chart.dialog.apply)}
            </Button>
          </>
        }
      >
        <Group title={t(($) => $.chart.dialog.parameters)} shown={texts.length > 0}>
          <Parameters name={name} texts={texts} onChange={setTexts} />
        </Group>
        <Group title={t(($) => $.chart.dialog.lines)} shown={lines.length > 0}>
          <Lines name={name} params={params} styles={lines} onChange={setLines} />
        </Group>
        <Group title={t(($) => $.chart.dialog.levels)} shown={levels.length > 0}>
          <Levels texts={levels} onChange={setLevels} />
        </Group>
      </Form>
    </Dialog>
  );
}

function Group(props: { title: string; shown: boolean; children: ReactNode }) {
  if (!props.shown) return null;
  return (
    <section className={css.parameters} aria-label={props.title}>
      <h3 className={css.group}>{props.title}</h3>
      {props.children}
    </section>
  );
}

interface TextsProps {
  texts: readonly string[];
  onChange(texts: string[]): void;
}

function Parameters({ name, texts, onChange }: TextsProps & { name: IndicatorName }) {
  const { t } = useTranslation();
  const meanings = t(($) => $.chart.parameters, { returnObjects: true });
  return texts.map((text, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a parameter
    <label key={i} className={css.parameter}>
      {labelOf(name, i, meanings)}
      <NumberInput
        className={`${field.number} ${css.number}`}
        value={text}
        aria-invalid={!isUsable(Number(text))}
        onChange={(typed) => onChange(replaced(texts, i, typed))}
      />
    </label>
  ));
}

interface LinesProps {
  name: IndicatorName;
  params: readonly number[];
  styles: SavedIndicator['lines'];
  onChange(styles: SavedIndicator['lines']): void;
}

function Lines({ name, params, styles, onChange }: LinesProps) {
  const { t } = useTranslation();
  const names = t(($) => $.chart.lines, { returnObjects: true });
  const text = (line: LineName) => {
    if (line === null) return t(($) => $.chart.style.line);
    if (typeof line === 'object') return `${t(($) => $.chart.parameters.length)} ${line.length}`;
    return names[line];
  };
  return linesOf(name, params).map((line, i) => {
    const style = styles[i];
    if (style === undefined) return null;
    const label = text(line);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a line
      <div key={i} className={css.parameter}>
        <span>{label}</span>
        <span className={css.style}>
          <LineStyleButton
            label={t(($) => $.chart.style.of, { name: label })}
            value={style}
            onChange={(next) => onChange(replaced(styles, i, next))}
          />
        </span>
      </div>
    );
  });
}

/** An empty field draws no line. */
function Levels({ texts, onChange }: TextsProps) {
  const { t } = useTranslation();
  return texts.map((text, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a reference line
    <label key={i} className={css.parameter}>
      {t(($) => $.chart.style.level, { number: i + 1 })}
      <NumberInput
        className={`${field.number} ${css.number}`}
        value={text}
        aria-invalid={!Number.isFinite(Number(text))}
        onChange={(typed) => onChange(replaced(texts, i, typed))}
      />
    </label>
  ));
}

/** As many fields as the indicator usually has reference lines. */
function levelTexts(name: IndicatorName, levels: readonly number[]): string[] {
  return defaultLevels(name).map((_, i) => String(levels[i] ?? ''));
}

function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((each, i) => (i === index ? value : each));
}

/** The label of a parameter, numbered if several have the same meaning. */
function labelOf(
  name: IndicatorName,
  index: number,
  meanings: Readonly<Record<ParameterMeaning, string>>,
): string {
  const list = PARAMETERS[name].map(([meaning]) => meaning);
  const meaning = list[index] ?? 'length';
  const same = list.filter((each) => each === meaning).length;
  const before = list.slice(0, index + 1).filter((each) => each === meaning).length;
  return same > 1 ? `${meanings[meaning]} ${before}` : meanings[meaning];
}
