import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { IconPlus } from '@assay/kit/icons/plus.ts';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type IndicatorGroup, type IndicatorName, indicatorGroups } from './catalogue.ts';
import type { ChartStore } from './chart-store.ts';
import css from './dialog.module.css';
import { defaultParams } from './parameters.ts';
import { INDICATORS_MAX } from './settings.ts';

const GROUPS = Object.keys(indicatorGroups) as IndicatorGroup[];

/** All indicators by group, searchable by symbol or name; a click adds one to the chart. */
export default function IndicatorDialog({ store, close }: { store: ChartStore; close(): void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const names = t(($) => $.chart.indicators, { returnObjects: true });
  const groups = t(($) => $.chart.groups, { returnObjects: true });
  const count = useStore(store, (state) => state.indicators.length);
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const fits = (name: IndicatorName) => `${name} ${names[name]}`.toLowerCase().includes(wanted);
    return GROUPS.map((group) => [group, indicatorGroups[group].filter(fits)] as const);
  }, [text, names]);
  const full = count >= INDICATORS_MAX;
  return (
    <Dialog opened onClose={close} title={t(($) => $.chart.dialog.title)} size="44rem">
      <SearchField
        data-autofocus
        label={t(($) => $.chart.dialog.search)}
        value={text}
        onChange={setText}
      />
      <p className={css.state} role="status">
        {full
          ? t(($) => $.chart.dialog.full, { count: INDICATORS_MAX })
          : t(($) => $.chart.dialog.shown, { count })}
      </p>
      <div className={css.groups}>
        {found.map(([group, members]) =>
          members.length === 0 ? null : (
            <section key={group} aria-label={groups[group]}>
              <h3 className={css.group}>{groups[group]}</h3>
              <ul className={css.list}>
                {members.map((name) => (
                  <li key={name}>
                    <button
                      type="button"
                      className={css.item}
                      disabled={full}
                      onClick={() => store.getState().addIndicator(name, defaultParams(name))}
                    >
                      <span className={css.symbol}>{name}</span>
                      <span className={css.name}>{names[name]}</span>
                      <IconPlus size={14} stroke={1.5} className={css.plus} aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
    </Dialog>
  );
}
