import { type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './tabs.module.css';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { readonly name: Name; readonly text: ReactNode }[];
  value: Name;
  onChange(name: NoInfer<Name>): void;
  /** Controls at the end of the tabs' line. */
  tools?: ReactNode;
  /** The panel of the tab. */
  children: ReactNode;
  /** In a panel of the desk: a lower line, and the panel fills what is left. */
  dense?: boolean;
  /** Not in a panel: they begin where what is below them begins. */
  bare?: boolean;
}

/** Tabs with their panel, by the keyboard pattern of tab lists. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, value, onChange, tools, children, dense = false, bare } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const at = tabs.findIndex((tab) => tab.name === value);
    const places: Readonly<Record<string, number>> = {
      ...{ ArrowRight: at + rtl, ArrowLeft: at - rtl },
      ...{ Home: 0, End: -1 },
    };
    const place = places[event.key];
    const next = place === undefined ? undefined : tabs.at(place % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <>
      <div className={`${css.tabs} ${dense ? css.dense : ''}`} data-bare={bare || undefined}>
        <div role="tablist" aria-label={label} className={css.tablist} onKeyDown={onKeyDown}>
          {tabs.map(({ name, text }) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              data-tab={name}
              aria-selected={name === value}
              aria-controls={`${id}-panel`}
              tabIndex={name === value ? 0 : -1}
              className={css.tab}
              onClick={() => onChange(name)}
            >
              {text}
            </button>
          ))}
        </div>
        {tools}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        className={dense ? css.fills : undefined}
      >
        {children}
      </div>
    </>
  );
}
