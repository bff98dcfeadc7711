import { TradeScreen } from './trade-screen.tsx';

/** /preciousMetal and /contractTransaction: contracts of all classes, opened on metals. */
export default function MetalsScreen() {
  return <TradeScreen first="metals" />;
}
