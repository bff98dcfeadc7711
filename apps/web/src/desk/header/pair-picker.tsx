import { IconChevronDown } from '@assay/kit/icons/chevron-down.ts';
import { Popover } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isTyping } from '../../lib/typing.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { PairName } from '../../ui/pair-name.tsx';
import { useDesk } from '../context.tsx';
import css from './pair-picker.module.css';
import { PairSearch } from './pair-search.tsx';

/** The pair as a button that opens the list of markets; Ctrl/Cmd-K and "/" open it too. */
export function PairPicker() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const [opened, setOpened] = useState(false);
  const [, setParams] = useSearchParams();
  usePickerKeys(useCallback(() => setOpened(true), []));
  const choose = (symbol: string) => {
    setOpened(false);
    if (symbol === market.market) return;
    setParams((before) => {
      before.set('market', symbol);
      return before;
    });
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      classNames={{ dropdown: css.dropdown ?? '' }}
    >
      <Popover.Target>
        <button
          type="button"
          className={css.pair}
          aria-haspopup="dialog"
          aria-expanded={opened}
          title={t(($) => $.desk.picker.keys)}
          onClick={() => setOpened((before) => !before)}
        >
          <AssetMark asset={market.base} size={26} />
          <PairName base={market.base} quote={market.quote} />
          <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
          <span className="seen-by-ear">{t(($) => $.desk.picker.open)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t(($) => $.desk.picker.open)}>
        <PairSearch current={market.market} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function usePickerKeys(open: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!command && (event.key !== '/' || isTyping(event.target))) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [open]);
}
