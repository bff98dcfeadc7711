import { TradeScreen } from './trade-screen.tsx';

/** /deal_c: contracts of all classes, opened on coins. */
export default function CoinsScreen() {
  return <TradeScreen first="crypto" />;
}
