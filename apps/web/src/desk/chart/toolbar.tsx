import { Ltr } from '@assay/kit/display/ltr.tsx';
import { IconArrowBackUp } from '@assay/kit/icons/arrow-back-up.ts';
import { IconArrowForwardUp } from '@assay/kit/icons/arrow-forward-up.ts';
import { IconCamera } from '@assay/kit/icons/camera.ts';
import { IconChartCandle } from '@assay/kit/icons/chart-candle.ts';
import { IconCheck } from '@assay/kit/icons/check.ts';
import { IconChevronDown } from '@assay/kit/icons/chevron-down.ts';
import { IconMathFunction } from '@assay/kit/icons/math-function.ts';
import { IconMaximize } from '@assay/kit/icons/maximize.ts';
import { IconMinimize } from '@assay/kit/icons/minimize.ts';
import { IconPencil } from '@assay/kit/icons/pencil.ts';
import { IconStar } from '@assay/kit/icons/star.ts';
import { IconStarFilled } from '@assay/kit/icons/star-filled.ts';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import css from './chart.module.css';
import type { ChartStore } from './chart-store.ts';
import { CHART_TYPES, INTERVAL_NAMES, type Interval, SCALES } from './settings.ts';
import { TOOL_ICON, ToolButton } from './tool-button.tsx';
import { ViewBar } from './view-bar.tsx';
import { ZONES, zoneName } from './zones.ts';

interface ToolbarProps {
  store: ChartStore;
  leading: ReactNode;
  large: boolean;
  onIndicators(): void;
  onPicture(): void;
  onLarge(): void;
}

/** All controls for the look of the chart, in one row. */
export function Toolbar(props: ToolbarProps) {
  const { store, leading, large, onIndicators, onPicture, onLarge } = props;
  const { t } = useTranslation();
  const { steps, habits } = useStore(store);
  const act = store.getState();
  return (
    <ViewBar leading={leading}>
      {leading === null ? null : <span className={css.rule} aria-hidden="true" />}
      <Intervals store={store} />
      <span className={css.rule} aria-hidden="true" />
      <TypeMenu store={store} />
      <button type="button" className={css.tool} onClick={onIndicators}>
        <IconMathFunction {...TOOL_ICON} />
        {t(($) => $.chart.toolbar.indicators)}
      </button>
      <ToolButton
        className={css.tool}
        text={t(($) => $.chart.toolbar.drawings)}
        pressed={habits.drawingBar}
        onClick={() => act.setHabits({ drawingBar: !habits.drawingBar })}
      >
        <IconPencil {...TOOL_ICON} />
      </ToolButton>
      <span className={css.grow} />
      <ToolButton
        className={css.tool}
        text={t(($) => $.chart.toolbar.undo)}
        disabled={steps.past.length === 0}
        onClick={act.undo}
      >
        <IconArrowBackUp {...TOOL_ICON} />
      </ToolButton>
      <ToolButton
        className={css.tool}
        text={t(($) => $.chart.toolbar.redo)}
        disabled={steps.future.length === 0}
        onClick={act.redo}
      >
        <IconArrowForwardUp {...TOOL_ICON} />
      </ToolButton>
      <ScaleMenu store={store} />
      <ZoneMenu store={store} />
      <ToolButton className={css.tool} text={t(($) => $.chart.toolbar.picture)} onClick={onPicture}>
        <IconCamera {...TOOL_ICON} />
      </ToolButton>
      <ToolButton
        className={css.tool}
        text={large ? t(($) => $.chart.toolbar.small) : t(($) => $.chart.toolbar.large)}
        onClick={onLarge}
      >
        {large ? <IconMinimize {...TOOL_ICON} /> : <IconMaximize {...TOOL_ICON} />}
      </ToolButton>
    </ViewBar>
  );
}

