import { useTranslation } from 'react-i18next';

/** The way to home, to the markets, and to each product, in the order of display. */
export function useNavigation(): readonly { readonly to: string; readonly text: string }[] {
  const { t } = useTranslation();
  return [
    { to: '/index', text: t(($) => $.shell.nav.home) },
    { to: '/market', text: t(($) => $.shell.nav.market) },
    { to: '/deal', text: t(($) => $.shell.nav.spot) },
    { to: '/preciousMetal', text: t(($) => $.shell.nav.trade) },
    { to: '/deal_jg', text: t(($) => $.shell.nav.crypto) },
    { to: '/profit_index', text: t(($) => $.shell.nav.earn) },
  ];
}
