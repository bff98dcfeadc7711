import { AssetsScreen } from './assets-screen.tsx';

/** /table1: what orders on spot are paid from. */
export default function CurrencyScreen() {
  return <AssetsScreen wallet="currency" />;
}