/** The favourite intervals in a row, and a menu of all intervals. */
function Intervals({ store }: { store: ChartStore }) {
  const { t } = useTranslation();
  const { interval, habits } = useStore(store);
  const { change, setHabits } = store.getState();
  const shown = INTERVAL_NAMES.filter(
    (name) => habits.favourites.includes(name) || name === interval,
  );
  const star = (name: Interval) => {
    const on = habits.favourites.includes(name);
    const favourites = on
      ? habits.favourites.filter((each) => each !== name)
      : [...habits.favourites, name];
    setHabits({ favourites });
  };
  return (
    <>
      <Segments
        look="tools"
        label={t(($) => $.chart.toolbar.interval)}
        options={shown.map((value) => ({ value, text: <Ltr>{value}</Ltr> }))}
        value={interval}
        onChange={(next) => change({ interval: next })}
      />
      <Menu position="bottom-start" closeOnItemClick={false}>
        <Menu.Target>
          <button
            type="button"
            className={css.tool}
            title={t(($) => $.chart.toolbar.intervals)}
            aria-label={t(($) => $.chart.toolbar.intervals)}
          >
            <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={css.intervalMenu}>
          {INTERVAL_NAMES.map((name) => (
            <Menu.Item
              key={name}
              aria-current={name === interval || undefined}
              onClick={() => change({ interval: name })}
              rightSection={
                // biome-ignore lint/a11y/useKeyWithClickEvents: the pointer only
                // biome-ignore lint/a11y/noStaticElementInteractions: as above
                <span
                  className={css.star}
                  data-on={habits.favourites.includes(name) || undefined}
                  title={t(($) => $.chart.toolbar.favourite)}
                  onClick={(event) => {
                    event.stopPropagation();
                    star(name);
                  }}
                >
                  {habits.favourites.includes(name) ? (
                    <IconStarFilled size={13} aria-hidden="true" />
                  ) : (
                    <IconStar size={13} stroke={1.5} aria-hidden="true" />
                  )}
                </span>
              }
            >
              {t(($) => $.chart.intervals[name])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  target: ReactNode;
  names: readonly Name[];
  value: Name;
  text(name: Name): ReactNode;
  onChange(name: Name): void;
}

/** A menu with a single choice. */
function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { label, target, names, value, text, onChange } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={css.tool} title={label}>
          <span className="seen-by-ear">{label}</span>
          {target}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={css.choices}>
        <Menu.Label>{label}</Menu.Label>
        <Menu.RadioGroup
          value={value}
          onChange={(next) => onChange(names.find((name) => name === next) ?? value)}
        >
          {names.map((name) => (
            <Menu.RadioItem
              key={name}
              value={name}
              closeMenuOnClick
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
            >
              {text(name)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

function TypeMenu({ store }: { store: ChartStore }) {
  const { t } = useTranslation();
  const type = useStore(store, (state) => state.type);
  return (
    <Choice
      label={t(($) => $.chart.toolbar.type)}
      target={<IconChartCandle {...TOOL_ICON} />}
      names={CHART_TYPES}
      value={type}
      text={(name) => t(($) => $.chart.types[name])}
      onChange={(name) => store.getState().change({ type: name })}
    />
  );
}

function ScaleMenu({ store }: { store: ChartStore }) {
  const { t } = useTranslation();
  const scale = useStore(store, (state) => state.scale);
  return (
    <Choice
      label={t(($) => $.chart.toolbar.scale)}
      target={<span className={css.letters}>{t(($) => $.chart.scalesShort[scale])}</span>}
      names={SCALES}
      value={scale}
      text={(name) => t(($) => $.chart.scales[name])}
      onChange={(name) => store.getState().change({ scale: name })}
    />
  );
}

function ZoneMenu({ store }: { store: ChartStore }) {
  const { t } = useTranslation();
  const timeZone = useStore(store, (state) => state.habits.timeZone);
  const own = t(($) => $.chart.toolbar.ownZone);
  return (
    <Choice
      label={t(($) => $.chart.toolbar.zone)}
      target={
        <span className={css.letters}>
          <Ltr>{zoneName(timeZone, Date.now())}</Ltr>
        </span>
      }
      names={['', ...ZONES]}
      value={timeZone}
      text={(zone) => (
        <>
          {zone === '' ? own : zone.replace(/^.*\//, '').replace(/_/g, ' ')}{' '}
          <Ltr className={css.offset}>{zoneName(zone, Date.now())}</Ltr>
        </>
      )}
      onChange={(zone) => store.getState().setHabits({ timeZone: zone })}
    />
  );
}
